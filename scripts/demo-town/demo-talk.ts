import type { bookings, messages, reviews } from "../../app/db/schema";
import { HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";
import { isEarlierJob, problemOf } from "./demo-problems";

type Booking = typeof bookings.$inferInsert;

// Demo data: made-up clients rate made-up plumbers.
const RATINGS = [5, 5, 4, 5, 5, 4, 3, 5, 4, 2, 5, 5, 4, 5, 5, 4, 3, 5, 4, 2, 5, 5, 4, 5, 5, 4, 3, 5, 4, 5] as const;

/** What is said of any work, by rating, where a plumber has been praised in the problem's own words before. */
const OF_ANY_WORK: Partial<Record<number, string[]>> = {
  5: [
    "Told me the price first and kept to it.",
    "Rang before coming, covered the floor and took the rubble away.",
    "Explained which valve to close if it happens again. Very kind to my mother.",
  ],
  4: ["Good work. Would book again.", "Tidy and quick. A little more expensive than I had hoped."],
};

/**
 * About two of three completed jobs of the last weeks have been reviewed, the day after at the latest; half of the clients
 * let everyone see what was done.
 */
export function planReviews(rows: Booking[], now: Instant): (typeof reviews.$inferInsert & { createdAt: Instant })[] {
  const said = new Set<string>();
  /** The first of these that nobody has said of this plumber; null: stars alone. */
  const saidFirst = (plumberId: string, words: string[]): string | null => {
    const comment = words.find((one) => !said.has(`${plumberId} ${one}`)) ?? null;
    said.add(`${plumberId} ${comment}`);
    return comment;
  };
  return rows
    .filter((row) => row.status === "completed" && row.plumberId && !isEarlierJob(row.id))
    .filter((_, index) => index % 3 !== 2)
    .map((row, index) => {
      const rating = RATINGS[index % RATINGS.length]!;
      return {
        id: `demoreview${String(index).padStart(4, "0")}`,
        bookingId: row.id,
        clientId: row.clientId,
        plumberId: row.plumberId!,
        rating,
        // One in four has stars alone.
        comment:
          index % 4 === 3
            ? null
            : saidFirst(row.plumberId!, [problemOf(row).said[5 - rating]!, ...(OF_ANY_WORK[rating] ?? [])]),
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
