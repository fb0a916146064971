import * as z from "zod";
import type { Message } from "~/domain/messages/message";
import { booking } from "./booking-schemas";
import { instant, object, shownFrom } from "./kinds";

/**
 * For the two people of a conversation. Two users may choose the same id for their messages, so a message is known by
 * its sequence number.
 */
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
