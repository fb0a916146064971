import type { Channel } from "~/db/notice-channels";
import { DEFAULT_SERVICE } from "../../bookings/booking";
import { DECIDED_WITHIN } from "../../bookings/dispute";
import { dateAt, type Instant, sayWhen, timeAt } from "../../time/harare";
import { CITIES, cityKey } from "../../values/cities";
import type { DispatchRow, ToldNotice } from "./dispatch";

/** A booking of Dispatch as its table says it: a page of 50 carries what it shows, and not what that follows from. */
export interface DispatchLine extends Pick<
  DispatchRow,
  "id" | "reference" | "kind" | "since" | "startsAt" | "remindedAt"
> {
  client: string;
  problem: string;
  place: string;
  /** Why it is here: who was asked, how and when they were told, and whether it arrived, or what went wrong. */
  asked: string;
  alarm: "long" | "tooLong" | null;
  /** Whom to call: the plumber who should answer or come, or the client where there is none; where a visit fails, both. */
  reached: { name: string; phone: string }[];
  preferred: { id: string; firstName: string } | null;
}

export function dispatchLine(row: DispatchRow, now: Instant): DispatchLine {
  const { id, reference, kind, since, startsAt, remindedAt, serviceType, client, plumber, preferred } = row;
  const called =
    kind === "unassigned" || kind === "stranded" ? [client] : kind === "unanswered" ? [plumber] : [plumber, client];
  return {
    ...{ id, reference, kind, since, startsAt, remindedAt },
    client: client.name,
    problem: serviceType ?? DEFAULT_SERVICE,
    place: placeOf(row),
    ...askedOf(row, now),
    reached: called.flatMap((side) => (side?.phone ? { name: side.name, phone: side.phone } : [])),
    preferred: preferred && { id: preferred.id, firstName: preferred.firstName },
  };
}

function placeOf({ suburb, cityKey: key }: DispatchRow): string {
  const city = CITIES.find((one) => cityKey(one) === key) ?? key;
  if (!suburb || !city) return suburb ?? city ?? "";
  return suburb.toLowerCase().includes(city.toLowerCase()) ? suburb : `${suburb}, ${city}`;
}

function askedOf(
  { kind, startsAt, onTheWayAt, plumber, preferred, told }: DispatchRow,
  now: Instant,
): Pick<DispatchLine, "asked" | "alarm"> {
  if (!plumber) return { asked: preferred ? `asked for ${preferred.name}` : "nobody yet", alarm: null };
  const { firstName } = plumber;
  switch (kind) {
    case "late":
      return {
        asked: onTheWayAt === null ? `${firstName} hasn't set off` : `${firstName} isn't there yet`,
        alarm: "tooLong",
      };
    case "missed":
      return { asked: `Missed at ${timeAt(startsAt)}: decide`, alarm: "tooLong" };
    case "overdue":
      return { asked: `Not decided within ${DECIDED_WITHIN}`, alarm: "tooLong" };
    case "open":
      return { asked: `${firstName} hasn't closed it after 24 hours`, alarm: "long" };
    case "stranded":
      return { asked: `${firstName} is suspended`, alarm: "long" };
    default:
      if (!told) return { asked: `${firstName} hasn't answered`, alarm: null };
      return {
        asked: `${firstName}: ${describeTold(told, now) || "not told"}`,
        alarm: isUnreached(told) ? "tooLong" : null,
      };
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

type Progress = "seen" | "delivered" | "sent" | "waiting" | "failed" | "not sent";

const progressOf = ({ status, seenAt, deliveredAt }: ToldNotice): Progress => {
  if (seenAt !== null) return "seen";
  if (deliveredAt !== null) return "delivered";
  if (status === "sent") return "sent";
  if (status === "queued") return "waiting";
  return status === "failed" ? "failed" : "not sent";
};

/**
 * Describes how someone was told, by the latest notice of each channel, newest first: `push delivered 9:12 am; SMS failed 9:20 am`
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

/** No notice has reached them, and none will: the office has to call (O3). */
export const isUnreached = (notices: readonly ToldNotice[]): boolean =>
  notices.every((notice) => ["failed", "not sent"].includes(progressOf(notice)));
