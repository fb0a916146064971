import * as z from "zod";
import type { Message } from "~/domain/messages/message";
import { booking } from "./booking-objects";
import { instant, object, shownFrom } from "./kinds";
import { account } from "./user-objects";

/** For the two people of a conversation. Both may choose the same id, so a message is known by its sequence number. */
export const message = shownFrom(
  ({ seq, id, senderId, recipientId }: Message) => ({
    _id: String(seq),
    id: String(seq),
    clientId: id,
    sender: senderId,
    recipient: recipientId,
  }),
  object("Message", "A message as its sender and its recipient see it.", {
    _id: z.string().describe("The same as `id`. Messages are in the order of these numbers."),
    id: z.string(),
    clientId: z
      .string()
      .describe("The `id` it was sent with, or another one if that had been used for a different text."),
    sender: z.string().describe("A user's id."),
    recipient: z.string().describe("A user's id."),
    content: z.string(),
    createdAt: instant,
  }),
);

/** The frames that sockets of API clients carry (X9). */
export const apiFrame = z
  .discriminatedUnion("type", [
    z
      .object({ type: z.literal("bookingUpdated"), booking })
      .describe("Feed: one of your bookings has changed; this is how it is now."),
    z.object({ type: z.literal("bookingGone"), bookingId: z.string() }).describe("Feed: a booking is no longer yours."),
    z.object({ type: z.literal("newMessage"), message }).describe("Feed and conversation: a new message."),
    z.object({ type: z.literal("typing"), userId: z.string() }).describe("Conversation: the other side is typing."),
    z.object({ type: z.literal("here"), userIds: z.array(z.string()) }).describe("Conversation: who has it open."),
    z.object({ type: z.literal("pong") }).describe("The response to a ping."),
    z.object({ type: z.literal("signedOut") }).describe("Your session has ended; 4401 follows."),
    z
      .object({ type: z.literal("error"), code: z.int(), message: z.string(), requestId: z.string() })
      .describe(
        "What went wrong; the socket closes with this code. `requestId` is that of the request that opened it.",
      ),
  ])
  .meta({ id: "ApiFrame", description: "A frame that an API client receives." });

const when = z.string().describe("A text, in Harare's time.");
const dollars = z.number().describe("US dollars.");
const text = z.string();
const job = text.describe("The job reference.");
const words = text.nullable();
const lastDigits = text.describe("Its last three digits.");
const quietHours = z.object({ from: text, until: text }).nullable();

const rows = <Keys extends z.ZodRawShape>(keys: Keys) => z.array(z.object({ ...keys, createdAt: when }));

/** Everything we hold about a user (A17), for the user alone. */
export const ownData = z.preprocess(
  // The query names its columns as they are shown, and only this schema knows their types.
  (held: object) => held,
  object("OwnData", "Everything we hold about a user.", {
    account,
    incomplete: z
      .array(text)
      .describe("The lists that have more than the 5,000 given here: ask our office for the rest."),
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
      booking: job,
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
