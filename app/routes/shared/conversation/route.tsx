import { useLoaderData } from "@remix-run/react";
import { findOpenJobWith } from "~/domain/bookings/queries/booking-details.server";
import { PHOTO_ALONE } from "~/domain/messages/message";
import { findContact, listMessages } from "~/domain/messages/message-lists.server";
import { messageForm, messageQuery } from "~/domain/messages/message-schemas";
import { listOpenings } from "~/domain/messages/opened-conversations.server";
import { setConversationClosed } from "~/domain/messages/questions.server";
import { officeStanding } from "~/domain/time/office-hours";
import { newId } from "~/domain/values/id";
import { telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { dashboardOf, fullName } from "~/domain/values/user";
import type { FormReply } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { markReadAfterResponse, openedConversation } from "~/http/mark-read.server";
import { useLastActionData } from "~/ui/shell/elements";
import { Chat } from "./chat";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { titled } from "~/ui/shell/dashboard-page";
import { listReviewable } from "~/domain/reviews/review-views.server";
import { sendWithPhoto, takePhoto } from "~/http/message-upload.server";

export const meta = titled<typeof loader>("Messages with", ({ chat }) => fullName(chat.contact));

/** A conversation; for a client also the forms to review that plumber's jobs (R4). Opening it marks it as read (C6). */
export const loader = signedInLoader(async (args) => {
  const { context, viewer, param, url } = args;
  const otherId = param("otherId");
  const { before } = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [contact, page, openings, reviewable, job] = await Promise.all([
    findContact(context.db, viewer, otherId),
    listMessages(context.db, viewer, otherId, { before }),
    listOpenings(context.db, viewer, otherId),
    viewer.role === "client" ? listReviewable(context.db, viewer.id, otherId) : [],
    findOpenJobWith(context.db, viewer, otherId, context.now),
  ]);
  if (!contact) return null;
  if (openedConversation(args)) markReadAfterResponse(context, contact, page.messages);
  // Of an erased one only the end is left.
  const phone = job?.phone?.startsWith("+") ? job.phone : null;
  // The form without a script carries `draftId`: sent twice, it is one message (C3).
  const chat = {
    // Its last message is among those below.
    contact: { ...contact, last: null, about: contact.role === "admin" ? officeStanding(context.now) : undefined },
    job,
    call: phone && telephoneLink(phone),
    // The sides have this conversation.
    whatsApp: phone && viewer.role === "admin" ? whatsAppLink(phone) : null,
    openings,
    ...page,
    selfId: viewer.id,
    draftId: newId(),
    isOlderPage: before !== undefined,
  };
  return { chat, reviewable };
});

/** Takes a message from a page without a script; a plumber closes a conversation that a question opened (C16). */
export const action = signedInAction(
  "Your message was not sent",
  async ({ context, viewer, user, form, param, read, pressed, refused, goTo }) => {
    const otherId = param("otherId");
    const page = `${dashboardOf(viewer.role)}/messages/${otherId}`;
    const choice = pressed(["close", "open"]);
    if (choice) {
      await setConversationClosed(context, await user, otherId, choice.verb === "close");
      return goTo(page);
    }
    const upload = takePhoto(form);
    if (context.busy) {
      // An ended session is thrown, which keeps the form.
      await user;
      return refused(context.busy);
    }
    const message = { recipientId: otherId, ...read(messageForm) };
    const result = await sendWithPhoto(context, { viewer, confirmation: user }, message, upload);
    return !result || result.ok ? goTo(page) : refused(result);
  },
);

export default function ConversationPage() {
  const { chat, reviewable } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <Chat key={`${chat.selfId} ${chat.contact.id}`} chat={chat} {...problemOf(useLastActionData())}>
        {reviewable.length > 0 && (
          <details className="max-h-[60dvh] overflow-y-auto border-t border-line px-4">
            <summary className="min-h-11 py-3 text-sm text-ink-2">Leave a review for {fullName(chat.contact)}</summary>
            <div className="pb-4">
              <ReviewForms bookings={reviewable} action="/client-dashboard/reviews" />
            </div>
          </details>
        )}
      </Chat>
    </div>
  );
}

/** The refusal of a message sent without script, and its text. A browser forgets the photo that went with it. */
function problemOf(reply: Partial<FormReply> | undefined) {
  const problem = reply?.message ?? reply?.errors?.["content"] ?? reply?.errors?.["id"] ?? null;
  const { content, photo } = reply?.values ?? {};
  return {
    problem: problem && photo ? `${problem} Then choose the photo “${photo}” again.` : problem,
    kept: photo && content === PHOTO_ALONE ? "" : content,
  };
}
