import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, enquiries, notices, officeNotes, plumberChecks, plumberProfiles } from "~/db/schema";
import { USUAL_FRAME } from "~/domain/email/email-template";
import { DAY, dateAt } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { visit } from "../support/site";
import { seedTownForAdmin, startFields } from "../support/town";
import { createUser } from "../support/users";

// Two admins had the same page open: each form says what it was drawn with, and the first has saved since.

const town = await seedTownForAdmin();
const { context, admin, client, plumber, enquiry, pending } = town;
const { db, now } = context;
const colleague = await createUser(context, "admin");
const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id));
const note = newId();
await db.insert(officeNotes).values({ id: note, userId: client.id, authorId: admin.id, words: "First", at: now });

type Form = Record<string, string>;
interface Case {
  path: string;
  /** What both pages were drawn with. */
  shown: Form;
  first: Form;
  second: Form;
  stored: () => Promise<unknown>;
  /** What the second page showed by the time it was sent again. */
  then: () => Promise<Form>;
}

const inbox = `/admin-dashboard/inbox/${enquiry}`;
const found = async () => (await db.select().from(enquiries).where(eq(enquiries.id, enquiry)))[0]!;
const booked = async () => (await db.select().from(bookings).where(eq(bookings.id, pending)))[0]!;
const noted = async () => (await db.select().from(officeNotes).where(eq(officeNotes.id, note)))[0]!;
const checked = async () =>
  (await db.select().from(plumberChecks).where(eq(plumberChecks.plumberId, plumber.id))).find(
    ({ kind }) => kind === "certificate",
  );
const check = { form: "certificate", kind: "certificate", nameKey: profile!.sortName, seen: "" };
const certificateOf = (text: string) => ({ ...check, note: text });
const at = (days: number) => startFields(now + days * DAY);

const CASES: Record<string, Case> = {
  "a note": {
    path: `/admin-dashboard/people/${client.id}/notes/${note}`,
    shown: { shown: "" },
    first: { words: "The first words" },
    second: { words: "The second words" },
    stored: async () => (await noted()).words,
    then: async () => ({ shown: String((await noted()).editedAt) }),
  },
  "a job's title": {
    path: `/admin-dashboard/bookings/${pending}`,
    shown: { shown: "" },
    first: { title: "The first words" },
    second: { title: "The second words" },
    stored: async () => (await booked()).title,
    then: async () => ({ shown: (await booked()).title ?? "" }),
  },
  "a check": {
    path: `/admin-dashboard/vetting/${plumber.id}`,
    shown: { shown: "" },
    first: certificateOf("The first words"),
    second: certificateOf("The second words"),
    stored: async () => (await checked())?.note,
    then: async () => ({ shown: String((await checked())?.checkedAt) }),
  },
  "an answer to a message": {
    path: inbox,
    shown: { shown: "" },
    first: { answer: "The first words" },
    second: { answer: "The second words" },
    stored: async () => (await found()).answer?.split("\n\n").at(-1),
    then: async () => ({ shown: String((await found()).answeredAt) }),
  },
  "a setting": {
    path: "/admin-dashboard/settings",
    shown: { form: "email-frame", shown: JSON.stringify(USUAL_FRAME) },
    first: { greeting: "The first words", closing: "" },
    second: { greeting: "The second words", closing: "" },
    stored: async () => null,
    then: () =>
      Promise.resolve({ form: "email-frame", shown: JSON.stringify({ greeting: "The first words", closing: "" }) }),
  },
};

const send = (path: string, form: Form) => visit(path, { cookie: town.cookies.admin, form });

test.each(Object.entries(CASES))(
  "of two admins who change %s at once the second is told, keeps the words, and can save them then",
  async (_, { path, shown, first, second, stored, then }) => {
    expect((await send(path, { ...shown, ...first })).status).toBe(303);
    const kept = await stored();
    const refused = await send(path, { ...shown, ...second });
    const page = await refused.text();
    expect(refused.status).toBe(409);
    expect(page).toContain("The second words");
    expect(await stored()).toEqual(kept);
    // The same again says the same, and the first's own form again succeeds.
    expect((await send(path, { ...shown, ...second })).status).toBe(409);
    expect((await send(path, { ...shown, ...first })).status).toBe(303);
    expect(await stored()).toEqual(kept);
    expect((await send(path, { ...(await then()), ...second })).status).toBe(303);
    if (kept !== null) expect(await stored()).toBe("The second words");
  },
);

test("of two admins who assign a message or change a visit's time at once the second is told", async () => {
  const other = await createUser(context, "admin");
  const assign = (assignee: string, shown: string) => send(inbox, { intent: "assign", assignee, shown });
  await db.update(enquiries).set({ assignedTo: null }).where(eq(enquiries.id, enquiry));
  expect((await assign(colleague.id, "")).status).toBe(303);
  expect((await assign(other.id, "")).status).toBe(409);
  expect((await found()).assignedTo).toBe(colleague.id);
  const told = sql`kind = 'enquiryAssigned' and channel = 'email'`;
  expect(await db.select({ userId: notices.userId }).from(notices).where(told)).toEqual([{ userId: colleague.id }]);
  expect((await assign(other.id, colleague.id)).status).toBe(303);

  const path = `/admin-dashboard/bookings/${pending}/reschedule`;
  const shown = String((await booked()).startsAt);
  expect((await send(path, { ...at(20), shown })).status).toBe(303);
  const moved = (await booked()).startsAt;
  expect(dateAt(moved)).toBe(dateAt(now + 20 * DAY));
  expect((await send(path, { ...at(21), shown })).status).toBe(409);
  expect((await booked()).startsAt).toBe(moved);
  // The same time again is no conflict.
  expect((await send(path, { ...at(20), shown })).status).toBe(303);
});

test("an answered message that was reopened is answered again, and both answers stay", async () => {
  await send(inbox, { answer: "The first answer", shown: "" });
  await send(inbox, { intent: "reopen" });
  const page = await (await visit(inbox, { cookie: town.cookies.admin })).text();
  expect(page).toContain("The first answer");
  expect(page).toContain('name="answer"');
  const again = { answer: "The second answer", shown: String((await found()).answeredAt) };
  for (let time = 0; time < 2; time++) expect((await send(inbox, again)).status).toBe(303);
  expect((await found()).answer).toBe("The first answer\n\nThe second answer");
  expect(await db.$count(auditLog, eq(auditLog.action, "enquiryAnswered"))).toBe(2);
});
