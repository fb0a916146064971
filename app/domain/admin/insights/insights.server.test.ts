import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, bookingEvents, bookings, insightWeeks, reviews } from "~/db/schema";
import { afterwards, completed, context, createBooking, db, payOnline } from "../../../../tests/support/money";
import { admin, client, otherClient, plumber, seedPayers } from "../../../../tests/support/payers";
import { contextAt } from "../../../../tests/support/users";
import { settleDueBookings } from "../../escrow/settlements.server";
import { DAY, HOUR, type Instant, instantOf, MINUTE } from "../../time/harare";
import { newId } from "../../values/id";
import { countWeeks, exportInsights, readInsights } from "./insights.server";

type Event = Pick<typeof bookingEvents.$inferInsert, "event" | "actorRole" | "toStatus" | "at">;

const MONDAY = instantOf("2026-11-09", 0);
const leak = { serviceType: "Leak Fixing", cityKey: "harare" } as const;
async function read(at: Instant = context.now) {
  while ((await countWeeks(contextAt(at))) > 0);
  return readInsights(db, 4, at);
}

async function live(columns: Partial<typeof bookings.$inferInsert>, events: Event[] = []): Promise<string> {
  const id = await createBooking({ startsAt: MONDAY + 5 * DAY + live.count++ * MINUTE, ...columns });
  for (const [at, event] of events.entries())
    await db.insert(bookingEvents).values({ id: newId(), bookingId: id, seq: at + 1, ...event });
  return id;
}
live.count = 0;

const rate = (bookingId: string, rating: number, hiddenAt: Instant | null = null) =>
  db.insert(reviews).values({
    id: newId(),
    bookingId,
    clientId: client.id,
    plumberId: plumber.id,
    rating,
    hiddenAt,
    createdAt: context.now,
  });

/**
 * All that a figure counts, by what changes it; of a completed job that was paid online, with an earlier one of another
 * client and an open one of the same week.
 */
interface Job {
  id: string;
  earlier: string;
  open: string;
}
const change = (id: string, columns: Partial<typeof bookings.$inferInsert>) =>
  db.update(bookings).set(columns).where(eq(bookings.id, id));
const CHANGES: Record<string, (job: Job) => PromiseLike<unknown>> = {
  "its status": ({ id }) => change(id, { status: "in-progress", completedAt: null, finalAmount: null }),
  "the status of one that is open": ({ open }) => change(open, { status: "completed" }),
  "its end": ({ id }) => change(id, { completedAt: MONDAY - 300 * DAY }),
  "its city": ({ id }) => change(id, { cityKey: "mutare" }),
  "its service": ({ id }) => change(id, { serviceType: "Other" }),
  "its final amount": ({ id }) => change(id, { finalAmount: 21_00 }),
  "the answer to its final amount": ({ id }) => change(id, { finalAnswer: "disputed" }),
  "its agreed price": ({ id }) => change(id, { agreedPrice: 1_00 }),
  "its fee": ({ id }) => change(id, { fee: 1_00 }),
  "what was paid": ({ id }) => change(id, { paidAmount: 1_00 }),
  "whose an earlier job is": ({ earlier }) => change(earlier, { clientId: client.id }),
  "its history": ({ id }) =>
    db.insert(bookingEvents).values({
      id: newId(),
      bookingId: id,
      seq: 99,
      event: "confirm",
      actorRole: "plumber",
      toStatus: "confirmed",
      at: MONDAY + HOUR,
    }),
  "its commission": () => settleDueBookings(afterwards),
  "its review": ({ id }) => rate(id, 4),
};
const CHANGES_OF_REVIEW: typeof CHANGES = {
  "the stars of its review": ({ id }) => db.update(reviews).set({ rating: 2 }).where(eq(reviews.bookingId, id)),
  "whether its review is hidden": ({ id }) =>
    db.update(reviews).set({ hiddenAt: context.now }).where(eq(reviews.bookingId, id)),
  "that its review is gone": ({ id }) => db.delete(reviews).where(eq(reviews.bookingId, id)),
};

beforeAll(seedPayers);

