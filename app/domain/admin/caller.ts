import type { PublicPlumber } from "../plumbers/plumber";
import type { Instant } from "../time/harare";
import type { SlotChoices } from "../time/slot-choices";

/** A client that the office can choose: who they are, and how they can be reached. */
export interface FoundClient {
  id: string;
  firstName: string;
  lastName: string;
  /** Null: they can be reached by phone alone. */
  email: string | null;
  phone: string | null;
}

/** The choice of someone who is no client yet. */
export const SOMEONE_NEW = "new";

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
}

/** What a client has agreed to on the phone. */
export interface Consent {
  words: string;
  /** The admin who heard it. */
  adminName: string;
  at: Instant;
}
