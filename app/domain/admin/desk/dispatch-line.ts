import type { Channel } from "~/db/notice-channels";
import { DEFAULT_SERVICE } from "../../bookings/booking";
import { DECIDED_WITHIN } from "../../bookings/dispute";
import { dateAt, type Instant, sayWhen, timeAt } from "../../time/harare";
import { CITIES, cityKey } from "../../values/cities";
import type { DispatchRow, ToldNotice, Urgency } from "./dispatch";

// Not in `dispatch.ts`: the office's shared script would carry what this imports.

/**
 * A booking of Dispatch as its table says it: a page of 50 carries only what it shows. `reached` is whom to call: the plumber who
 * should answer or come, or the client if nobody should; both for a visit that fails.
 */
export function dispatchLine(row: DispatchRow, now: Instant) {
  const { id, reference, kind, since, startsAt, remindedAt, serviceType, client, plumber, preferred } = row;
  const called =
    kind === "unassigned" || kind === "stranded" ? [client] : kind === "unanswered" ? [plumber] : [plumber, client];
  const [asked, alarm] = askedOf(row, now);
  return {
    ...{ id, reference, kind, since, startsAt, remindedAt, asked, alarm },
    client: client.name,
    problem: serviceType ?? DEFAULT_SERVICE,
    place: placeOf(row),
    reached: called.flatMap((side) => (side?.phone ? { name: side.name, phone: side.phone } : [])),
    preferred: preferred && { id: preferred.id, firstName: preferred.firstName },
  };
}
export type DispatchLine = ReturnType<typeof dispatchLine>;

function placeOf({ suburb, cityKey: key }: DispatchRow): string {
  const city = CITIES.find((one) => cityKey(one) === key) ?? key;
  if (!suburb || !city) return suburb ?? city ?? "";
  return suburb.toLowerCase().includes(city.toLowerCase()) ? suburb : `${suburb}, ${city}`;
}

/** Says why a booking is here: who was asked, how they were told, and whether it arrived, or what went wrong. */
function askedOf(
  { kind, startsAt, onTheWayAt, plumber, preferred, told }: DispatchRow,
  now: Instant,
): [asked: string, alarm: Exclude<Urgency, "short"> | null] {
  if (!plumber) return [preferred ? `asked for ${preferred.name}` : "nobody yet", null];
  const { firstName } = plumber;
  switch (kind) {
    case "late":
      return [`${firstName} ${onTheWayAt === null ? "hasn't set off" : "isn't there yet"}`, "tooLong"];
    case "missed":
      return [`Missed at ${timeAt(startsAt)}: decide`, "tooLong"];
    case "overdue":
      return [`Not decided within ${DECIDED_WITHIN}`, "tooLong"];
    case "open":
      return [`${firstName} hasn't closed it after 24 hours`, "long"];
    case "stranded":
      return [`${firstName} is suspended`, "long"];
    default:
      if (!told) return [`${firstName} hasn't answered`, null];
      return [`${firstName}: ${describeTold(told, now) || "not told"}`, isUnreached(told) ? "tooLong" : null];
  }
}

const NAMES: Record<Channel, string> = {
  email: "email",
  push: "push",
  whatsapp: "WhatsApp",
  sms: "SMS",
  webhook: "webhook",
  call: "call",
};

const progressOf = ({ status, seenAt, deliveredAt }: ToldNotice) => {
  if (seenAt !== null) return "seen";
  if (deliveredAt !== null) return "delivered";
  if (status === "sent") return "sent";
  if (status === "queued") return "goes out";
  return status === "failed" ? "failed" : "not sent";
};

/**
 * Describes how someone was told, by the latest notice of each channel, newest first: `push delivered 9:12 am; SMS failed 9:20 am`
 * (O3). A dropped one counts only if its channel has no other. Empty: nothing was sent.
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
    .map((notice) => {
      const progress = progressOf(notice);
      const isWaiting = progress === "goes out";
      const at = isWaiting ? Math.max(notice.nextAttemptAt, now) : (notice.sentAt ?? notice.createdAt);
      const when = dateAt(at) === dateAt(now) ? timeAt(at) : sayWhen(at);
      return `${NAMES[notice.channel]} ${progress} ${when}`;
    })
    .join("; ");
}

/** True if no notice has reached them, and none will: the office has to call (O3). */
export const isUnreached = (notices: readonly ToldNotice[]): boolean =>
  notices.every((notice) => ["failed", "not sent"].includes(progressOf(notice)));
