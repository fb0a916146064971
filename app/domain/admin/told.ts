import type { Channel } from "~/db/notice-channels";
import { dateAt, sayWhen, timeAt, type Instant } from "../time/harare";
import type { ToldNotice } from "./dispatch-list";

const NAMES: Record<Channel, string> = {
  email: "email",
  push: "push",
  whatsapp: "WhatsApp",
  sms: "SMS",
  webhook: "webhook",
  call: "call",
};

/** How far a notice got. */
type Progress = "seen" | "delivered" | "sent" | "waiting" | "failed" | "not sent";

const progressOf = ({ status, seenAt, deliveredAt }: ToldNotice): Progress => {
  if (seenAt !== null) return "seen";
  if (deliveredAt !== null) return "delivered";
  if (status === "sent") return "sent";
  if (status === "queued") return "waiting";
  return status === "failed" ? "failed" : "not sent";
};

/**
 * How someone was told, by the latest notice of each channel, newest first: `push delivered 9:12 am; SMS failed 9:20 am`
 * (O3). One that was dropped counts only where its channel has no other: it may have gone because another one had told
 * them. On another day than today the time has its date. Empty: nothing was sent.
 */
export function describeTold(notices: readonly ToldNotice[], now: Instant): string {
  const newestFirst = [...notices].sort((one, other) => other.createdAt - one.createdAt);
  const latest = new Map<Channel, ToldNotice>();
  for (const notice of newestFirst) {
    const other = latest.get(notice.channel);
    if (!other || (progressOf(other) === "not sent" && progressOf(notice) !== "not sent"))
      latest.set(notice.channel, notice);
  }
  return newestFirst
    .filter((notice) => latest.get(notice.channel) === notice)
    .map((notice) => describe(notice, now))
    .join("; ");
}

function describe(notice: ToldNotice, now: Instant): string {
  const progress = progressOf(notice);
  const name = NAMES[notice.channel];
  // A notice that waits has no time yet: it goes out then.
  if (progress === "waiting") return `${name} goes out ${when(Math.max(notice.nextAttemptAt, now), now)}`;
  return `${name} ${progress} ${when(notice.sentAt ?? notice.createdAt, now)}`;
}

const when = (instant: Instant, now: Instant): string =>
  dateAt(instant) === dateAt(now) ? timeAt(instant) : sayWhen(instant);

/** Whether nothing that was sent has reached them, and nothing more will: the office has to call (O3). */
export const isUnreached = (notices: readonly ToldNotice[]): boolean =>
  notices.every((notice) => ["failed", "not sent"].includes(progressOf(notice)));
