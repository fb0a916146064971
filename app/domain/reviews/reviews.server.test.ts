import { eq, sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { dailyTallies, notices, plumberProfiles, ratedPairs, reviews } from "~/db/schema";
import { context, contextAt, createUser, createUsers, db, now } from "../../../tests/support/users";
import { seededRandom } from "../../../tests/support/random";
import type { AuthenticatedUser } from "../values/user";
import type { BookingStatus } from "../bookings/booking";
import { DAY, HOUR, MINUTE } from "../time/harare";
import { hideReview, restoreReview, reviewList, showHeldReview } from "./moderation.server";
import type { Rating } from "./review";
import { listReviewsBy, listReviewsOf, listReviewable } from "./review-views.server";
import { hasReviewed, leaveReview, listTestimonials, setJobShown } from "./reviews.server";
import { pageRange, requirePart, FIRST_PAGE } from "../values/lists";
import { insertBooking } from "../../../tests/support/money-rows";
import { setBooking } from "../../../tests/support/town";

const [client, other, plumber] = await createUsers(context, "client", "client", "plumber");
let count = 0;

async function job(status: BookingStatus = "completed", owner = client, trade: AuthenticatedUser | null = plumber) {
  const startsAt = now - DAY + ++count * MINUTE;
  return insertBooking(context, { clientId: owner.id, plumberId: trade?.id ?? null, status, startsAt, fee: null });
}
const review = (bookingId: string, rating: Rating = 5, by: AuthenticatedUser = client, at = now) =>
  leaveReview(contextAt(at), by, { bookingId, rating, comment: null });

test("many reviews of one job at once are one row, and the others are told", async () => {
  const id = await job();
  const results = await Promise.all(Array.from({ length: 5 }, () => review(id, 4)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of results) if (!result.ok) expect(result.reason).toBe("alreadyReviewed");
  expect(await db.$count(reviews, eq(reviews.bookingId, id))).toBe(1);
  const another = await job();
  const has = (writer: AuthenticatedUser) =>
    Promise.all([id, another, null].map((about) => hasReviewed(db, writer.id, plumber.id, about)));
  expect([await has(client), await has(other)]).toEqual([
    [true, false, true],
    [false, false, false],
  ]);
});

test("a job that isn't done or isn't there is not to be reviewed, and no job is done without a plumber", async () => {
  for (const id of [await job("in-progress"), "nobody"])
    expect(await review(id)).toEqual({ ok: false, reason: "notReviewable" });
  await expect(job("completed", client, null)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("bookings_plumber") },
  });
});

test("jobs to review are the client's own with that plumber, also if started early, until reviewed", async () => {
  const [somebody, trade] = await createUsers(context, "client", "plumber");
  const first = await job("completed", somebody, trade);
  const second = await job("completed", somebody);
  await job("confirmed", somebody, trade);
  await setBooking(context, second, { startsAt: now + HOUR });
  const waiting = async (by: string | null = null) => (await listReviewable(db, somebody.id, by)).map(({ id }) => id);
  expect(await waiting()).toEqual([second, first]);
  expect(await waiting(trade.id)).toEqual([first]);
  await review(first, 3, somebody);
  expect(await waiting()).toEqual([second]);
  expect(await review(second, 3, somebody)).toMatchObject({ ok: true });
  expect(requirePart(await listReviewsBy(db, somebody.id, pageRange(null, 20))).items).toHaveLength(2);
});

const reviewsWhere = (condition: SQL) => db.select().from(reviews).where(condition);

/** The figures of a plumber as they have to be stored, from the rows alone: each client counts in the rank once, by their mean. */
async function figuresFromRows(plumberId: string) {
  const rows = await reviewsWhere(sql`plumber_id = ${plumberId} and hidden_at is null`);
  const sumOf = (ratings: number[]) => ratings.reduce((sum, rating) => sum + rating, 0);
  const byClient = [...new Set(rows.map(({ clientId }) => clientId))].map((clientId) =>
    rows.filter((row) => row.clientId === clientId).map(({ rating }) => rating),
  );
  const means = byClient.map((ratings) => sumOf(ratings) / ratings.length);
  return {
    ratingSum: sumOf(rows.map(({ rating }) => rating)),
    ratingCount: rows.length,
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((stars) => [`rated${stars}`, rows.filter(({ rating }) => rating === stars).length]),
    ),
    rankSum: sumOf(byClient.map((ratings) => Math.floor((720_720 * sumOf(ratings)) / ratings.length))),
    rankCount: byClient.length,
    rankScore: Math.floor((1000 * (5 * 4 + sumOf(means))) / (5 + means.length) + 1e-6),
  };
}
const profileOf = async (plumberId: string) =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumberId)))[0]!;

