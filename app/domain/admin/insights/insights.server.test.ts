import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, bookingEvents, type bookings, reviews } from "~/db/schema";
import { afterwards, completed, context, createBooking, db, payOnline } from "../../../../tests/support/money";
import { admin, client, otherClient, plumber, seedPayers } from "../../../../tests/support/payers";
import { settleDueBookings } from "../../escrow/settlements.server";
import { DAY, HOUR, instantOf, MINUTE } from "../../time/harare";
import { newId } from "../../values/id";
import { exportInsights, readInsights } from "./insights.server";

type Event = Pick<typeof bookingEvents.$inferInsert, "event" | "actorRole" | "toStatus" | "at">;

const MONDAY = instantOf("2026-11-09", 0);
const leak = { serviceType: "Leak Fixing", cityKey: "harare" } as const;
const read = async (weeks = 4) =>
  (await readInsights(db, weeks, context.now)).map((cell) =>
    Object.fromEntries(Object.entries(cell).filter(([, figure]) => figure !== 0)),
  );

async function live(columns: Partial<typeof bookings.$inferInsert>, events: Event[] = []): Promise<string> {
  const id = await createBooking({ startsAt: MONDAY + 5 * DAY + live.count++ * MINUTE, ...columns });
  for (const event of events) await db.insert(bookingEvents).values({ id: newId(), bookingId: id, ...event });
  return id;
}
live.count = 0;

beforeAll(seedPayers);

test("requests count in the week in which they were made, by what became of them and when they were answered", async () => {
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
  const review = { clientId: client.id, plumberId: plumber.id, createdAt: context.now };
  await db.insert(reviews).values({ ...review, id: newId(), bookingId: paid, rating: 4 });
  await db.insert(reviews).values({ ...review, id: newId(), bookingId: disputed, rating: 1, hiddenAt: context.now });
  const figures = { jobs: 2, priced: 1, value: 25_00, paid: 25_00, commission: 2_50, rated4: 1 };
  expect(await read()).toEqual([{ week: "2026-11-09", ...leak, ...figures }]);
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
