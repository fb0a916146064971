import { useLoaderData } from "@remix-run/react";
import { messageQuery, openingForm } from "~/domain/messages/message-schemas";
import { listOpenedMessages } from "~/domain/messages/message-lists.server";
import {
  findConversation,
  listOpeningsForOffice,
  openConversation,
} from "~/domain/messages/opened-conversations.server";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/private-photos.server";
import { adminAction, adminLoader } from "~/http/guards";
import { OpenedConversation } from "~/ui/admin/opened-conversation";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Conversation",
  failed: "Failed to fetch messages",
  missing: "There is no such conversation.",
  home: "/admin-dashboard/bookings",
});

/** A conversation of others: without a reason the office sees whose it is and how long, and no message (O16). */
export const loader = adminLoader(async ({ context, viewer, url, param }) => {
  const { db, now } = context;
  const id = param("id");
  const { before } = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [conversation, page, openings] = await Promise.all([
    findConversation(db, viewer, id, now),
    listOpenedMessages(db, viewer, id, before, now),
    listOpeningsForOffice(db, id),
  ]);
  if (!conversation) return null;
  return { conversation, openings, ...page };
});

/** Opens the conversation, or hides a photo in it (P5). */
export const action = adminAction(
  "That didn't work",
  async ({ context, user, viewer, param, read, pressed, refused, goTo }) => {
    const id = param("id");
    const button = pressed(["hide"]);
    const [admin, conversation, photo] = await Promise.all([
      user,
      findConversation(context.db, viewer, id, context.now),
      button && findModeratedPhoto(context.db, button.of),
    ]);
    if (!conversation) return null;
    const back = (flash: "savedAndLogged" | "conversationOpened") =>
      goTo(`/admin-dashboard/conversations/${id}`, flash);
    if (button) {
      if (!photo || photo.bookingId || conversation.openUntil === null) return null;
      await setPhotoHidden(context, admin, photo, true);
      return back("savedAndLogged");
    }
    const value = read(openingForm);
    const result = await openConversation(context, admin, conversation, value);
    return result.ok ? back("conversationOpened") : refused(result);
  },
);

export default function OpenedConversationPage() {
  return <OpenedConversation {...useLoaderData<typeof loader>()} />;
}
