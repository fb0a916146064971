import type { Contact, Message } from "~/domain/messages/message";
import { countUnreadFrom, markConversationRead } from "~/domain/messages/unread.server";
import { markBookingNoticesSeen } from "~/domain/notices/notice-states.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import { REVALIDATION_HEADER } from "~/realtime/page-state";
import type { UnreadAtLoad } from "~/realtime/use-feed";
import type { PageArgs } from "./guards";
import type { RequestContext } from "./context";

/** The other user's id when a request opens a conversation at its end; null for a revalidation, whose tab may be hidden (C6). */
export function openedConversation({ request, params }: Pick<PageArgs, "request" | "params">): string | null {
  const isOlderPage = new URL(request.url).searchParams.has("before");
  return isOlderPage || request.headers.has(REVALIDATION_HEADER) ? null : (params.otherId ?? null);
}

/** Contacts as they are listed beside an open conversation, which the viewer is reading: it has nothing unread. */
export const withoutUnreadOf = (openedId: string | null, contacts: Contact[]): Contact[] =>
  contacts.map((contact) => (contact.id === openedId ? { ...contact, unread: 0 } : contact));

/** The viewer's unread messages, for a dashboard's layout, without those of the conversation that the page shows. */
export async function countUnread(args: PageArgs): Promise<UnreadAtLoad> {
  const { context, viewer } = args;
  const openedId = openedConversation(args);
  const [user, beingRead] = await Promise.all([
    context.session.confirm(),
    openedId === null ? 0 : countUnreadFrom(context.db, viewer.id, openedId),
  ]);
  return { total: (user?.unreadMessages ?? 0) - beingRead, at: context.now };
}

/** Marks a conversation as read up to its newest shown message, after the response (C6). */
export function markReadAfterResponse(context: RequestContext, contact: Contact, messages: Message[]): void {
  const last = messages.at(-1);
  if (contact.unread === 0 || !last) return;
  afterResponseTo(context, (user) => markConversationRead(context, user, contact.id, last.seq));
}

/** Marks a booking's notices as seen after the response (N12); not for a revalidation, whose tab may be hidden. */
export function markSeenAfterResponse(context: RequestContext, request: Request, bookingId: string): void {
  if (request.headers.has(REVALIDATION_HEADER)) return;
  afterResponseTo(context, (user) => markBookingNoticesSeen(context.db, user.id, bookingId, context.now));
}

const afterResponseTo = ({ afterResponse, session }: RequestContext, act: (user: AuthenticatedUser) => unknown) =>
  afterResponse(() => session.confirm().then((user) => user && act(user)));
