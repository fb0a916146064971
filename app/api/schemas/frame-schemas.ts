import * as z from "zod";
import { booking } from "./booking-schemas";
import { message } from "./message-schemas";

/** What the sockets of API clients carry (X9). */
export const apiFrame = z
  .discriminatedUnion("type", [
    z
      .object({ type: z.literal("bookingUpdated"), booking })
      .meta({ description: "Feed: one of your bookings has changed; this is how it is now." }),
    z
      .object({ type: z.literal("bookingGone"), bookingId: z.string() })
      .meta({ description: "Feed: a booking is no longer yours." }),
    z.object({ type: z.literal("newMessage"), message }).meta({ description: "Feed and conversation: a new message." }),
    z
      .object({ type: z.literal("typing"), userId: z.string() })
      .meta({ description: "Conversation: the other side is typing." }),
    z
      .object({ type: z.literal("here"), userIds: z.array(z.string()) })
      .meta({ description: "Conversation: who has it open." }),
    z.object({ type: z.literal("pong") }).meta({ description: "The response to a ping." }),
    z.object({ type: z.literal("signedOut") }).meta({ description: "Your session has ended; 4401 follows." }),
    z.object({ type: z.literal("error"), code: z.int(), message: z.string(), requestId: z.string() }).meta({
      description:
        "What went wrong; the socket closes with this code. `requestId` is that of the request that opened it.",
    }),
  ])
  .meta({ id: "ApiFrame", description: "A frame that an API client receives." });
export type ApiFrame = z.output<typeof apiFrame>;
