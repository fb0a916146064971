import type { Instant } from "../time/harare";

// A conversation by WhatsApp with Pombi itself (93), as it is kept and sent. What is asked and taken: app/whatsapp/.

/** A line of what was said, for the office. `id`: of their message. */
export interface Line {
  by: "them" | "us";
  text: string;
  at: Instant;
  id?: string;
}

/** The lines kept, and the characters of each. */
export const LINES_KEPT = 40;
export const LINE_LENGTH = 300;

/** While a person answers, nothing is asked. */
export const WITH_OFFICE = "office";
export const DONE = "done";

/** A conversation as it stands. `Answers`: the state table's own. */
export interface Dialogue<Answers> {
  id: string;
  phone: string;
  state: string;
  answers: Answers;
  said: Line[];
  misses: number;
  version: number;
  bookingId: string | null;
  takenBy: string | null;
  beganAt: Instant;
  heardAt: Instant;
  endedAt: Instant | null;
}
