import type { messages, reviews } from "../../app/db/schema";
import { conversationIdOf } from "../../app/domain/contacts/contacts.server";
import { HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";
import type { Booking } from "./demo-bookings";
import { isEarlierJob, problemOf } from "./demo-problems";

const RATINGS = [5, 5, 4, 5, 5, 4, 3, 5, 4, 2, 5, 5, 4, 5, 5, 4, 3, 5, 4, 2, 5, 5, 4, 5, 5, 4, 3, 5, 4, 5] as const;

/** Comments on any work, by rating, for a plumber who was praised in the problem's own words before. */
const GENERAL_COMMENTS: Partial<Record<number, string[]>> = {
  5: [
    "Told me the price first and kept to it.",
    "Rang before coming, covered the floor and took the rubble away.",
    "Explained which valve to close if it happens again. Very kind to my mother.",
  ],
  4: ["Good work. Would book again.", "Tidy and quick. A little more expensive than I had hoped."],
};

/** About two of three completed jobs of the last weeks have been reviewed, the day after at the latest. */
export function planReviews(rows: Booking[], now: Instant): (typeof reviews.$inferInsert)[] {
  const said = new Set<string>();
  return rows
    .filter((row) => row.status === "completed" && !isEarlierJob(row.id))
    .filter((_, index) => index % 3 !== 2)
    .map((row, index) => {
      const { id: bookingId, clientId, startsAt } = row;
      const plumberId = row.plumberId!;
      const rating = RATINGS[index % RATINGS.length]!;
      // The first of these that nobody has said of this plumber. One in four has stars alone.
      const words = index % 4 === 3 ? [] : [problemOf(row).said[5 - rating]!, ...(GENERAL_COMMENTS[rating] ?? [])];
      const comment = words.find((one) => !said.has(`${plumberId} ${one}`)) ?? null;
      said.add(`${plumberId} ${comment}`);
      const id = `demoreview${String(index).padStart(4, "0")}`;
      const createdAt = Math.min(startsAt + 20 * HOUR, now - HOUR);
      return { id, bookingId, clientId, plumberId, rating, comment, showsJob: index % 2 === 0, createdAt };
    });
}

const TALK: [byClient: boolean, content: string][] = [
  [true, "Good morning, water is dripping behind the sink. Shall I close the main valve until you come?"],
  [false, "Good morning. Yes please, it's the red wheel beside the meter. I'll bring washers and a cartridge."],
  [true, "Closed. The gate is the blue one, please ring twice."],
  [false, "Thank you, I'll ring. I'll be there at the agreed time."],
  [true, "Great, see you then."],
];

/** The last two days' talk between every second pair of a client and a plumber with open work, in order of time. */
export function planMessages(rows: Booking[], now: Instant): (typeof messages.$inferInsert)[] {
  const open = rows.filter((row) => row.plumberId && (row.status === "confirmed" || row.status === "pending"));
  const pairs = [...new Map(open.map((row) => [`${row.clientId} ${row.plumberId}`, row])).values()];
  return pairs
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ clientId, plumberId }, pair) =>
      TALK.slice(0, 2 + (pair % 4)).map(([byClient, content], index) => ({
        id: `demomessage-${pair}-${index}`,
        conversationId: conversationIdOf(clientId, plumberId!),
        senderId: byClient ? clientId : plumberId!,
        recipientId: byClient ? plumberId! : clientId,
        content,
        createdAt: now - 40 * HOUR + pair * 37 * MINUTE + index * 9 * MINUTE,
      })),
    )
    .sort((a, b) => a.createdAt - b.createdAt);
}
