import * as z from "zod";
import type { collectOwnData } from "~/domain/personal-data/own-data.server";
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
    onlinePayments: z.array(
      z.object({ booking: z.string(), dollars, method: z.string(), phone: words, status: z.string(), createdAt: when }),
    ),
    refunds: z.array(z.object({ booking: z.string(), dollars, reason: z.string(), reference: words, createdAt: when })),
    released: z.array(z.object({ booking: z.string(), dollars, commission: dollars, createdAt: when })),
    payouts: z.array(
      z.object({
        dollars,
        status: z.string(),
        method: z.string(),
        number: z.string().meta({ description: "Its last three digits." }),
        holder: z.string(),
        createdAt: when,
      }),
    ),
    payoutDetails: z.array(
      z.object({
        method: z.string(),
        number: z.string().meta({ description: "Its last three digits." }),
        bank: words,
        branch: words,
        holder: z.string(),
        createdAt: when,
      }),
    ),
    messagesWritten: z.array(z.object({ to: z.string(), content: z.string(), createdAt: when })),
    otherWords: z
      .array(z.object({ what: z.string(), words: z.string(), createdAt: when }))
      .meta({ description: "Reasons, quotes, answers to reviews, what was reported and what our office was written." }),
    reviews: z.array(z.object({ rating: z.number(), comment: words, createdAt: when })),
    consents: z.array(z.object({ words: z.string(), createdAt: when })),
    checks: z.array(z.object({ kind: z.string(), createdAt: when, endsAt: when.nullable(), note: words })),
    papers: z.array(z.object({ kind: z.string(), createdAt: when })),
    officeOnPapers: z.object({ approval: z.string(), office: words, note: words }).nullable(),
    termsAccepted: z.array(z.object({ version: z.string(), createdAt: when })),
    photos: z.array(z.object({ of: z.string(), address: z.string(), createdAt: when })),
    devices: z.array(z.object({ name: z.string(), createdAt: when })),
    phones: z.array(
      z.object({
        channel: z.string(),
        phone: z.string(),
        consent: z.string(),
        createdAt: when,
        endedAt: when.nullable(),
      }),
    ),
    notices: z.array(z.object({ channel: z.string(), subject: z.string(), status: z.string(), createdAt: when })),
    noticeChoices: z.object({
      on: z.array(z.string()),
      quietHours: z.object({ from: z.string(), until: z.string() }).nullable(),
    }),
    personalTokens: z.array(
      z.object({ name: z.string(), scopes: z.array(z.string()), createdAt: when, lastUsedAt: when.nullable() }),
    ),
    webhooks: z.array(
      z.object({
        url: z.string(),
        topics: z.array(z.string()),
        createdAt: when,
        failingSince: when.nullable(),
        endedAt: when.nullable(),
      }),
    ),
    twoStepSignIn: z.object({
      appSince: when.nullable(),
      passkeys: z.array(z.object({ name: z.string(), createdAt: when, lastUsedAt: when.nullable() })),
      recoveryCodesLeft: z.number(),
    }),
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
