import type * as z from "zod";
import { openDatabase } from "../app/db/client.server";
import type { Role } from "../app/domain/values/user";
import { findBookingView } from "../app/domain/bookings/queries/booking-views.server";
import { conversationIdOf } from "../app/domain/contacts/contacts.server";
import { previewOf } from "../app/domain/messages/message";
import type { DomainEvent } from "../app/domain/domain-context.server";
import { show } from "../app/api/schemas/kinds";
import { apiFrame } from "../app/api/schemas/message-objects";
import { currentInstant } from "./clock";
import { conversationObject, OFFICE_FEED, feedOf } from "./realtime-object";

/** A step that a user took on a page (`STEP_HEADER`). */
export interface PageStep {
  userId: string;
  step: string;
}

/** Turns a domain event into pushes, which name the step to its user alone. The only caller of the objects' methods. */
export async function publish(
  env: Env,
  origin: string,
  event: DomainEvent,
  taken: PageStep | null = null,
): Promise<unknown> {
  const stepFor = (userId: string) => (taken?.userId === userId ? { step: taken.step } : {});
  const feed = (userId: string) => feedOf(env, userId);
  const tellOffice = () => feed(OFFICE_FEED).publish({ type: "officeChanged", ...(taken && { step: taken.step }) });
  const tellApps = (userId: string, frame: z.input<typeof apiFrame>) =>
    feed(userId).publishToApps(show(apiFrame, frame, origin));

  switch (event.type) {
    case "bookingChanged": {
      const { bookingId, status, clientId, plumberId } = event;
      const tellSide = async (id: string, role: Role) => {
        // Pages revalidate; API clients get the booking as it is now, each as their side sees it.
        const hasApps = await feed(id).publish({ type: "bookingUpdated", bookingId, status, ...stepFor(id) });
        if (!hasApps) return;
        const booking = await findBookingView(openDatabase(env.DB), { id, role }, bookingId, currentInstant());
        await tellApps(id, booking ? { type: "bookingUpdated", booking } : { type: "bookingGone", bookingId });
      };
      return Promise.all([tellSide(clientId, "client"), plumberId && tellSide(plumberId, "plumber"), tellOffice()]);
    }
    case "messageSent": {
      const { message, previousSeq, unread, unreadTotal } = event;
      const { senderId, recipientId, content, createdAt } = message;
      const last = { words: previewOf(content), isOwn: false, at: createdAt };
      const tellRecipient = async () => {
        const frame = { type: "unread", otherId: senderId, unread, unreadTotal, last } as const;
        const hasApps = await feed(recipientId).publish(frame);
        if (hasApps) await tellApps(recipientId, { type: "newMessage", message });
      };
      return Promise.all([
        conversationObject(env, conversationIdOf(senderId, recipientId)).publish(message, previousSeq, origin),
        tellRecipient(),
        event.senderListens && tellApps(senderId, { type: "newMessage", message }),
      ]);
    }
    case "conversationRead": {
      const { readerId, otherId, seq, unread, unreadTotal } = event;
      return Promise.all([
        feed(readerId).publish({ type: "unread", otherId, unread, unreadTotal }),
        conversationObject(env, conversationIdOf(readerId, otherId)).publishRead(readerId, seq),
      ]);
    }
    case "reviewLeft":
      return Promise.all([
        ...[event.plumberId, event.clientId].map((id) => feed(id).publish({ type: "reviewLeft", ...stepFor(id) })),
        tellOffice(),
      ]);
    case "officeChanged":
      return tellOffice();
    case "sessionsEnded":
      return feed(event.userId).endEverywhere(event.userId, event.sessionHash, event.except);
    default:
      return event satisfies never;
  }
}
