import type { bookings, messages, reviews } from "../../app/db/schema";
import { HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";
import { isEarlierJob } from "./demo-problems";

type Booking = typeof bookings.$inferInsert;

// Demo data: what made-up clients say of made-up plumbers.
const COMMENTS: [rating: number, comment: string | null][] = [
  [5, "Came on time, found the leak in ten minutes and left the kitchen cleaner than before."],
  [5, "Told me the price first and kept to it."],
  [4, "Good work. Had to fetch a part from town, so it took longer than we thought."],
  [5, null],
  [5, "Explained which valve to close if it happens again. Very kind to my mother."],
  [4, "Pressure is back. Would book again."],
  [3, "The tap works, but he came an hour late and did not call."],
  [5, "No more brown water. Thank you!"],
  [4, null],
  [2, "It took two visits to fix."],
  [5, "The shower is warm again, and the fee was the one on the page."],
  [5, "Found an old joint under the path without digging up half the yard."],
  [4, "Neat work on the tank stand. The dogs liked him too."],
  [5, null],
  [5, "Rang before coming, covered the floor and took the rubble away."],
  [4, "The geyser heats again. A little more expensive than I had hoped."],
  [3, "The drain runs, but the paving is still loose."],
  [5, "Three plumbers gave up on our low pressure. It was a valve, ten minutes."],
  [4, null],
  [2, "Good with his hands, hard to reach on the phone."],
  [5, "My tenants had water again the same evening."],
  [5, "Showed me the worn washer and charged only for that."],
  [4, "Tidy and quick. The second coat of tiling came a day late."],
  [5, null],
  [5, "Honest: told me the pump was fine and saved me the money."],
  [4, "New basin fitted, no drips so far."],
  [3, "Does the job, but doesn't explain much."],
  [5, "Came on a Sunday when the ceiling was dripping."],
  [4, null],
  [2, "Left the old cistern in the drive."],
];

/**
 * About two of three completed jobs of the last weeks have been reviewed, the day after at the latest; half of the clients
 * let everyone see what was done.
 */
export function planReviews(rows: Booking[], now: Instant): (typeof reviews.$inferInsert & { createdAt: Instant })[] {
  return rows
    .filter((row) => row.status === "completed" && row.plumberId && !isEarlierJob(row.id))
    .filter((_, index) => index % 3 !== 2)
    .map((row, index) => {
      const [rating, comment] = COMMENTS[index % COMMENTS.length]!;
      return {
        id: `demoreview${String(index).padStart(4, "0")}`,
        bookingId: row.id,
        clientId: row.clientId,
        plumberId: row.plumberId!,
        rating,
        comment,
        showsJob: index % 2 === 0,
        createdAt: Math.min(row.startsAt + 20 * HOUR, now - HOUR),
      };
    });
}

const TALK: [byClient: boolean, content: string][] = [
  [true, "Good morning, water is dripping behind the sink. Shall I close the main valve until you come?"],
  [false, "Good morning. Yes please, it's the red wheel beside the meter. I'll bring washers and a cartridge."],
  [true, "Closed. The gate is the blue one, please ring twice."],
  [false, "Thank you, I'll ring. I'll be there at the agreed time."],
  [true, "Great, see you then."],
];

/** The last two days' talk between some clients and their plumbers; the newest message of each is unread. */
export function planMessages(
  rows: Booking[],
  now: Instant,
): (Omit<typeof messages.$inferInsert, "conversationId"> & { read: boolean })[] {
  const open = rows.filter((row) => row.plumberId && (row.status === "confirmed" || row.status === "pending"));
  const pairs = [...new Map(open.map((row) => [`${row.clientId} ${row.plumberId}`, row])).values()].filter(
    (_, index) => index % 2 === 0,
  );
  return pairs
    .flatMap((row, pair) => {
      const length = 2 + (pair % 4);
      return TALK.slice(0, length).map(([byClient, content], index) => ({
        id: `demomessage-${pair}-${index}`,
        senderId: byClient ? row.clientId : row.plumberId!,
        recipientId: byClient ? row.plumberId! : row.clientId,
        content,
        createdAt: now - 40 * HOUR + pair * 37 * MINUTE + index * 9 * MINUTE,
        read: index < length - 1,
      }));
    })
    .sort((a, b) => a.createdAt - b.createdAt);
}
