import { z } from "zod";
import type { collectOwnData } from "~/domain/admin/own-data.server";
import { account, toAccount } from "./user-schemas";

const when = z.string().meta({ description: "In words, in Harare." });
const words = z.string().nullable();

/** For the user alone. */
export const ownData = z
  .object({
    account,
    bookings: z.array(
      z.object({
        reference: z.string(),
        status: z.string(),
        startsAt: when,
        client: words,
        plumber: words,
        serviceType: words,
        location: words,
        notes: words,
        report: words,
      }),
    ),
    messagesWritten: z.array(z.object({ to: z.string(), content: z.string(), createdAt: when })),
    reviews: z.array(z.object({ rating: z.number(), comment: words, createdAt: when })),
  })
  .meta({ id: "OwnData", description: "What we keep of a person." });

export function toOwnData(
  { account: own, bookings, messagesWritten, reviews }: Awaited<ReturnType<typeof collectOwnData>>,
  origin: string,
): z.output<typeof ownData> {
  if (!own) throw new Error("A signed-in person has no account.");
  return {
    account: toAccount(own, origin),
    bookings: bookings.map(
      ({ reference, status, startsAt, client, plumber, serviceType, location, notes, report }) => ({
        reference,
        status,
        startsAt,
        client,
        plumber,
        serviceType,
        location,
        notes,
        report,
      }),
    ),
    messagesWritten: messagesWritten.map(({ to, content, createdAt }) => ({ to, content, createdAt })),
    reviews: reviews.map(({ rating, comment, createdAt }) => ({ rating, comment, createdAt })),
  };
}
