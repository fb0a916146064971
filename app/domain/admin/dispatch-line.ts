import { DEFAULT_SERVICE } from "../bookings/booking";
import type { Instant } from "../time/harare";
import { CITIES, cityKey } from "../values/cities";
import { fullName } from "../values/user";
import { waitingSince, type DispatchRow } from "./dispatch-list";
import { describeTold, isUnreached } from "./told";

/** A booking of Dispatch as its table says it: a page of 50 carries what it shows, and not what that follows from. */
export interface DispatchLine extends Pick<
  DispatchRow,
  "id" | "reference" | "kind" | "startsAt" | "notes" | "remindedAt"
> {
  /** Since when somebody waits (O3). */
  since: Instant;
  client: string;
  problem: string;
  /** The suburb with its city, where they are known. */
  place: string;
  /** Who was asked, how and when they were told, and whether it arrived. */
  asked: string;
  /** How much `asked` is a reason to call. */
  alarm: "long" | "tooLong" | null;
  /** Whom to call: the plumber who should answer, or the client where there is none. */
  reached: { name: string; phone: string } | null;
  /** The plumber that the client asked for, of a request that nobody has (B8). */
  preferred: { id: string; firstName: string } | null;
}

/** A booking of Dispatch as its table says it at this instant (O3). */
export function dispatchLine(row: DispatchRow, now: Instant): DispatchLine {
  const { id, reference, kind, startsAt, notes, remindedAt, serviceType, client, plumber } = row;
  const reached = kind === "unanswered" && plumber ? plumber : client;
  return {
    id,
    reference,
    kind,
    startsAt,
    notes,
    remindedAt,
    since: waitingSince(row),
    client: fullName(client),
    problem: serviceType ?? DEFAULT_SERVICE,
    place: placeOf(row),
    ...askedOf(row, now),
    reached: reached.phone ? { name: fullName(reached), phone: reached.phone } : null,
    preferred: preferredOf(row),
  };
}

function placeOf({ suburb, cityKey: key }: DispatchRow): string {
  const city = CITIES.find((one) => cityKey(one) === key) ?? key;
  if (!suburb || !city) return suburb ?? city ?? "";
  return suburb.toLowerCase().includes(city.toLowerCase()) ? suburb : `${suburb}, ${city}`;
}

function askedOf(
  { kind, plumber, preferredPlumberName, told }: DispatchRow,
  now: Instant,
): Pick<DispatchLine, "asked" | "alarm"> {
  if (!plumber)
    return { asked: preferredPlumberName ? `asked for ${preferredPlumberName}` : "nobody yet", alarm: null };
  if (kind === "stranded") return { asked: `${plumber.firstName} is suspended`, alarm: "long" };
  return {
    asked: `${plumber.firstName}: ${describeTold(told, now) || "not told"}`,
    alarm: isUnreached(told) ? "tooLong" : null,
  };
}

function preferredOf({ kind, preferredPlumberId: id, preferredPlumberName }: DispatchRow): DispatchLine["preferred"] {
  if (kind !== "unassigned" || !id) return null;
  return { id, firstName: preferredPlumberName?.split(" ")[0] ?? "" };
}
