import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookings, dailyTallies, plumberProfiles, reviews } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { settle } from "../../../tests/support/people";
import { seededRandom } from "../../../tests/support/random";
import type { Member } from "../accounts/user";
import type { BookingStatus } from "../bookings/booking";
import { MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { rankScore, type Rating } from "./review";
import { isReviewed, leaveReview, listReviewable, listReviewsBy, listReviewsOf } from "./reviews.server";

const context = contextAt();
const { db, now } = context;
let client: Member;
let other: Member;
let plumber: Member;
let count = 0;

beforeAll(async () => {
  [client, other, plumber] = await Promise.all([settle(context, "client"), settle(context, "client"), settle(context, "plumber")]);
});

async function job(status: BookingStatus = "completed", owner = client, trade: Member | null = plumber) {
  const id = newId();
  count += 1;
  await db.insert(bookings).values({ id, reference: `R-${id.slice(0, 8)}`, clientId: owner.id, plumberId: trade?.id ?? null, status, startsAt: now + count * MINUTE, createdAt: now, updatedAt: now });
  return id;
}
const review = (bookingId: string, rating: Rating = 5, by = client) => leaveReview(context, by, { bookingId, rating, comment: null });

test("twenty reviews of one job at once: one row, the others are told", async () => {
  const id = await job();
  const results = await Promise.all(Array.from({ length: 20 }, () => review(id, 4)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of results) if (!result.ok) expect(result.reason).toBe("alreadyReviewed");
  expect(await db.select().from(reviews).where(eq(reviews.bookingId, id))).toHaveLength(1);
  expect(await isReviewed(db, client.id, id)).toBe(true);
  expect(await isReviewed(db, other.id, id)).toBe(false);
});

test("only the client of a completed job with a plumber can review it", async () => {
  for (const status of ["pending", "confirmed", "in-progress", "cancelled", "refused"] as const) {
    expect(await review(await job(status)), status).toEqual({ ok: false, reason: "notReviewable" });
  }
  expect(await review(await job("completed", client, null))).toEqual({ ok: false, reason: "notReviewable" });
  const theirs = await job("completed", other);
  expect(await review(theirs)).toEqual({ ok: false, reason: "notReviewable" });
  expect(await review("nobody")).toEqual({ ok: false, reason: "notReviewable" });
  expect(await review(theirs, 5, other)).toMatchObject({ ok: true });
});

test("what waits for a review is the client's own, with that plumber, and leaves the list once reviewed", async () => {
  const somebody = await settle(context, "client");
  const trade = await settle(context, "plumber");
  const [first, second] = [await job("completed", somebody, trade), await job("completed", somebody)];
  await job("confirmed", somebody, trade);
  expect((await listReviewable(db, somebody.id, null)).map(({ id }) => id)).toEqual([second, first]);
  expect((await listReviewable(db, somebody.id, trade.id)).map(({ id }) => id)).toEqual([first]);
  await review(first, 3, somebody);
  expect((await listReviewable(db, somebody.id, null)).map(({ id }) => id)).toEqual([second]);
  expect((await listReviewsBy(db, somebody.id, null)).reviews).toMatchObject([{ rating: 3, plumber: { id: trade.id } }]);
});

test("after a random run of reviews, many at once, rating, count, distribution, rank and tallies equal what the rows give", async () => {
  const trades = await Promise.all([1, 2, 3].map(() => settle(context, "plumber")));
  const random = seededRandom(5);
  const jobs = await Promise.all(Array.from({ length: 40 }, () => job("completed", client, trades[random(3)]!)));
  await Promise.all([...jobs, ...jobs.slice(0, 15)].map((id) => review(id, (1 + random(5)) as Rating)));
  for (const trade of trades) {
    const rows = await db.select().from(reviews).where(eq(reviews.plumberId, trade.id));
    const ratingSum = rows.reduce((sum, { rating }) => sum + rating, 0);
    const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, trade.id));
    expect(rows.length).toBeGreaterThan(3);
    expect(profile).toMatchObject({ ratingSum, ratingCount: rows.length, rankScore: rankScore(ratingSum, rows.length) });
    for (const [column, rating] of [["rated1", 1], ["rated2", 2], ["rated3", 3], ["rated4", 4], ["rated5", 5]] as const) {
      expect(profile?.[column], column).toBe(rows.filter((row) => row.rating === rating).length);
    }
    const [tally] = await db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, trade.id));
    expect(tally).toMatchObject({ reviews: rows.length, ratingSum });
  }
});

test("reviews come newest first, a page at a time, none twice", async () => {
  const trade = await settle(context, "plumber");
  for (let turn = 0; turn < 45; turn++) {
    const id = await job("completed", client, trade);
    await leaveReview(contextAt(now + turn * 1000), client, { bookingId: id, rating: 5, comment: `Review ${turn}` });
  }
  const seen: (string | null)[] = [];
  for (let next: string | null = null, page = 0; page < 3; page++) {
    const list = await listReviewsOf(db, trade.id, next);
    seen.push(...list.reviews.map(({ comment }) => comment));
    next = list.next;
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, turn) => `Review ${44 - turn}`));
});
