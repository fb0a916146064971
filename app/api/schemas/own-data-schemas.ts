import { z } from "zod";
import type { collectOwnData } from "~/domain/admin/own-data.server";
import { account, toAccount } from "./user-schemas";

const when = z.string().meta({ description: "A text, in Harare's time." });
const dollars = z.number().meta({ description: "US dollars." });
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
        fee: dollars.nullable(),
        agreedPrice: dollars.nullable(),
        finalAmount: dollars.nullable(),
      }),
    ),
    payments: z.array(
      z.object({
        booking: z.string().meta({ description: "The job reference." }),
        dollars,
        method: z.string(),
        status: z.string(),
        recordedBy: z.string(),
        createdAt: when,
      }),
    ),
    messagesWritten: z.array(z.object({ to: z.string(), content: z.string(), createdAt: when })),
    reviews: z.array(z.object({ rating: z.number(), comment: words, createdAt: when })),
  })
  .meta({ id: "OwnData", description: "Everything we hold about a user." });

/**
 * Everything we hold about a user (A17), parsed so that only the schema's keys are sent. Throws when the account is
 * gone.
 */
export function toOwnData({ account: own, ...rest }: Awaited<ReturnType<typeof collectOwnData>>, origin: string) {
  if (!own) throw new Error("A signed-in user has no account.");
  return ownData.parse({ ...rest, account: toAccount(own, origin) });
}
