import type { ToldNotice } from "~/domain/admin/desk/dispatch";
import { formatInstant } from "~/domain/time/harare";

export function progressOf(notice: Omit<ToldNotice, "createdAt"> & { lastError: string | null }): string {
  const { channel, status, nextAttemptAt, sentAt, deliveredAt, seenAt, lastError } = notice;
  if (channel === "call" && status === "queued") return lastError ?? "Not told yet";
  if (channel === "call" && sentAt) return `Told ${formatInstant(sentAt)}`;
  const sent = sentAt ? `Sent ${formatInstant(sentAt)}` : "";
  const arrived = seenAt
    ? `Seen ${formatInstant(seenAt)}`
    : deliveredAt
      ? `Delivered ${formatInstant(deliveredAt)}`
      : "";
  if (arrived || status === "sent") return [sent, arrived].filter(Boolean).join(". ") || "Sent";
  if (status === "queued") return `Goes out ${formatInstant(nextAttemptAt)}${lastError ? ` (last: ${lastError})` : ""}`;
  return `${status === "failed" ? "Failed" : "Not sent"}${lastError ? `: ${lastError}` : ""}`;
}
