import { beforeAll, expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { auditLog, bookings, plumberProfiles } from "~/db/schema";
import { listDispatch } from "~/domain/admin/dispatch-list.server";
import { HOUR, MINUTE } from "~/domain/time/harare";
import { contextAt } from "../support/context";
import { createUser, signedIn } from "../support/users";
import { visit } from "../support/site";
import { currentInstant } from "../support/now";

const now = currentInstant();
const { db } = contextAt(now);
let cookie: string;
let ids = 0;

/** A request of a new client; by default asked of a new plumber so long ago, for the day after. */
async function ask(minutesAgo: number, more: Partial<typeof bookings.$inferInsert> = {}) {
  const client = await createUser(contextAt(now), "client");
  const plumber = await createUser(contextAt(now), "plumber");
  const asked = now - minutesAgo * MINUTE;
  const id = `dispatch${String(++ids).padStart(16, "0")}`;
  await db.insert(bookings).values({
    id,
    reference: `PB-D${ids}`,
    clientId: client.id,
    plumberId: plumber.id,
    status: "pending",
    startsAt: now + 26 * HOUR,
    askedAt: asked,
    createdAt: asked,
    updatedAt: asked,
    ...more,
  });
  return { id, plumber };
}
const listed = async () => (await listDispatch(db, now)).rows.map(({ id, kind }) => [id, kind]);

beforeAll(async () => {
  cookie = await signedIn(contextAt(now), await createUser(contextAt(now), "admin"));
});

test("what needs the office is one list: what is due first, then the longest wait, each booking once", async () => {
  const unanswered = await ask(200);
  const unassigned = await ask(240, { plumberId: null });
  const soon = await ask(40, { startsAt: now + 90 * MINUTE });
  const { id: stranded, plumber } = await ask(300);
  await db.run(sql`update users set suspended_at = ${now - HOUR} where id = ${plumber.id}`);
  await ask(100);
  await ask(20, { startsAt: now + 3 * HOUR });
  await ask(500, { proposedStart: now + 30 * HOUR, proposedBy: "plumber", proposals: 1 });
  expect(await listed()).toEqual([
    [soon.id, "unanswered"],
    [stranded, "stranded"],
    [unassigned.id, "unassigned"],
    [unanswered.id, "unanswered"],
  ]);
  expect((await listDispatch(db, now, "unassigned")).rows.map(({ id }) => id)).toEqual([unassigned.id]);
});

test("a suspended plumber's jobs are found however many were suspended since", async () => {
  const { id, plumber } = await ask(300);
  await db.run(sql`update users set suspended_at = ${now - 2 * HOUR} where id = ${plumber.id}`);
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
    insert into users (id, email, role, first_name, last_name, password_hash, email_verified_at, suspended_at, created_at, updated_at)
    select 'gone' || i, 'gone' || i || '@example.test', iif(i % 2, 'client', 'plumber'), 'Gone', 'User', 'x', 1, ${now - HOUR}, 1, 1 from n`);
  expect((await listDispatch(db, now, "stranded")).rows.map((row) => row.id)).toContain(id);
});

test("a plumber is reminded from the list, which then says when, and twice the same click reminds once", async () => {
  const { id } = await ask(400);
  const remind = () => visit("/admin-dashboard/dispatch?kind=unanswered", { cookie, form: { intent: `remind:${id}` } });
  const answers = [await remind(), await remind()];
  expect(answers.map((answer) => [answer.status, answer.headers.get("Location")])).toEqual([
    [303, "/admin-dashboard/dispatch?kind=unanswered"],
    [303, "/admin-dashboard/dispatch?kind=unanswered"],
  ]);
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toHaveLength(1);
  const row = (await listDispatch(db, currentInstant())).rows.find((one) => one.id === id);
  expect(row?.remindedAt).toBeGreaterThanOrEqual(now);
  expect(row?.told[0]).toMatchObject({ channel: "email" });
  expect(await (await visit("/admin-dashboard/dispatch", { cookie })).text()).toContain("Reminded ");
});

test("done in place, a reminder leaves no message for another page", async () => {
  const { id } = await ask(400);
  const remind = (form: Record<string, string>) =>
    visit("/admin-dashboard/dispatch", { cookie, form: { intent: `remind:${id}`, ...form } });
  const flashOf = (response: Response) => response.headers.getSetCookie().filter((one) => one.includes("flash"));
  expect(flashOf(await remind({ inPlace: "on" }))).toEqual([]);
  expect(flashOf(await remind({}))).toHaveLength(1);
});

test("plumbers of the suburb come first, with one statement about their time each", async () => {
  const near = await createUser(contextAt(now), "plumber", { firstName: "Nearby" });
  await db.update(plumberProfiles).set({ suburb: "Avondale" }).where(eq(plumberProfiles.userId, near.id));
  const { id } = await ask(5, { plumberId: null, suburb: "avondale, Harare", cityKey: "harare" });
  const page = await (await visit(`/admin-dashboard/dispatch/${id}?show=all`, { cookie })).text();
  expect(page).toContain("based in avondale");
  const rows = page.split("<tr data-row").slice(1);
  expect(rows[0]).toContain("Nearby");
  expect(rows[0]).toContain("same suburb");
  for (const row of rows)
    expect(row.match(/Free at|Busy until|Full that day|Outside hours|Day off|Taking a break/g)).toHaveLength(1);
});
