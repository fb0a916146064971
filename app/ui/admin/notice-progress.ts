import type { Channel } from "~/domain/notices/choices";
import { formatInstant, type Instant } from "~/domain/time/harare";

interface Progress {
  channel: Channel;
  status: "queued" | "sent" | "failed" | "dropped";
  nextAttemptAt: Instant;
  sentAt: Instant | null;
  deliveredAt: Instant | null;
  seenAt: Instant | null;
  lastError: string | null;
}

/** The progress of a notice, and the reason where it stopped. */
export function progressOf(notice: Progress): string {
  const { channel, status, nextAttemptAt, sentAt, deliveredAt, seenAt, lastError } = notice;
  if (channel === "call" && status === "queued") return lastError ?? "Not told yet";
  if (channel === "call" && sentAt) return `Told ${formatInstant(sentAt)}`;
  if (seenAt) return `Seen ${formatInstant(seenAt)}`;
  if (deliveredAt) return `Delivered ${formatInstant(deliveredAt)}`;
  if (status === "sent") return `Sent ${sentAt ? formatInstant(sentAt) : ""}`.trim();
  if (status === "queued") return `Goes out ${formatInstant(nextAttemptAt)}${lastError ? ` (last: ${lastError})` : ""}`;
  return `${status === "failed" ? "Failed" : "Not sent"}${lastError ? `: ${lastError}` : ""}`;
}
