import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { REASON_LENGTH } from "~/domain/values/lengths";
import { fullName } from "~/domain/values/user";
import { hideReviewForm } from "~/domain/reviews/review-schemas";
import { findModerated, hideReview } from "~/domain/reviews/moderation.server";
import { NO_COMMENT } from "~/domain/reviews/review";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { Dialog } from "~/ui/elements/dialog";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";

export const loader = roleLoader("admin", async ({ context, params }) => {
  const review = await findModerated(context.db, param(params, "id"));
  if (!review) throw notFound();
  return { review };
});

export const action = roleAction("admin", async ({ context, user, params, form, request }) => {
  const admin = await user;
  const parsed = parseForm(form, hideReviewForm);
  if (!parsed.value) return parsed.invalid();
  const result = await hideReview(context, admin, param(params, "id"), parsed.value.reason);
  return result.ok
    ? redirectTo(listOf(new URL(request.url).search), flashed("savedAndLogged"))
    : parsed.refused(result);
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
        {review.comment ?? NO_COMMENT}
      </p>
      <p>It will be hidden from everyone and won't count towards the rating. Its author will see your reason.</p>
      <Form method="post" replace noValidate className="grid gap-4">
        <TextField meta={fields.reason} label="Why?" maxLength={REASON_LENGTH} />
        <SubmitButton busy="Hiding..." className="button-danger w-full">
          Yes, hide it
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
