import { DEFAULT_SERVICE } from "../bookings/booking";
import { DECIDED_WITHIN } from "../bookings/dispute";
import { timeAt, type Instant } from "../time/harare";
import { CITIES, cityKey } from "../values/cities";
import type { DispatchRow } from "./dispatch-list";
import { describeTold, isUnreached } from "./told";

/** A booking of Dispatch as its table says it: a page of 50 carries what it shows, and not what that follows from. */
export interface DispatchLine extends Pick<
  DispatchRow,
  "id" | "reference" | "kind" | "since" | "startsAt" | "remindedAt"
> {
  client: string;
  problem: string;
  /** The suburb with its city, where they are known. */
  place: string;
  /** Why it is here: who was asked, how and when they were told, and whether it arrived, or what went wrong. */
  asked: string;
  /** How much `asked` is a reason to call. */
  alarm: "long" | "tooLong" | null;
  /** Whom to call: the plumber who should answer or come, or the client where there is none; where a visit fails, both. */
  reached: { name: string; phone: string }[];
  /** The plumber that the client asked for, of a request that nobody has (B8). */
  preferred: { id: string; firstName: string } | null;
}

/** A booking of Dispatch as its table says it at this instant (O3). */
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