test("stored figures match the rows after random reviews by many, at once, hidden and shown again", async () => {
  const admin = await createUser(context, "admin");
  const trades = await Promise.all([1, 2, 3].map(() => createUser(context, "plumber")));
  // As if five pairs had given 4.00 before.
  expect(await profileOf(trades[0]!.id)).toMatchObject({ rankScore: 4000, rankOrder: -4000 });
  const clients = await Promise.all(Array.from({ length: 5 }, () => createUser(context, "client")));
  const random = seededRandom(5);
  const jobs = await Promise.all(
    Array.from({ length: 36 }, async () => {
      const owner = clients[random(5)]!;
      return { id: await job("completed", owner, trades[random(3)]!), owner };
    }),
  );
  const twice = [...jobs, ...jobs.slice(0, 9)];
  await Promise.all(twice.map(({ id, owner }) => review(id, (1 + random(5)) as Rating, owner)));
  for (const trade of trades) expect(await profileOf(trade.id)).toMatchObject(await figuresFromRows(trade.id));

  const rows = await reviewsWhere(sql`plumber_id in ${trades.map(({ id }) => id)}`);
  const written = jobs.map(({ id }) => rows.find(({ bookingId }) => bookingId === id)!);
  const decide = () => (random(3) === 0 ? restoreReview : hideReview);
  const any = () => written[random(written.length)]!.id;
  await Promise.all(Array.from({ length: 40 }, () => decide()(context, admin, any(), "Random")));
  for (const trade of trades) {
    const figures = await figuresFromRows(trade.id);
    expect(figures.ratingCount).toBeGreaterThan(0);
    expect(figures.ratingCount).toBeLessThan(written.filter(({ plumberId }) => plumberId === trade.id).length);
    expect(await profileOf(trade.id)).toMatchObject(figures);
    const [tally] = await db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, trade.id));
    expect(tally).toMatchObject({ reviews: figures.ratingCount, ratingSum: figures.ratingSum });
  }
  const isRated = sql`plumber_id = ${trades[0]!.id} and rating_count > 0`;
  const [pair] = await db.select().from(ratedPairs).where(isRated);
  const isTheirs = sql`client_id = ${pair!.clientId} and plumber_id = ${pair!.plumberId}`;
  const theirs = await reviewsWhere(isTheirs);
  for (const { id } of theirs) await hideReview(context, admin, id, "All of them");
  expect(await profileOf(trades[0]!.id)).toMatchObject(await figuresFromRows(trades[0]!.id));
  await restoreReview(context, admin, theirs[0]!.id);
  expect(await profileOf(trades[0]!.id)).toMatchObject(await figuresFromRows(trades[0]!.id));
});

test("a fourth review at once by new clients waits, unseen and uncounted, until the office shows it", async () => {
  const [trade, elsewhere, admin] = await createUsers(context, "plumber", "plumber", "admin");
  const newcomers = await Promise.all(Array.from({ length: 6 }, () => createUser(context, "client")));
  const write = async (by: typeof client, at = now) => {
    const id = await job("completed", by, trade);
    const left = await review(id, 5, by, at);
    if (!left.ok) throw new Error(left.reason);
    return { id, isHeldBack: left.isHeldBack };
  };
  for (const by of newcomers.slice(0, 3)) expect((await write(by)).isHeldBack).toBe(false);
  const held = await write(newcomers[3]!);
  expect(held.isHeldBack).toBe(true);
  // Another one by the same client doesn't slip through, one by a client who was let in does: their pair counts already.
  expect((await write(newcomers[3]!)).isHeldBack).toBe(true);
  expect((await write(newcomers[0]!)).isHeldBack).toBe(false);
  // Nor does a client who has had another plumber's job done wait.
  await job("completed", newcomers[4], elsewhere);
  expect((await write(newcomers[4]!)).isHeldBack).toBe(false);
  const five = { ...(await figuresFromRows(trade.id)), ratingCount: 5, rankCount: 4 };
  expect(await profileOf(trade.id)).toMatchObject(five);
  expect(requirePart(await listReviewsOf(db, trade.id, pageRange(null, 20))).items).toHaveLength(5);
  // Both were written at the same instant: their order is chance.
  const own = requirePart(await listReviewsBy(db, newcomers[3]!.id, pageRange(null, 20))).items;
  expect(own.find(({ bookingId }) => bookingId === held.id)).toMatchObject({ heldAt: now, hiddenReason: null });
  expect(await hasReviewed(db, newcomers[3]!.id, trade.id, null)).toBe(true);

  const { rows: waiting } = await reviewList.page(db, "held", FIRST_PAGE);
  const [first, second] = [...waiting].filter(({ plumber }) => plumber.id === trade.id);
  const told = () => db.$count(notices, sql`user_id = ${trade.id} and cause_id = ${first!.id}`);
  expect(await told()).toBe(0);
  await Promise.all([1, 2, 3].map(() => showHeldReview(context, admin, first!)));
  await Promise.all([1, 2].map(() => hideReview(context, admin, second!.id, "Nobody was there")));
  expect(await told()).toBeGreaterThan(0);
  const figures = { ...(await figuresFromRows(trade.id)), ratingCount: 6, rankCount: 5 };
  expect(await profileOf(trade.id)).toMatchObject(figures);
  const [tally] = await db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, trade.id));
  expect(tally).toMatchObject({ reviews: 6, ratingSum: figures.ratingSum });
  expect((await reviewList.page(db, "held", FIRST_PAGE)).rows.map(({ id }) => id)).not.toContain(second!.id);
  expect((await write(newcomers[5]!, now + DAY + 1)).isHeldBack).toBe(false);
});

