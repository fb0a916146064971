import { getServerByName } from "partyserver";
import { conversationIdOf } from "../app/domain/bookings/contacts.server";
import type { News } from "../app/domain/news";
import type { FeedFrame } from "../app/realtime/protocol";
import { DESK_FEED } from "./feed";

/** Turns the domain's news into pushes: the only caller of the objects' methods. */
export async function publish(env: Env, news: News): Promise<void> {
  const tell = async (userId: string, frame: FeedFrame) => (await getServerByName(env.FEED, userId)).publish(frame);

  const tellDesk = async () => (await getServerByName(env.FEED, DESK_FEED)).publish({ type: "deskChanged" });

  switch (news.type) {
    case "bookingChanged": {
      const frame = { type: "bookingUpdated", bookingId: news.bookingId, status: news.status } as const;
      await Promise.all([...[news.clientId, news.plumberId].map((userId) => userId && tell(userId, frame)), tellDesk()]);
      return;
    }
    case "messageSent": {
      const { message } = news;
      const conversation = getServerByName(env.CONVERSATION, conversationIdOf(message.senderId, message.recipientId));
      await Promise.all([
        conversation.then((object) => object.publish(message)),
        tell(message.recipientId, { type: "unread", otherId: message.senderId, unread: news.unread, unreadInAll: news.unreadInAll }),
      ]);
      return;
    }
    case "conversationRead":
      return tell(news.readerId, { type: "unread", otherId: news.otherId, unread: news.unread, unreadInAll: news.unreadInAll });
    case "reviewLeft":
      await Promise.all([tell(news.plumberId, { type: "reviewLeft" }), tell(news.clientId, { type: "reviewLeft" }), tellDesk()]);
      return;
    case "deskChanged":
      return tellDesk();
    case "sessionsEnded": {
      const [own, desk] = await Promise.all([getServerByName(env.FEED, news.userId), getServerByName(env.FEED, DESK_FEED)]);
      await Promise.all([own.endEverywhere(news.userId, news.sessionHash, news.except), desk.endSessions(news.userId, news.sessionHash, news.except)]);
      return;
    }
    default:
      return news satisfies never;
  }
}
