import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "../booking";
import { toCalendar, type CalendarJob } from "./ical";

const job: CalendarJob = {
  id: "abc",
  reference: "PB-7K3QF2",
  service: "Leak Repair",
  status: "confirmed",
  isMissed: false,
  startsAt: Date.parse("2026-11-23T10:30:00+02:00"),
  minutes: 30,
  summary: "Leak, big; C:\\",
  location: null,
  updatedAt: 0,
  sequence: 2,
};

const write = (one: CalendarJob) => toCalendar("Jobs", "https://pombi.test", [one], ({ id }) => `/jobs/${id}`);

test("a job is an event in UTC with a lasting id, and characters that would end a value are escaped", () => {
  const lines = write(job).split("\r\n");
  for (const line of [
    "UID:abc@pombi.test",
    "DTSTART:20261123T083000Z",
    "DTEND:20261123T090000Z",
    "SEQUENCE:2",
    "STATUS:CONFIRMED",
    "SUMMARY:Leak\\, big\\; C:\\\\",
    "DESCRIPTION:PB-7K3QF2\\, Leak Repair\\nhttps://pombi.test/jobs/abc",
    "URL:https://pombi.test/jobs/abc",
  ])
    expect(lines).toContain(line);
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR", ""]);
});

test("no text starts a line of its own, and no line is longer than 75 bytes", () => {
  const nasty = "é\r\nBEGIN:VALARM\n".repeat(30);
  const text = write({ ...job, summary: nasty, location: nasty });
  for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text).not.toMatch(/(^|\n)BEGIN:VALARM/);
  expect(text.replaceAll("\r\n ", "")).toContain("é\\nBEGIN:VALARM\\n");
});

test("a missed visit is called so, and not confirmed while our office has yet to decide about it", () => {
  const missed = { ...job, isMissed: true, summary: "Leak" };
  expect(write(missed)).toContain("STATUS:TENTATIVE\r\nSUMMARY:Missed: Leak\r\n");
  expect(write({ ...missed, status: "cancelled" })).toContain("STATUS:CANCELLED\r\nSUMMARY:Missed: Leak\r\n");
});

test("every status is one that calendars know", () => {
  const known = { pending: "TENTATIVE", cancelled: "CANCELLED", refused: "CANCELLED" } as Record<string, string>;
  for (const status of BOOKING_STATUSES)
    expect(write({ ...job, status })).toContain(`STATUS:${known[status] ?? "CONFIRMED"}\r\n`);
});