test("requests count in the week in which they were made, by their outcome and speed of answer", async () => {
  const at = MONDAY + 9 * HOUR;
  const confirm = { event: "confirm", actorRole: "plumber", toStatus: "confirmed" } as const;
  await live({ ...leak, createdAt: at }, [{ ...confirm, at: at + 7 * MINUTE }]);
  await live({ ...leak, createdAt: at + HOUR, status: "cancelled", startsAt: at + 30 * HOUR }, [
    { ...confirm, at: at + 26 * HOUR },
    { event: "cancel", actorRole: "client", toStatus: "cancelled", at: at + 29 * HOUR },
  ]);
  await live({ ...leak, createdAt: at, clientId: otherClient.id, status: "refused" }, [
    { event: "expire", actorRole: "system", toStatus: "refused", at: at + DAY },
  ]);
  await live({ ...leak, createdAt: at + 7 * DAY });
  const figures = { requested: 3, repeated: 1, confirmed: 2, expired: 1, clientLate: 1, waited10: 1, waitedLonger: 1 };
  expect(await read()).toEqual([{ week: "2026-11-09", ...leak, ...figures }]);
});

test("every way to cancel is counted once, by side and by how long before the start", async () => {
  const notices = [3 * DAY, DAY, 23 * HOUR, 2 * HOUR, HOUR, -HOUR];
  for (const actorRole of ["client", "plumber", "admin"] as const)
    for (const notice of notices) {
      const startsAt = MONDAY + 5 * DAY + live.count++ * MINUTE;
      await live({ createdAt: MONDAY, status: "cancelled", startsAt }, [
        { event: "cancel", actorRole, toStatus: "cancelled", at: startsAt - notice },
      ]);
    }
  const [cell] = await read();
  expect(cell).toMatchObject({ requested: 18, clientEarly: 2, plumberShort: 2, officeLate: 2, officeEarly: 2 });
});

test("jobs count in the week of their completion: settled amounts, our commission and shown ratings", async () => {
  const done = { ...leak, createdAt: MONDAY - 300 * DAY, completedAt: MONDAY + DAY };
  const paid = await completed(done);
  await payOnline(paid, 25_00);
  await settleDueBookings(afterwards);
  const disputed = await completed({ ...done, finalAmount: 90_00, finalAnswer: "disputed" });
  await rate(paid, 4);
  await rate(disputed, 1, context.now);
  const figures = { jobs: 2, priced: 1, value: 25_00, paid: 25_00, commission: 2_50, rated4: 1 };
  expect(await read()).toEqual([{ week: "2026-11-09", ...leak, ...figures }]);
});

test.each([...Object.keys(CHANGES), ...Object.keys(CHANGES_OF_REVIEW)])(
  "a week is counted again the day after something in it has changed, and not before: %s",
  async (what) => {
    const earlier = await completed({ createdAt: MONDAY - 300 * DAY, completedAt: null, clientId: otherClient.id });
    const id = await completed({ ...leak, createdAt: MONDAY, completedAt: MONDAY + DAY });
    const open = await createBooking({ ...leak, createdAt: MONDAY });
    await payOnline(id, 25_00);
    if (what in CHANGES_OF_REVIEW) await rate(id, 5);
    const before = await read();
    expect(before).toHaveLength(1);
    await (CHANGES[what] ?? CHANGES_OF_REVIEW[what])!({ id, earlier, open });
    expect(await read()).toEqual(before);
    const after = await read(context.now + DAY);
    expect(after).not.toEqual(before);
    // As the rows say by themselves.
    await db.update(insightWeeks).set({ isStale: true, countedOn: "" });
    expect(await read(context.now + DAY)).toEqual(after);
  },
);

test("weeks are counted a few at a time, first those never counted, and none that isn't over", async () => {
  const weeksAgo = [0, 1, 2, 3, 4].map((weeks) => context.now - weeks * 7 * DAY);
  for (const createdAt of weeksAgo) await live({ createdAt });
  expect(await countWeeks(context)).toBe(3);
  expect(await countWeeks(context)).toBe(1);
  expect(await countWeeks(context)).toBe(0);
  expect(await readInsights(db, 4, context.now)).toHaveLength(4);
});

test("the download has every figure of a cell in one row, and is logged", async () => {
  const cell = { week: "2026-11-09", cityKey: "harare", serviceType: "Other" };
  const cells = [
    { ...cell, requested: 2 },
    { ...cell, jobs: 1, value: 12_50 },
    { ...cell, week: "2026-11-02", cityKey: "", serviceType: "", requested: 1 },
  ];
  const [heads, first, second] = (await exportInsights(context, admin, cells)).trim().split("\r\n");
  expect(heads).toMatch(/^\uFEFF?week,city,service,requested,repeated,.*waited_5,.*,jobs,priced,value_usd,.*,rated_1/);
  expect(first).toMatch(/^2026-11-02,,,1,0/);
  expect(second).toMatch(/^2026-11-09,Harare,Other,2,0,.*,1,0,12\.50,0\.00/);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.adminId, admin.id));
  expect(entry).toMatchObject({ action: "dataExported", subjectId: "insights" });
});
