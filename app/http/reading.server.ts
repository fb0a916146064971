import type { Contact, Message } from "~/domain/messages/message";
import { markConversationRead } from "~/domain/messages/messages.server";
import type { RequestContext } from "./context";

/** That somebody was shown the newest messages of a conversation counts as read, after the response. */
export function noteAsRead(context: RequestContext, contact: Contact, messages: Message[]): void {
  const last = messages.at(-1);
  if (contact.unread === 0 || !last) return;
  context.afterResponse(() => context.session.confirm().then((member) => member && markConversationRead(context, member, contact.id, last.seq)));
}
