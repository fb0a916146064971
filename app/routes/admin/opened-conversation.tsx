import { useLoaderData } from "@remix-run/react";
import { messageQuery, openingForm } from "~/domain/messages/message-schemas";
import { listOpenedMessages } from "~/domain/messages/message-lists.server";
import {
  findConversation,
  listOpeningsForOffice,
  openConversation,
} from "~/domain/messages/opened-conversations.server";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/photo-moderation.server";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { OpenedConversation } from "~/ui/admin/opened-conversation";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Conversation",
  failed: "Failed to fetch messages",
  missing: "There is no such conversation.",
  home: "/admin-dashboard/bookings",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** A conversation of others: without a reason the office sees whose it is and how long, and no message (O16). */
export const loader = roleLoader("admin", async ({ context, viewer, params, url }) => {
  const { db, now } = context;
  const id = param(params, "id");
  const { before } = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [conversation, page, openings] = await Promise.all([
    findConversation(db, viewer, id, now),
    listOpenedMessages(db, viewer, id, before, now),
    listOpeningsForOffice(db, id),
  ]);
  if (!conversation) throw notFound();
  return { conversation, openings, ...page };
});

/** Opens the conversation, or hides a photo in it (P5). */
export const action = roleAction("admin", async ({ context, user, form, params, viewer }) => {
  const id = param(params, "id");
  const button = pressedButton(form, ["hide"]);
  const [admin, conversation, photo] = await Promise.all([
    user,
    findConversation(context.db, viewer, id, context.now),
    button && findModeratedPhoto(context.db, button.of),
  ]);
  if (!conversation) throw notFound();
  const back = (flash: "savedAndLogged" | "conversationOpened") =>
    redirectTo(`/admin-dashboard/conversations/${id}`, flashed(flash));
  if (button) {
    if (!photo || photo.bookingId || conversation.openUntil === null) throw notFound();
    await setPhotoHidden(context, admin, photo, true);
    return back("savedAndLogged");
  }
  const parsed = parseForm(form, openingForm);
  if (!parsed.value) return parsed.invalid();
  const result = await openConversation(context, admin, conversation, parsed.value);
  return result.ok ? back("conversationOpened") : parsed.refused(result);
});

export default function OpenedConversationPage() {
  return <OpenedConversation {...useLoaderData<typeof loader>()} />;
}
