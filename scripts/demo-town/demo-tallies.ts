import type { bookingEvents, bookings, dailyTallies, reviews } from "../../app/db/schema";
import { dateAt } from "../../app/domain/time/harare";

const TALLIES = {
  request: "requested",
  confirm: "confirmed",
  refuse: "refused",
  cancel: "cancelled",
  complete: "completed",
} as const;

/**
 * Counts the rows by day, for each plumber and for the site (plumber ""). `signUps`: the day of each account; `earned`:
 * confirmed payments, in cents.
 */
export function talliesOf(
  rows: (typeof bookings.$inferInsert)[],
  events: (typeof bookingEvents.$inferInsert)[],
  written: (typeof reviews.$inferInsert & { createdAt: number })[],
  signUps: string[],
  earned: { day: string; plumberId: string; amount: number }[],
) {
  const plumberOf = new Map(rows.map((row) => [row.id, row.plumberId ?? ""]));
  const tallies = new Map<
    string,
    Required<Pick<typeof dailyTallies.$inferInsert, Counted>> & { day: string; plumberId: string }
  >();
  const tallyOf = (day: string, plumberId: string) => {
    const key = `${day} ${plumberId}`;
    const none = {
      day,
      plumberId,
      requested: 0,
      confirmed: 0,
      refused: 0,
      cancelled: 0,
      completed: 0,
      reviews: 0,
      ratingSum: 0,
      signUps: 0,
      earned: 0,
    };
    return tallies.get(key) ?? tallies.set(key, none).get(key)!;
  };
  for (const event of events) {
    const counted = Object.entries(TALLIES).find(([name]) => name === event.event)?.[1];
    if (!counted) continue;
    for (const plumberId of new Set(["", plumberOf.get(event.bookingId) ?? ""])) {
      tallyOf(dateAt(event.at), plumberId)[counted] += 1;
    }
  }
  for (const review of written) {
    for (const plumberId of ["", review.plumberId]) {
      const tally = tallyOf(dateAt(review.createdAt), plumberId);
      tally.reviews += 1;
      tally.ratingSum += review.rating;
    }
  }
  for (const { day, plumberId, amount } of earned) {
    for (const whose of ["", plumberId]) tallyOf(day, whose).earned += amount;
  }
  for (const day of signUps) tallyOf(day, "").signUps += 1;
  return [...tallies.values()];
}

type Counted = (typeof TALLIES)[keyof typeof TALLIES] | "reviews" | "ratingSum" | "signUps" | "earned";
