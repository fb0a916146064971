import type { Named } from "../../values/user";
import { cityAtEnd, joinAddress } from "../../bookings/address";
import { parsePhone, splitNameAndPhone } from "../../values/typed-phone";
import type { Instant } from "../../time/harare";

/** A client whom the office books for. */
export interface FoundClient extends Named {
  id: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  /** Nothing can be booked for them until the office restores the account (O7). */
  isSuspended: boolean;
  /** Its owner or the office has confirmed the phone (B29): else it may be anybody's. */
  isPhoneConfirmed: boolean;
}

export function newBookingPath({ id, address }: Pick<FoundClient, "id" | "address">): string {
  const city = address && cityAtEnd(address);
  return `/admin-dashboard/bookings/new?${new URLSearchParams({ client: id, ...(city && { city }) })}`;
}

export const SOMEONE_NEW = "new";

/** The field with each phone that the page has shown as not verified: someone new may have it (B29). */
export const SHOWN_UNVERIFIED = "unverified";

/** The record of a consent holds what the caller said (B29): the form only gives an example. */
export const CONSENT_HINT = "What they said, like “Yes, send me text messages about my bookings.”";
export const NO_CONSENT_WORDS = "Their words are required.";

interface Chooses {
  clients: FoundClient[];
  chosen: FoundClient | null;
  phone: "known" | "unknown" | null;
  /** Neither a phone nor its last digits were typed. */
  isByName: boolean;
}

/**
 * The chosen client: the only one found, by a name or a confirmed phone, or of those who have the phone the only one who
 * has confirmed it. Null: the booking is for someone new (`asked`), the phone is anybody's or no one's, or the account is
 * suspended.
 */
export function selectedClient(
  { clients, chosen, phone, isByName }: Chooses,
  asked: string | undefined,
): FoundClient | null {
  const [first = null, ...others] = clients;
  if (chosen) return chosen.isSuspended ? null : chosen;
  if (!first || first.isSuspended || asked === SOMEONE_NEW || phone === "unknown") return null;
  const isOnly = phone === "known" ? others.every((other) => !other.isPhoneConfirmed) : others.length === 0;
  return isOnly && (isByName || first.phone === null || first.isPhoneConfirmed) ? first : null;
}

/** A client's address may be filled in where the fields hold nothing but what an earlier choice has filled in. */
export function takesAddress({ filledIn, ...typed }: { suburb: string; street: string; filledIn: string }): boolean {
  const address = joinAddress(typed);
  return address === null || address === filledIn;
}

/** Reads name and phone from one field, as an operator types them; '' for what isn't there. */
export function readCaller(search: string): { firstName: string; lastName: string; phone: string } {
  const { name, phone } = splitNameAndPhone(search);
  const [firstName = "", ...rest] = /\d|@/.test(name) ? [] : name.split(/\s+/);
  return { firstName, lastName: rest.join(" "), phone: parsePhone(phone) ? phone : "" };
}

/** Says that the chosen plumber can't be booked in this city: the choice is never dropped without a word (B29). */
export const notOfCity = (plumber: string, city: string): string =>
  `${plumber} isn't among the plumbers of ${city || "this city"}. Choose one of them, or leave it to our office.`;

/** The consents that a client gave on the phone. */
export interface Consent {
  words: string;
  at: Instant;
  adminName: string;
}
