import * as z from "zod";
import { account } from "./user-schemas";
import { object } from "./kinds";

const when = z.string().describe("A text, in Harare's time.");
const dollars = z.number().describe("US dollars.");
const text = z.string();
const words = text.nullable();
const lastDigits = text.describe("Its last three digits.");
const quietHours = z.object({ from: text, until: text }).nullable();

/** A list of what we hold of one kind, each with its time. */
const rows = <Keys extends z.ZodRawShape>(keys: Keys) => z.array(z.object({ ...keys, createdAt: when }));

/** Everything we hold about a user (A17), for the user alone. */
export const ownData = z.preprocess(
  // The query names its columns as they are shown, and only this schema knows their types.
  (held: object) => held,
  object("OwnData", "Everything we hold about a user.", {
    account,
    bookings: z.array(
      z.object({
        reference: text,
        status: text,
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
    payments: rows({
      booking: text.describe("The job reference."),
      dollars,
      method: text,
      status: text,
      recordedBy: text,
    }),
    onlinePayments: rows({ booking: text, dollars, method: text, phone: words, status: text }),
    refunds: rows({ booking: text, dollars, reason: text, reference: words }),
    released: rows({ booking: text, dollars, commission: dollars }),
    payouts: rows({ dollars, status: text, method: text, number: lastDigits, holder: text }),
    payoutDetails: rows({ method: text, number: lastDigits, bank: words, branch: words, holder: text }),
    messagesWritten: rows({ to: text, content: text }),
    otherWords: rows({ what: text, words: text }).describe(
      "Reasons, quotes, answers to reviews, what was reported and what our office was written.",
    ),
    reviews: rows({ rating: z.number(), comment: words }),
    consents: rows({ words: text }),
    checks: rows({ kind: text, endsAt: when.nullable(), note: words }),
    papers: rows({ kind: text }),
    officeOnPapers: z.object({ approval: text, office: words, note: words }).nullable(),
    termsAccepted: rows({ version: text }),
    photos: rows({ of: text, address: text }),
    sessions: rows({ device: words, lastUsedAt: when }),
    devices: rows({ name: text }),
    phones: rows({ channel: text, phone: text, consent: text, endedAt: when.nullable() }),
    notices: rows({ channel: text, subject: text, status: text }),
    noticeChoices: z.object({ on: z.array(text), quietHours }),
    personalTokens: rows({ name: text, scopes: z.array(text), lastUsedAt: when.nullable() }),
    webhooks: rows({ url: text, topics: z.array(text), failingSince: when.nullable(), endedAt: when.nullable() }),
    twoStepSignIn: z.object({
      appSince: when.nullable(),
      passkeys: rows({ name: text, lastUsedAt: when.nullable() }),
      recoveryCodesLeft: z.number(),
    }),
  }),
);
