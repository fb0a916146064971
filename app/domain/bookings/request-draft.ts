import { HOUR, type Instant } from "../time/harare";
import type { PrivatePhoto } from "../photos/photo";

/** How long a request that was filled in but not sent is kept (B28). */
export const DRAFT_LIFE = 48 * HOUR;

/** A request that somebody has filled in but not sent (B28). What is null was left empty. */
export interface RequestDraft {
  id: string;
  plumberId: string;
  startsAt: Instant | null;
  serviceType: string | null;
  suburb: string | null;
  street: string | null;
  pin: string | null;
  notes: string | null;
  photos: Pick<PrivatePhoto, "id">[];
}
