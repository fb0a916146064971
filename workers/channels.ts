import type * as z from "zod";
import { openDatabase } from "../app/db/client.server";
import type { Role } from "../app/domain/values/user";
import { findBookingView } from "../app/domain/bookings/queries/booking-views.server";
import { conversationIdOf } from "../app/domain/contacts/contacts.server";
import { previewOf } from "../app/domain/messages/message";
import type { DomainEvent } from "../app/domain/domain-context.server";
import { show } from "../app/api/schemas/kinds";
import { apiFrame } from "../app/api/schemas/message-objects";
import type { FeedFrame } from "../app/realtime/protocol";
import { currentInstant } from "./clock";
import { conversationObject, OFFICE_FEED, feedOf } from "./realtime-object";

/** Turns a domain event into pushes. The only caller of the objects' methods. */
export async function publish(env: Env, origin: string, event: DomainEvent): Promise<void> {
  /** Returns whether an API client of the user's is listening too. */
  const tell = async (userId: string, frame: FeedFrame): Promise<boolean> => feedOf(env, userId).publish(frame);
  const broadcastToAdmins = () => tell(OFFICE_FEED, { type: "officeChanged" });
  const showFrame = (frame: z.input<typeof apiFrame>) => show(apiFrame, frame, origin);
  const broadcastToApps = async (userId: string, frame: string) => feedOf(env, userId).publishToApps(frame);

  switch (event.type) {
    case "bookingChanged": {
      const { bookingId, status, clientId, plumberId } = event;
      const broadcastBooking = async (id: string, role: Role) => {
        // Pages revalidate; API clients get the booking as it is now, each as their side sees it.
        if (!(await tell(id, { type: "bookingUpdated", bookingId, status }))) return;
        const record = await findBookingView(openDatabase(env.DB), { id, role }, bookingId, currentInstant());
        await broadcastToApps(
          id,
          showFrame(record ? { type: "bookingUpdated", booking: record } : { type: "bookingGone", bookingId }),
        );
      };
      await Promise.all([
        broadcastBooking(clientId, "client"),
        plumberId && broadcastBooking(plumberId, "plumber"),
        broadcastToAdmins(),
      ]);
      return;
    }
    case "messageSent": {
      const { message } = event;
      const { senderId, recipientId } = message;
      const forApps = () => showFrame({ type: "newMessage", message });
      const broadcastMessage = async () => {
        const hasAppListeners = await tell(recipientId, {
          type: "unread",
          otherId: senderId,
          unread: event.unread,
          unreadTotal: event.unreadTotal,
          last: { words: previewOf(message.content), isOwn: false, at: message.createdAt },
        });
        if (hasAppListeners) await broadcastToApps(recipientId, forApps());
      };
      await Promise.all([
        conversationObject(env, conversationIdOf(senderId, recipientId)).publish(message, event.previousSeq, origin),
        broadcastMessage(),
        event.senderListens && broadcastToApps(senderId, forApps()),
      ]);
      return;
    }
    case "conversationRead": {
      const { readerId, otherId, seq, unread, unreadTotal } = event;
      await Promise.all([
        tell(readerId, { type: "unread", otherId, unread, unreadTotal }),
        conversationObject(env, conversationIdOf(readerId, otherId)).publishRead(readerId, seq),
      ]);
      return;
    }
    case "reviewLeft":
      await Promise.all([
        tell(event.plumberId, { type: "reviewLeft" }),
        tell(event.clientId, { type: "reviewLeft" }),
        broadcastToAdmins(),
      ]);
      return;
    case "officeChanged":
      await broadcastToAdmins();
      return;
    case "sessionsEnded":
      await feedOf(env, event.userId).endEverywhere(event.userId, event.sessionHash, event.except);
      return;
    default:
      return event satisfies never;
  }
}
