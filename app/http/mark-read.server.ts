import type { Contact, Message } from "~/domain/messages/message";
import { countUnreadMessages } from "~/domain/messages/message-lists.server";
import { markConversationRead } from "~/domain/messages/messages.server";
import { REVALIDATION_HEADER } from "~/realtime/revalidation";
import type { RequestContext } from "./context";
import type { PageArgs } from "./guards";

/**
 * The conversation that somebody opens at its end, by the other user's id, or null. A page that asks for its data
 * anew on its own opens nothing: it may stand where nobody sees it.
 */
export function openedConversation({
  request,
  params,
}: {
  request: Request;
  params: { otherId?: string };
}): string | null {
  const isOlderPage = new URL(request.url).searchParams.has("before");
  return isOlderPage || request.headers.has(REVALIDATION_HEADER) ? null : (params.otherId ?? null);
}

/** Contacts as they are listed beside an open conversation, which the viewer is reading: it has nothing unread. */
export const withoutUnreadOf = (openedId: string | null, contacts: Contact[]): Contact[] =>
  contacts.map((contact) => (contact.id === openedId ? { ...contact, unread: 0 } : contact));

/** How much somebody has not read, for a page's frame: what the page itself shows left out. */
export const countUnread = async (args: PageArgs) => ({
  inAll: await countUnreadMessages(args.context.db, args.viewer.id, openedConversation(args)),
});

/** That somebody was shown the newest messages of a conversation counts as read, after the response. */
export function markReadAfterResponse(context: RequestContext, contact: Contact, messages: Message[]): void {
  const last = messages.at(-1);
  if (contact.unread === 0 || !last) return;
  context.afterResponse(() =>
    context.session.confirm().then((user) => user && markConversationRead(context, user, contact.id, last.seq)),
  );
}
