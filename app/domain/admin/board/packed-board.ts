import { BOOKING_STATUSES, isToCome } from "../../bookings/booking";
import type { Availability } from "../../time/availability";
import { MINUTE, type Instant } from "../../time/harare";
import type { BoardRow } from "./board";

const FIELDS = "\t";
const LINES = "\n";
const FIELDS_PER_JOB = 5;
const withoutBreaks = (name: string) => name.replace(/\s+/g, " ");

/**
 * Packs the rows of a board as its page carries them beside their HTML: 200 plumbers weigh a third of what their objects do.
 * A row is a line of fields between tabs: id, name, the place of its hours, then five for each job, which begin after `since`.
 */
export function packRows(rows: readonly BoardRow[], since: Instant) {
  const hours = new Map<string, { place: number; value: Availability }>();
  const placeOf = (value: Availability) => {
    const key = JSON.stringify(value);
    const known = hours.get(key) ?? { place: hours.size, value };
    hours.set(key, known);
    return known.place;
  };
  const lines = rows.map((row) =>
    [
      row.id,
      withoutBreaks(row.name),
      row.hours ? placeOf(row.hours) : "",
      ...row.jobs.flatMap(({ reference, startsAt, jobMinutes, status, client }) => [
        reference,
        (startsAt - since) / MINUTE,
        jobMinutes,
        BOOKING_STATUSES.indexOf(status),
        withoutBreaks(client),
      ]),
    ].join(FIELDS),
  );
  return { lines: lines.join(LINES), hours: [...hours.values()].map(({ value }) => value), since };
}

/** The rows again: what can be moved follows from the status (B13, B14). */
export function unpackRows({ lines, hours, since }: ReturnType<typeof packRows>): BoardRow[] {
  if (lines === "") return [];
  return lines.split(LINES).map((line) => {
    const [id = "", name = "", place = "", ...fields] = line.split(FIELDS);
    const jobs = Array.from({ length: fields.length / FIELDS_PER_JOB }, (_, at) => {
      const [reference, minute, length, status, client] = fields.slice(
        at * FIELDS_PER_JOB,
        (at + 1) * FIELDS_PER_JOB,
      ) as JobFields;
      return {
        reference,
        status: BOOKING_STATUSES[Number(status)]!,
        startsAt: since + Math.round(Number(minute) * MINUTE),
        jobMinutes: Number(length),
        client,
        isMovable: isToCome(BOOKING_STATUSES[Number(status)]!),
      };
    });
    return { id, name, hours: place === "" ? null : hours[Number(place)]!, jobs };
  });
}
type JobFields = [reference: string, minute: string, length: string, status: string, client: string];
