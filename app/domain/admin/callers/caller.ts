import { cityAtEnd, joinAddress } from "../../bookings/address";
import { parsePhone, splitNameAndPhone } from "../../values/typed-phone";
import type { findClient } from "../people/search.server";

export type FoundClient = NonNullable<Awaited<ReturnType<typeof findClient>>>;

export function newBookingPath({ id, address }: Pick<FoundClient, "id" | "address">): string {
  const city = address && cityAtEnd(address);
  return `/admin-dashboard/bookings/new?${new URLSearchParams({ client: id, ...(city && { city }) })}`;
}

export const SOMEONE_NEW = "new";

/** The field with each phone that the page has shown as not verified: someone new may have it (B29). */
export const SHOWN_UNVERIFIED = "unverified";

/** A caller's words when they agree to text messages, unless the office writes their own (B29). */
export const CONSENT_WORDS = "Yes, send me text messages about my bookings.";

interface Chooses {
  clients: FoundClient[];
  chosen: FoundClient | null;
  isPhoneUnknown: boolean;
}

/**
 * The chosen client: the only one found, unless the booking is for someone new (`asked`), the phone is anybody's or not
 * theirs, or the account is suspended.
 */
export function selectedClient(
  { clients, chosen, isPhoneUnknown }: Chooses,
  asked: string | undefined,
): FoundClient | null {
  const [first = null, ...others] = clients;
  if (chosen) return chosen.isSuspended ? null : chosen;
  const isSure =
    first !== null &&
    others.length === 0 &&
    !isPhoneUnknown &&
    !first.isSuspended &&
    (first.phone === null || first.isPhoneConfirmed);
  return isSure && asked !== SOMEONE_NEW ? first : null;
}

/** A client's address may be filled in where the fields hold nothing but what an earlier choice has filled in. */
export function takesAddress({ filledIn, ...typed }: Record<"suburb" | "street" | "filledIn", string>): boolean {
  const address = joinAddress(typed);
  return address === null || address === filledIn;
}

/** Reads name and phone from one field, as an operator types them; '' for what isn't there. */
export function readCaller(search: string): Record<"firstName" | "lastName" | "phone", string> {
  const { name, phone } = splitNameAndPhone(search);
  const [firstName = "", ...rest] = /\d|@/.test(name) ? [] : name.split(/\s+/);
  return { firstName, lastName: rest.join(" "), phone: parsePhone(phone) ? phone : "" };
}