test("a slower run waits too: the ninth within a week", async () => {
  const trade = await createUser(context, "plumber");
  const held: boolean[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const by = await createUser(context, "client");
    const left = await review(await job("completed", by, trade), 1, by, now + turn * 16 * HOUR);
    held.push(left.ok && left.isHeldBack);
  }
  expect(held).toEqual([...Array.from({ length: 8 }, () => false), true, true]);
});

test("the stored mean of a pair is exact for up to sixteen reviews", async () => {
  const [client, plumber] = await createUsers(context, "client", "plumber");
  await db.insert(ratedPairs).values({ clientId: client.id, plumberId: plumber.id });
  for (let ratingCount = 1; ratingCount <= 16; ratingCount++)
    for (const last of [1, 2, 3, 4, 5]) {
      const ratingSum = 5 * (ratingCount - 1) + last;
      const [pair] = await db.update(ratedPairs).set({ ratingCount, ratingSum }).returning();
      expect(pair!.mean! * ratingCount).toBe(720_720 * ratingSum);
    }
});

test("reviews come newest first, a page at a time, each once", async () => {
  const trade = await createUser(context, "plumber");
  for (let turn = 0; turn < 9; turn++) {
    const bookingId = await job("completed", client, trade);
    await leaveReview(contextAt(now + turn * 1000), client, { bookingId, rating: 5, comment: `Review ${turn}` });
  }
  const first = requirePart(await listReviewsOf(db, trade.id, pageRange(null, 5)));
  const rest = requirePart(await listReviewsOf(db, trade.id, pageRange(first.next, 5)));
  const seen = [...first.items, ...rest.items].map(({ comment }) => comment);
  expect(seen).toEqual(Array.from({ length: 9 }, (_, turn) => `Review ${8 - turn}`));
  expect([first.items.length, rest.next]).toEqual([5, null]);
});

test("a review shows the work and its amount while its writer lets it, the amount once it is settled (R14)", async () => {
  const trade = await createUser(context, "plumber");
  const shown = async () => {
    const [first] = requirePart(await listReviewsOf(db, trade.id, pageRange(null, 20))).items;
    return [first?.shownService, first?.shownAmount];
  };
  const id = await job("completed", client, trade);
  await setBooking(context, id, { serviceType: "Leak Fixing", finalAmount: 45_00 });
  await review(id);
  expect(await shown()).toEqual([null, null]);
  const reviewId = (await db.select().from(reviews).where(eq(reviews.bookingId, id)))[0]!.id;
  await setJobShown(context, other, reviewId, true);
  expect(await shown()).toEqual([null, null]);
  await setJobShown(context, client, reviewId, true);
  expect(await shown()).toEqual(["Leak Fixing", 45_00]);
  for (const [changed, amount] of [
    [{ finalAnswer: "disputed" }, null],
    // Above the agreed price it waits for the client's answer.
    [{ finalAnswer: null, agreedPrice: 40_00 }, null],
    [{ finalAnswer: "agreed" }, 45_00],
  ] as const) {
    await setBooking(context, id, changed);
    expect(await shown()).toEqual(["Leak Fixing", amount]);
  }
  await setJobShown(context, client, reviewId, false);
  expect(await shown()).toEqual([null, null]);

  const bookingId = await job("completed", client, trade);
  await setBooking(context, bookingId, { serviceType: "Inspection", finalAmount: 20_00 });
  await leaveReview(contextAt(now + MINUTE), client, { bookingId, rating: 5, comment: "Dry", showsJob: true });
  expect(await shown()).toEqual(["Inspection", 20_00]);
  // So does home, which names plumbers while they are listed.
  const quoted = async () => (await listTestimonials(db, 50)).find(({ comment }) => comment === "Dry");
  const { firstName, lastName } = trade;
  const quote = { shownService: "Inspection", shownAmount: 20_00 };
  expect(await quoted()).toMatchObject({ ...quote, plumber: { firstName, lastName } });
  await db.update(plumberProfiles).set({ listed: false }).where(eq(plumberProfiles.userId, trade.id));
  expect(await quoted()).toMatchObject({ ...quote, plumber: null });
});
