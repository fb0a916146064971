import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { notices } from "~/db/schema";
import { visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
const page = (id = town.pending) => `/admin-dashboard/bookings/${id}`;
const remind = (id = town.pending) =>
  visit(page(id), { cookie: town.cookies.admin, form: { intent: "remindPlumber" } });

beforeAll(async () => {
  town = await seedTownForAdmin();
});

test("the office reads which notices of a booking went out, on which channel, and how far they got", async () => {
  const { db, now } = town.context;
  await db
    .update(notices)
    .set({ status: "sent", sentAt: now, deliveredAt: now, seenAt: now })
    .where(eq(notices.bookingId, town.pending));
  await db.insert(notices).values({
    id: "unsent",
    kind: "bookingRequested",
    topic: "requests",
    causeId: town.pending,
    channel: "sms",
    recipient: "+263771234567",
    userId: town.plumber.id,
    bookingId: town.pending,
    subject: "Rudo wants to book you",
    status: "failed",
    lastError: "Invalid number",
    nextAttemptAt: now,
    createdAt: now,
  });
  const text = await (await visit(page(), { cookie: town.cookies.admin })).text();
  expect(text).toMatch(/<b>Plumber<\/b>, (<!-- -->)?text message/);
  expect(text).toContain("Failed: Invalid number");
  expect(text).toMatch(/Seen \w{3} \d/);
  // What it said is in nobody's sight.
  expect(text).not.toContain("+263771234567");
});

test("the office reminds a plumber at once; a second press within half an hour sends nothing more", async () => {
  for (let turn = 0; turn < 2; turn++) expect((await remind()).status).toBe(303);
  const sent = await town.context.db.select().from(notices).where(eq(notices.kind, "requestUnanswered"));
  expect(sent.map(({ userId, bookingId }) => [userId, bookingId])).toEqual([[town.plumber.id, town.pending]]);
  const text = await (await visit(page(town.pending), { cookie: town.cookies.admin })).text();
  expect(text).toContain("The plumber was reminded at ");
  expect(text).not.toContain("Remind the plumber now");
});

test("a booking that waits for nobody's answer has no such button, and refuses it", async () => {
  const text = await (await visit(page(town.confirmed), { cookie: town.cookies.admin })).text();
  expect(text).not.toContain("Remind the plumber now");
  const refused = await remind(town.confirmed);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("no longer waits for a plumber");
});
