import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, enquiries, notices, officeNotes, plumberChecks } from "~/db/schema";
import { readSetting } from "~/domain/settings/settings.server";
import { DAY, dateAt, sayWhen } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { expectPage, visit } from "../support/site";
import { seedTownForAdmin, startFields } from "../support/town";
import { createCaller, createUser } from "../support/users";
import { formIn } from "../support/drawn-form";

// Two admins had the same page open: each form says what it was drawn with, and the first has saved since.

const town = await seedTownForAdmin();
const { context, admin, client, plumber, enquiry, pending } = town;
const { db, now } = context;
const colleague = await createUser(context, "admin");
const note = newId();
await db.update(bookings).set({ serviceType: "Leak Fixing" }).where(eq(bookings.id, pending));
await db.insert(officeNotes).values({ id: note, userId: client.id, authorId: admin.id, words: "First", at: now });

type Form = Record<string, string>;
interface Case {
  path: string;
  /** Fields that tell the page's form. */
  of: Form;
  first: Form;
  second: Form;
  stored: () => Promise<unknown>;
}

const inbox = `/admin-dashboard/inbox/${enquiry}`;
const found = async () => (await db.select().from(enquiries).where(eq(enquiries.id, enquiry)))[0]!;
const booked = async () => (await db.select().from(bookings).where(eq(bookings.id, pending)))[0]!;
const noted = async () => (await db.select().from(officeNotes).where(eq(officeNotes.id, note)))[0]!;
const checked = async () =>
  (await db.select().from(plumberChecks).where(eq(plumberChecks.plumberId, plumber.id))).find(
    ({ kind }) => kind === "certificate",
  );
const at = (days: number) => startFields(now + days * DAY);

const send = (path: string, form: Form) => visit(path, { cookie: town.cookies.admin, form });
const open = (path: string) => visit(path, { cookie: town.cookies.admin });

const CASES: Record<string, Case> = {
  "a note": {
    path: `/admin-dashboard/people/${client.id}/notes/${note}`,
    of: { words: "First" },
    first: { words: "The first words" },
    second: { words: "The second words" },
    stored: async () => (await noted()).words,
  },
  "a job's title": {
    path: `/admin-dashboard/bookings/${pending}`,
    of: { title: "" },
    first: { title: "The first words" },
    second: { title: "The second words" },
    stored: async () => (await booked()).title,
  },
  "a check": {
    path: `/admin-dashboard/vetting/${plumber.id}`,
    of: { kind: "certificate" },
    first: { note: "The first words" },
    second: { note: "The second words" },
    stored: async () => (await checked())?.note,
  },
  "an answer to a message": {
    path: inbox,
    of: { answer: "" },
    first: { answer: "The first words" },
    second: { answer: "The second words" },
    stored: async () => (await found()).answer?.split("\n\n").at(-1),
  },
  "a setting": {
    path: "/admin-dashboard/settings",
    of: { form: "email-frame" },
    first: { greeting: "The first words" },
    second: { greeting: "The second words" },
    stored: async () => (await readSetting(db, "email-frame")).greeting,
  },
};

test.each(Object.entries(CASES))(
  "of two admins who change %s at once the second is told, keeps the words, and can save them then",
  async (_, { path, of, first, second, stored }) => {
    const drawn = formIn(await (await open(path)).text(), of);
    expect((await send(path, { ...drawn, ...first })).status).toBe(303);
    const refused = await send(path, { ...drawn, ...second });
    const page = await refused.text();
    expect(refused.status).toBe(409);
    expect(page).toContain("The first words");
    expect(await stored()).toBe("The first words");
    // The same again says the same, and the first's own form again succeeds.
    expect((await send(path, { ...drawn, ...second })).status).toBe(409);
    expect((await send(path, { ...drawn, ...first })).status).toBe(303);
    expect(await stored()).toBe("The first words");
    expect((await send(path, formIn(page, second))).status).toBe(303);
    expect(await stored()).toBe("The second words");
  },
);

interface Merge {
  path: string;
  of: Form;
  first: Form;
  second: Form;
  /** The words beside the field that both admins changed. */
  now: string;
}

const caller = await createCaller(context, { firstName: "Chipo", lastName: "Dube" });

const MERGES: Record<string, Merge> = {
  "a booking": {
    path: `/admin-dashboard/bookings/${pending}/correct`,
    of: { street: "1 Secret Street" },
    first: { street: "1 First Street", serviceType: "Inspection" },
    second: { street: "2 Second Street", notes: "Ring twice" },
    now: "“1 First Street”",
  },
  "a caller's account": {
    path: `/admin-dashboard/people/${caller.id}/correct`,
    of: { firstName: "Chipo" },
    first: { firstName: "Chido", addressLine1: "1 First Street" },
    second: { firstName: "Chiedza", lastName: "Moyo" },
    now: "“Chido”",
  },
  "a setting": {
    path: "/admin-dashboard/settings",
    of: { form: "quiet-hours" },
    first: { quietFrom: String(20 * 60), quietUntil: String(7 * 60) },
    second: { quietFrom: String(22 * 60) },
    now: "“8:00 pm”",
  },
};

test.each(Object.entries(MERGES))(
  "an admin's second try to change %s keeps what another admin changed meanwhile",
  async (_, { path, of, first, second, now: said }) => {
    const drawn = formIn(await (await open(path)).text(), of);
    expect((await send(path, { ...drawn, ...first })).status).toBe(303);
    const refused = await send(path, { ...drawn, ...second });
    const page = await refused.text();
    expect(refused.status).toBe(409);
    const again = formIn(page, second);
    expect(again).toMatchObject({ ...first, ...second });
    // The field that both changed has the admin's own words, and says beside them what is stored.
    const error = /class="error">.*?<\/p>/s.exec(page)![0].replaceAll("<!-- -->", "");
    expect(error).toContain(said);
    expect((await send(path, again)).status).toBe(303);
    const present = formIn(await (await open(path)).text(), { ...first, ...second });
    expect(present).toMatchObject({ ...first, ...second });
  },
);

test("an admin who corrects a booking that another admin has cancelled reads their own words, to copy", async () => {
  const page = `/admin-dashboard/bookings/${town.confirmed}`;
  const drawn = formIn(await (await open(`${page}/correct`)).text(), { street: "1 Secret Street" });
  expect((await send(`${page}/cancel`, { reasonText: "The client called" })).status).toBe(303);
  const late = send(`${page}/correct`, { ...drawn, serviceType: "Inspection", notes: "Ring twice" });
  await expectPage(late, 409, /Your words, to copy.*<textarea[^>]*>Ring twice</s);
});

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
  const said = `The time has changed meanwhile: the visit is ${sayWhen(moved)}. Our office`;
  await expectPage(send(path, { ...at(21), shown }), 409, said);
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
