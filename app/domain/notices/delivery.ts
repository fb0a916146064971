import type { Channel, SentChannel, Topic } from "~/db/notice-channels";
import type { RenderedEmail } from "../email/email-template";
import { MINUTE, type Instant } from "../time/harare";
import type { AddressedNotice } from "./notice";

/** A sender claims a row for this long; another may take it only after. */
export const CLAIM = 5 * MINUTE;

/** The words of a notice for its channel: an email, or a line or two. */
export interface NoticeWords {
  email: RenderedEmail | null;
  short: AddressedNotice | null;
}

export interface QueuedNotice extends NoticeWords {
  id: string;
  kind: string;
  topic: Topic;
  channel: Channel;
  recipient: string;
  userId: string | null;
  /** From then on it is worth nothing; null: never. */
  expiresAt: Instant | null;
  createdAt: Instant;
}

/** Sends the notices of one channel. Throws a `DeliveryError` if the provider did not take one. */
export interface Sender {
  /** `signal` ends the wait for an answer. Returns the provider's id of what it took, where it has one. */
  send(notice: QueuedNotice, signal: AbortSignal): Promise<{ providerId: string | null }>;
}

export type Senders = Partial<Record<SentChannel, Sender>>;

// What becomes of a notice that the provider did not take (N3): "wait" so many milliseconds, which uses up no attempt,
// "final", "drop" because its recipient is gone, which is nobody's failure, or "retry" with growing gaps.
export type Verdict = { kind: "wait"; for: number } | { kind: "final" } | { kind: "drop" } | { kind: "retry" };

/** Why a provider did not take a notice. `code`: its own; null where it gave none. */
export class DeliveryError extends Error {
  readonly verdict: Verdict;
  readonly code: string | null;

  constructor(message: string, verdict: Verdict, code: string | null = null) {
    super(message);
    this.verdict = verdict;
    this.code = code;
  }
}

/** Reads the words for a phone or a program. Throws a final `DeliveryError` for a notice that has nothing for them. */
export function readShortNotice({ short }: Pick<QueuedNotice, "short">): AddressedNotice {
  if (!short) throw new DeliveryError("It has no words for this channel.", { kind: "final" });
  return short;
}

/** The link of a notice (N5): a booking's by its reference, which leads everyone to their own page; null: none. */
export function linkOf({ path, bookingId, reference }: AddressedNotice, origin: string): string | null {
  if (!path) return null;
  return origin + (reference && bookingId && path.endsWith(`/${bookingId}`) ? `/bookings/${reference}` : path);
}
