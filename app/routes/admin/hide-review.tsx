import { useLoaderData, useLocation } from "@remix-run/react";
import { REASON_LENGTH } from "~/domain/values/text";
import { fullName } from "~/domain/values/user";
import { hideReviewForm } from "~/domain/reviews/review-schemas";
import { findModerated, hideReview } from "~/domain/reviews/moderation.server";
import { NO_COMMENT } from "~/domain/reviews/review";
import { adminAction, adminLoader } from "~/http/guards";
import { Dialog } from "~/ui/elements/dialog";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SubmitButton } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const loader = adminLoader(async ({ context, param }) => {
  const review = await findModerated(context.db, param("id"));
  return review && { review };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, request, param, read, refused, goTo } = args;
  const admin = await user;
  const result = await hideReview(context, admin, param("id"), read(hideReviewForm).reason);
  return result.ok ? goTo(listOf(new URL(request.url).search), "savedAndLogged") : refused(result);
});

const listOf = (search: string) => `/admin-dashboard/reviews${search}`;

export default function HideReview() {
  const { review } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { fields, all, message } = useFormReply("hide", ["reason"]);
  return (
    <Dialog title="Hide this review?" back={listOf(search)} backLabel="No, leave it">
      <ProblemSummary message={message} fields={all} />
      <p className="border-l-2 border-brand-100 pl-3 whitespace-pre-line text-ink-2">
        {fullName(review.client)} on {fullName(review.plumber)}, {review.rating} out of 5:{" "}
        <bdi>{review.comment ?? NO_COMMENT}</bdi>
      </p>
      <p>It will be hidden from everyone and won't count towards the rating. Its author will see your reason.</p>
      <Form method="post" replace noValidate className="grid gap-4">
        <TextField meta={fields.reason} label="Why?" maxLength={REASON_LENGTH} />
        <SubmitButton busy="Hiding..." className="button-danger w-full" label="Yes, hide it" />
      </Form>
    </Dialog>
  );
}
