import type { Instant } from "../time/harare";

export const NOTE_LENGTH = 1000;

/** A note of the office about someone (O22). */
export interface OfficeNote {
  id: string;
  userId: string;
  words: string;
  authorId: string;
  authorName: string;
  at: Instant;
  editedAt: Instant | null;
}
