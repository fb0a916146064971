import { cityAtEnd, joinAddress } from "../bookings/address";
import { parsePhone } from "../values/typed-phone";
import type { PublicPlumber } from "../plumbers/plumber";
import type { Instant, LocalDate } from "../time/harare";
import type { SlotChoices } from "../time/slots";

/** A client that the office can choose: who they are, and how they can be reached. */
export interface FoundClient {
  id: string;
  firstName: string;
  lastName: string;
  /** Null: they can only be reached by phone. */
  email: string | null;
  phone: string | null;
  /** Whether its owner or the office has confirmed the phone (B29): else it may be anybody's. */
  isPhoneConfirmed: boolean;
  /** Their account's or their latest booking's, in one line. */
  address: string | null;
}

/** The page that books for a client, in the city that their address names. */
export function newBookingPath({ id, address }: Pick<FoundClient, "id" | "address">): string {
  const city = address && cityAtEnd(address);
  return `/admin-dashboard/bookings/new?${new URLSearchParams({ client: id, ...(city && { city }) })}`;
}

/** The choice of someone who is no client yet. */
export const SOMEONE_NEW = "new";

/** The field with each phone that the page has shown as not verified: someone new may have it (B29). */
export const SHOWN_UNVERIFIED = "unverified";

/** What a caller says when they agree to text messages, unless the office writes their own words (B29). */
export const CONSENT_WORDS = "Yes, send me text messages about my bookings.";

/** What the office chooses from when it books for a caller. */
export interface CallerChoices {
  /** The clients that the search has found, the chosen one first. */
  clients: FoundClient[];
  chosen: FoundClient | null;
  isSearched: boolean;
  city: string;
  /** The plumbers of the city. */
  plumbers: { id: string; firstName: string; lastName: string; speciality: string }[];
  /** The chosen plumber and their free times; null: none is chosen, or they are not listed. */
  plumber: PublicPlumber | null;
  slots: SlotChoices | null;
  /** The day that was asked for besides the coming seven, if it can be booked. */
  day: LocalDate | null;
  /** The last day that can be booked. */
  lastDay: LocalDate;
  /** Why the day that was asked for can't be booked. */
  dayError: string | null;
}

/**
 * The client that the page shows as chosen: the only one found, unless it is for someone new, or their phone may be
 * anybody's; `asked` is the form's.
 */
export function selectedClient({ clients, chosen }: CallerChoices, asked: string | undefined): FoundClient | null {
  const [first = null, ...others] = clients;
  if (chosen) return chosen;
  const isSure = first !== null && others.length === 0 && (first.phone === null || first.isPhoneConfirmed);
  return isSure && asked !== SOMEONE_NEW ? first : null;
}

/** Whether a client's address may be filled in: nothing is there but what an earlier choice has filled in. */
export function takesAddress({ filledIn, ...typed }: Record<"suburb" | "street" | "filledIn", string>): boolean {
  const address = joinAddress(typed);
  return address === null || address === filledIn;
}

/** What a client has agreed to on the phone. */
export interface Consent {
  words: string;
  /** The admin who heard it. */
  adminName: string;
  at: Instant;
}

/** What a search for somebody new says of them already: a phone, or a name. */
export function readCaller(search: string): Record<"firstName" | "lastName" | "phone", string> {
  const typed = search.trim();
  const [firstName = "", ...rest] = /\d|@/.test(typed) ? [] : typed.split(/\s+/);
  return { firstName, lastName: rest.join(" "), phone: parsePhone(typed) ? typed : "" };
}
