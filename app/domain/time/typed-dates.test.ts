import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type * as z from "zod";
import { parseBoardChoice } from "../admin/board/board";
import { callerBookingForm, choicesQuery } from "../admin/callers/caller-forms";
import { readBookingQuery } from "../admin/lists/office-lists";
import { appointmentForm, draftForm, requestForm } from "../bookings/request-schemas";
import { decisionForm } from "../money/money-forms";
import { moveForm, proposalForm } from "../bookings/transition-schemas";
import { readLedgerSpan } from "../escrow/ledger-span";
import { quoteForm } from "../money/quote-schemas";
import { checkForm } from "../vetting/vetting-forms";
import { DATE_FORMS, typedDateField } from "./date-fields";
import { dateAt, instantOf, parseTypedDate } from "./harare";

// A browser without a field for dates lets people type them (T2): whatever takes a date takes it in each form.

const WRITTEN = ["2026-12-02", "02.12.2026", "2.12.2026", "02/12/2026", "2/12/2026", " 2. 12. 2026 "];
const DAY = "2026-12-02";
const TODAY = "2026-11-29";

test.each([...WRITTEN])("%j is 2 December 2026", (text) => expect(parseTypedDate(text)).toBe(DAY));

test.each(["30.02.2026", "12/25/2026", "2.12.26", "2 December 2026", "2.12.2026.", "", "2.12/12.2026"])(
  "%j is no date that a person may type",
  (text) => expect(parseTypedDate(text)).toBeNull(),
);

test.each(["2.12.26", "02-12-2026", "2 December 2026", "2.12.2026."])(
  "a form is told how to write %j, and not that the day doesn't exist",
  (text) => expect(typedDateField("").safeParse(text).error?.issues[0]?.message).toBe(DATE_FORMS),
);

const visit = { serviceType: "Leak Fixing", suburb: "Avondale", street: "1 Road", city: "Harare", notes: "" };
const start = (appointmentDate: string) => ({ ...visit, appointmentDate, appointmentTime: "10:30 am" });
const dayOf = (startsAt: number | null | undefined) => startsAt && dateAt(startsAt);
const read = <T>(schema: z.ZodType<T>, form: object) => schema.parse(form);

/** For each file with a field for dates, what the server reads of a typed one. */
const READERS: Record<string, (date: string) => unknown> = {
  "routes/shared/reschedule.tsx": (otherDate) =>
    dayOf(read(proposalForm, { otherDate, appointmentTime: "10:30 am" }).start),
  "routes/admin/board/route.tsx": (day) => parseBoardChoice(new URLSearchParams({ day }), TODAY)?.day,
  "routes/admin/move-booking.tsx": (date) =>
    dayOf(read(moveForm, { ...start(date), plumber: "", from: "", fromStart: "0" }).start),
  "routes/admin/books.tsx": (to) => (readLedgerSpan(new URLSearchParams({ to }), TODAY) as { last: string }).last,
  "routes/admin/vetting.tsx": (lastDay) =>
    read(checkForm, { kind: "identity", lastDay, note: "", nameKey: "", seen: "" }).lastDay,
  "routes/admin/admin-bookings.tsx": (day) => readBookingQuery(new URLSearchParams({ day })).day,
  "routes/admin/new-booking/route.tsx": (date) => {
    expect(dayOf(read(callerBookingForm, start(date)).wish.startsAt)).toBe(DAY);
    return read(choicesQuery, { otherDate: date }).otherDate;
  },
  "routes/shared/money/money-form-parts.tsx": (appointmentDate) => {
    const decision = { amount: "", reason: "R", shown: "", outcome: "another-time" };
    return dayOf(read(decisionForm, { ...decision, appointmentDate, appointmentTime: "10:30 am" }).start);
  },
  "routes/plumber/quote.tsx": (validUntil) =>
    dayOf(read(quoteForm, { lines: [{ what: "Work", amount: "5" }], validUntil, note: "" }).validUntil),
  "routes/client/book.tsx": (date) => dayOf(read(requestForm, start(date)).startsAt),
};

test.each(Object.entries(READERS))("%s takes a date as it is typed", (_, reads) =>
  expect(WRITTEN.map(reads)).toEqual(WRITTEN.map(() => DAY)),
);

test("every page with a field for dates is read in that table", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
  const dated = pages.filter((file) => readFileSync(join("app", file), "utf8").includes('type="date"'));
  expect(dated.sort()).toEqual(Object.keys(READERS).sort());
});

test("the appointment page and its draft take a typed date too", () => {
  expect(dayOf(appointmentForm.parse(start("2.12.2026")).startsAt)).toBe(DAY);
  expect(draftForm.parse(start("2.12.2026")).startsAt).toBe(instantOf(DAY, 10 * 60 + 30));
});

test("a statement's days say what is wrong with them", () => {
  const said = (query: Record<string, string>) => readLedgerSpan(new URLSearchParams(query), TODAY);
  expect(said({})).toEqual({ first: "2026-10-30", last: TODAY });
  expect(said({ from: "3.11.2026", to: "1.11.2026" })).toContain("The first day is after the last one.");
  expect(said({ from: "3.11.2026", to: "3.11.2026" })).toEqual({ first: "2026-11-03", last: "2026-11-03" });
  expect(said({ from: "last week" })).toContain("02.12.2026");
});
