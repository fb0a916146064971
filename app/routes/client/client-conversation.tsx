import { useLoaderData } from "@remix-run/react";
import { listReviewable } from "~/domain/reviews/reviews.server";
import { roleLoader } from "~/http/guards";
import { conversationAction, loadConversation } from "~/http/messages-page.server";
import { param } from "~/http/params";
import { Chat } from "~/ui/messages/chat";
import { problemOf } from "~/ui/messages/chat-problem";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const loader = roleLoader("client", async (args) => {
  const { context, viewer, params } = args;
  const [conversation, reviewable] = await Promise.all([
    loadConversation(args),
    listReviewable(context.db, viewer.id, param(params, "otherId"), context.now),
  ]);
  return { ...conversation, reviewable };
});
export const action = conversationAction("client");

export default function ClientConversation() {
  const { reviewable, ...data } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <Chat key={data.contact.id} base="/client-dashboard/messages" {...data} {...problemOf(useLastActionData())} />
      <ReviewForms bookings={reviewable} action="/client-dashboard/reviews" />
    </div>
  );
}
