import { BOOKING_STATUSES, isToCome } from "../../bookings/booking";
import type { Availability } from "../../time/availability";
import { MINUTE, type Instant } from "../../time/harare";
import type { BoardRow } from "./board";

const FIELDS_PER_JOB = 5;
const withoutBreaks = (name: string) => name.replace(/\s+/g, " ");

/**
 * Packs the rows of a board as its page carries them beside their HTML: 200 plumbers weigh a third of what their objects do.
 * A row is a line of fields between tabs: id, name, the place of its hours, then five for each job, which begin after `since`.
 */
export function packRows(rows: readonly BoardRow[], since: Instant) {
  const hours = [...new Set(rows.flatMap((row) => (row.hours ? JSON.stringify(row.hours) : [])))];
  const lines = rows.map((row) =>
    [
      row.id,
      withoutBreaks(row.name),
      row.hours ? hours.indexOf(JSON.stringify(row.hours)) : "",
      ...row.jobs.flatMap(({ reference, startsAt, jobMinutes, status, client }) => [
        reference,
        (startsAt - since) / MINUTE,
        jobMinutes,
        BOOKING_STATUSES.indexOf(status),
        withoutBreaks(client),
      ]),
    ].join("\t"),
  );
  return { lines: lines.join("\n"), hours: hours.map((text) => JSON.parse(text) as Availability), since };
}

/** The rows again: what can be moved follows from the status (B13, B14). */
export function unpackRows({ lines, hours, since }: ReturnType<typeof packRows>): BoardRow[] {
  if (lines === "") return [];
  return lines.split("\n").map((line) => {
    const [id = "", name = "", place = "", ...fields] = line.split("\t");
    const jobs = Array.from({ length: fields.length / FIELDS_PER_JOB }, (_, at) => {
      const [reference = "", minute, length, nth, client = ""] = fields.slice(at * FIELDS_PER_JOB);
      const status = BOOKING_STATUSES[Number(nth)]!;
      const startsAt = since + Math.round(Number(minute) * MINUTE);
      return { reference, status, startsAt, jobMinutes: Number(length), client, isMovable: isToCome(status) };
    });
    return { id, name, hours: place === "" ? null : hours[Number(place)]!, jobs };
  });
}
