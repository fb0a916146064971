import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, jobTallies, requestTallies, reviews } from "~/db/schema";
import { contextAt, NINE_O_CLOCK } from "../../../tests/support/context";
import { holdTallies } from "../../../tests/support/insights";
import { payOnline, seedPayers } from "../../../tests/support/money";
import { seededRandom } from "../../../tests/support/random";
import { createUser } from "../../../tests/support/users";
import { assignBooking } from "../bookings/commands/assignment.server";
import { findBookablePlumber, requestBooking } from "../bookings/commands/booking-requests.server";
import { expireRequests, transitionBooking } from "../bookings/commands/booking-transitions.server";
import { SERVICE_TYPES } from "../bookings/booking";
import type { BookingTransition } from "../bookings/booking-machine";
import { findBookingFor } from "../bookings/queries/booking-details.server";
import { decideFinal, disputeFinal } from "../money/final-amount.server";
import { confirmPayment, recordPayment } from "../money/payments.server";
import { settleDueBookings } from "../online-payments/settlements.server";
import { hideReview, restoreReview } from "../reviews/moderation.server";
import { leaveReview } from "../reviews/reviews.server";
import { addDays, dateAt, DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { sumOf, type Figures } from "./insights";
import { exportInsights, readInsights } from "./insights.server";

const { db } = contextAt();
const wish = (startsAt: number, serviceType: (typeof SERVICE_TYPES)[number] | null, street: string | null) => ({
  startsAt,
  serviceType,
  suburb: null,
  street,
  pin: null,
  notes: null,
});

test("after a random life of bookings, money and reviews the stored sums are what one counts from the rows", async () => {
  const admin = await createUser(contextAt(), "admin");
  const clients = await Promise.all(Array.from({ length: 6 }, () => createUser(contextAt(), "client")));
  const ours = clients.map(({ id }) => id);
  const plumbers = await Promise.all(
    ["Harare", "Harare", "Gweru", "Mutare"].map((city) => createUser(contextAt(), "plumber", { city })),
  );
  const random = seededRandom(23);
  const pick = <One>(list: readonly One[]): One => list[random(list.length)]!;
  let now = NINE_O_CLOCK;
  for (let step = 0; step < 70; step++) {
    now += pick([2 * MINUTE, 25 * MINUTE, 3 * HOUR, 9 * HOUR]);
    const context = contextAt(now);
    if (random(3) === 0) {
      const start = instantOf(addDays(dateAt(now), 1 + random(3)), 600 + 30 * random(22));
      const plumber = random(4) === 0 ? null : await findBookablePlumber(db, pick(plumbers).id);
      const street = pick([null, "1 Road, Gweru", "2 Road, Harare"]);
      await requestBooking(context, pick(clients), plumber, wish(start, pick([...SERVICE_TYPES, null]), street));
      continue;
    }
    // Only those that something can happen to.
    const isOpen = sql`status in ('pending', 'confirmed', 'in-progress')`;
    const [row] = await db
      .select()
      .from(bookings)
      .where(and(inArray(bookings.clientId, ours), random(3) === 0 ? sql`status = 'completed'` : isOpen))
      .orderBy(sql`(rowid * ${random(997) + 1}) % 991`)
      .limit(1);
    if (!row) continue;
    const client = clients.find(({ id }) => id === row.clientId)!;
    const plumber = plumbers.find(({ id }) => id === row.plumberId);
    const booking = (await findBookingFor(db, admin, row.id))!;
    const later = contextAt(row.startsAt + 2 * HOUR);
    const transition = (actor: AuthenticatedUser, name: BookingTransition, at = context) =>
      transitionBooking(at, actor, booking, name);
    const assign = async () => {
      const bookable = (await findBookablePlumber(db, pick(plumbers).id))!;
      await assignBooking(context, admin, booking, bookable, row.plumberId);
    };
    const finish = (amount: number) =>
      transitionBooking(later, plumber ?? admin, booking, "complete", {
        final: { amount, reason: "More pipes", isSure: true },
      });
    const cancel = () =>
      transition(
        pick([client, plumber ?? admin, admin]),
        "cancel",
        pick([context, contextAt(row.startsAt - 5 * HOUR), later]),
      );
    const moderate = async (act: typeof hideReview) => {
      const [review] = await db.select().from(reviews).where(eq(reviews.bookingId, row.id));
      if (review) await act(context, admin, review.id, "Rude");
    };
    const pay = async () => {
      const id = newId();
      await recordPayment(later, client, booking, { id, amount: 5_00, method: "cash" });
      if (plumber) await confirmPayment(later, plumber, booking, { id, amount: 5_00 });
    };
    const acts: Record<string, (() => Promise<unknown>)[]> = {
      unassigned: [assign, assign, cancel],
      pending: [
        () => transition(plumber!, "confirm"),
        () => transition(plumber!, "confirm"),
        () => transition(plumber!, "refuse"),
        assign,
        cancel,
      ],
      confirmed: [() => finish(25_00), () => finish(70_00), cancel, assign, () => transition(admin, "start", later)],
      "in-progress": [() => finish(20_00)],
      completed: [
        () => leaveReview(later, client, { bookingId: row.id, rating: pick([1, 2, 3, 4, 5] as const), comment: null }),
        () => moderate(hideReview),
        () => moderate(restoreReview),
        () => disputeFinal(later, client, booking, row.finalAmount!, "No"),
        () => decideFinal(later, admin, booking, 22_00, "Half"),
        pay,
        () => transition(plumber!, "reopen", later),
      ],
    };
    await pick(acts[row.plumberId === null ? "unassigned" : row.status]!)();
    if (step % 40 === 0) await expireRequests(contextAt(now + DAY));
  }
  await holdTallies(db);
  const [requests, jobs] = await Promise.all([db.select().from(requestTallies), db.select().from(jobTallies)]);
  const lived = sumOf([...requests, ...jobs] as Partial<Figures>[]);
  for (const name of ["confirmed", "completed"] as const) expect(lived[name], name).toBeGreaterThan(0);
  expect(new Set(requests.map(({ week }) => week)).size).toBeGreaterThan(1);
}, 30_000);

test("the commission of a job counts in the week of its completion", async () => {
  await seedPayers();
  const context = contextAt();
  const [client, plumber] = [
    await createUser(context, "client"),
    await createUser(context, "plumber", { city: "Masvingo" }),
  ];
  const start = instantOf("2026-11-25", 600);
  const made = await requestBooking(
    context,
    client,
    (await findBookablePlumber(db, plumber.id))!,
    wish(start, "Other", null),
  );
  if (!made.ok) throw new Error(made.reason);
  const booking = async () => (await findBookingFor(db, plumber, made.id))!;
  await db.run(
    sql`update bookings set preferred_plumber_id = null, plumber_id = ${plumber.id}, city_key = 'masvingo' where id = ${made.id}`,
  );
  await transitionBooking(context, plumber, await booking(), "confirm");
  await payOnline(made.id, 25_00);
  await transitionBooking(contextAt(start + HOUR), plumber, await booking(), "complete");
  await settleDueBookings(contextAt(start + 3 * DAY));
  const [job] = await db.select().from(jobTallies).where(eq(jobTallies.cityKey, "masvingo"));
  expect(job).toMatchObject({ week: "2026-11-23", jobs: 1, value: 25_00, paid: 25_00, commission: 2_50 });
});

test("whole weeks are compared with as many before, and the download has every figure of both", async () => {
  const cell = (week: string, cityKey: string, requested: number) => ({
    week,
    cityKey,
    serviceType: "Other",
    requested,
  });
  const cells = [
    cell("2026-11-16", "harare", 90), // this week: not over yet
    cell("2026-11-09", "harare", 5),
    cell("2026-10-19", "gweru", 4),
    cell("2026-10-12", "harare", 3),
    cell("2026-09-21", "harare", 2),
    cell("2026-09-14", "harare", 80),
  ];
  // One by one: together they have more values than D1 binds.
  for (const values of cells) await db.insert(requestTallies).values(values);
  await db.insert(jobTallies).values({ week: "2026-11-09", cityKey: "", serviceType: "", jobs: 1, value: 12_00 });
  const query = { weeks: 4, city: null, service: null } as const;
  const all = await readInsights(db, query, NINE_O_CLOCK);
  expect(all.total).toMatchObject({ now: { requested: 9, jobs: 1, value: 12_00 }, before: { requested: 5, jobs: 0 } });
  expect(all.weeks.map(({ monday, now, before }) => [monday, now.requested, before.requested])).toEqual([
    ["2026-10-19", 4, 2],
    ["2026-10-26", 0, 0],
    ["2026-11-02", 0, 0],
    ["2026-11-09", 5, 3],
  ]);
  expect(all.cities.map(({ key, now }) => [key, now.requested])).toEqual([
    ["harare", 5],
    ["gweru", 4],
    ["", 0],
  ]);
  const ofGweru = await readInsights(db, { ...query, city: "gweru" }, NINE_O_CLOCK);
  expect(ofGweru.total).toMatchObject({ now: { requested: 4 }, before: { requested: 0 } });

  const admin = await createUser(contextAt(), "admin");
  const lines = (await exportInsights(contextAt(), admin, query)).trim().split("\r\n");
  expect(lines[0]).toMatch(
    /^\uFEFF?week,city,service,requested,repeated,.*waited_5,.*,value_usd,paid_usd,commission_usd,rated_1/,
  );
  expect(lines.slice(1).map((line) => line.split(",").slice(0, 4).join(","))).toEqual([
    "2026-09-21,Harare,Other,2",
    "2026-10-12,Harare,Other,3",
    "2026-10-19,Gweru,Other,4",
    "2026-11-09,,,0",
    "2026-11-09,Harare,Other,5",
  ]);
  expect(await db.select().from(auditLog).where(eq(auditLog.adminId, admin.id))).toMatchObject([
    { action: "dataExported", subjectId: "insights" },
  ]);
});
