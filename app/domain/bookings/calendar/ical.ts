import type { Booking } from "../booking-views";
import { MINUTE, type Instant } from "../../time/harare";
import { phaseOf, type Phase } from "../booking";
import { isUndecided } from "../booking-machine";

/** A job as calendars know it. */
export interface CalendarJob extends Pick<
  Booking,
  "id" | "reference" | "status" | "startsAt" | "location" | "isMissed"
> {
  service: string;
  summary: string;
  minutes: number;
  /** Grows with each change. */
  sequence: number;
  updatedAt: Instant;
}

const STATUS: Record<Phase, "TENTATIVE" | "CONFIRMED" | "CANCELLED"> = {
  requested: "TENTATIVE",
  agreed: "CONFIRMED",
  "under way": "CONFIRMED",
  done: "CONFIRMED",
  "called off": "CANCELLED",
};

const stamp = (instant: Instant) => `${new Date(instant).toISOString().replace(/[-:]/g, "").slice(0, 15)}Z`;
const escape = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A line of iCalendar holds 75 bytes; a longer one continues on the next line, after a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > (lines.length === 0 ? 75 : 74)) {
      lines.push(part);
      part = "";
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...lines, part].join("\r\n ");
}

/** Jobs as an iCalendar file (RFC 5545); the host of `origin` makes their lasting ids unique. */
export function toCalendar(name: string, origin: string, jobs: CalendarJob[], pageOf: (job: CalendarJob) => string) {
  const host = new URL(origin).hostname;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Jobs//EN`,
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escape(name)}`,
    ...jobs.flatMap((job) => [
      "BEGIN:VEVENT",
      `UID:${job.id}@${host}`,
      `DTSTAMP:${stamp(job.updatedAt)}`,
      `DTSTART:${stamp(job.startsAt)}`,
      `DTEND:${stamp(job.startsAt + job.minutes * MINUTE)}`,
      `SEQUENCE:${job.sequence}`,
      `STATUS:${isUndecided(job) ? "TENTATIVE" : STATUS[phaseOf(job.status)]}`,
      `SUMMARY:${escape(job.isMissed ? `Missed: ${job.summary}` : job.summary)}`,
      ...(job.location ? [`LOCATION:${escape(job.location)}`] : []),
      `DESCRIPTION:${escape(`${job.reference}, ${job.service}\n${origin}${pageOf(job)}`)}`,
      `URL:${origin}${pageOf(job)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}
