import type { Instant } from "../time/harare";

/** Where a notice of a request leads: answering without signing in (N16). */
export const answerPath = (token: string) => `/answer?token=${token}`;

/** What someone with the link sees of the request (N16): enough to decide, and nothing of the client's home. */
export interface RequestToAnswer {
  reference: string;
  startsAt: Instant;
  serviceType: string | null;
  /** The suburb and the city; null: not given. */
  area: string | null;
  notes: string | null;
  /** How many photos of the problem there are. */
  photos: number;
  /** For the visit, in cents; null: the plumber has given none. */
  fee: number | null;
  clientFirstName: string;
}
