import { Form, useLoaderData } from "@remix-run/react";
import { COMMENT_LENGTH } from "~/domain/reviews/review";
import { reviewAnswerForm } from "~/domain/reviews/review-schemas";
import { answerReview, findModerated } from "~/domain/reviews/moderation.server";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { messageOf } from "~/http/refusals";
import { Dialog } from "~/ui/elements/dialog";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";

export const loader = roleLoader("plumber", async ({ context, viewer, params }) => {
  const review = await findModerated(context.db, param(params, "id"));
  if (review?.plumber.id !== viewer.id || review.hiddenAt) throw notFound();
  return { obstacle: review.answer ? messageOf({ ok: false, reason: "alreadyAnswered" }) : null };
});

export const action = roleAction(
  "plumber",
  async ({ context, user, params, form }) => {
    const plumber = await user;
    const parsed = parseForm(form, reviewAnswerForm);
    if (!parsed.value) return parsed.invalid();
    const result = await answerReview(context, plumber, param(params, "id"), parsed.value.answer);
    return result.ok ? redirectTo("/plumber-dashboard/reviews", flashed("reviewAnswered")) : parsed.refused(result);
  },
  "Failed to save your answer",
);

export default function AnswerReview() {
  const { obstacle } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("answer", ["answer"]);
  return (
    <Dialog title="Answer this review" back="/plumber-dashboard/reviews" backLabel="Back">
      <ProblemSummary message={message ?? obstacle} fields={all} />
      {!obstacle && (
        <Form method="post" noValidate className="grid gap-4">
          <TextArea
            meta={fields.answer}
            label="Your answer"
            rows={5}
            maxLength={COMMENT_LENGTH}
            hint="Everyone can read it under the review. You can answer once and can't change it later."
          />
          <SubmitButton busy="Sending..." className="w-full">
            Publish answer
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
