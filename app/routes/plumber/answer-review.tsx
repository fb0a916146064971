import { useLoaderData } from "@remix-run/react";
import { authorOf, COMMENT_LENGTH, NO_COMMENT } from "~/domain/reviews/review";
import { reviewAnswerForm } from "~/domain/reviews/review-schemas";
import { answerReview, findModerated } from "~/domain/reviews/moderation.server";
import { countOf } from "~/domain/values/numbers";
import { plumberAction, plumberLoader } from "~/http/guards";
import { messageOf } from "~/http/refusals";
import { Dialog } from "~/ui/elements/dialog";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { WhileOpen } from "~/ui/forms/while-open";
import { SubmitButton } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const loader = plumberLoader(async ({ context, viewer, param }) => {
  const review = await findModerated(context.db, param("id"));
  if (review?.plumber.id !== viewer.id || review.hiddenAt) return null;
  return {
    author: authorOf(review.client),
    rating: review.rating,
    comment: review.comment,
    obstacle: review.answer ? messageOf({ ok: false, reason: "alreadyAnswered" }) : null,
  };
});

export const action = plumberAction("Failed to save your answer", async (args) => {
  const { context, user, param, read, refused, goTo } = args;
  const result = await answerReview(context, await user, param("id"), read(reviewAnswerForm).answer);
  return result.ok ? goTo("/plumber-dashboard/reviews", "reviewAnswered") : refused(result);
});

export default function AnswerReview() {
  const { author, rating, comment, obstacle } = useLoaderData<typeof loader>();
  const reply = useFormReply("answer", ["answer"]);
  const { fields, all, message } = reply;
  return (
    <Dialog title="Answer this review" back="/plumber-dashboard/reviews" backLabel="Back">
      <ProblemSummary message={message ?? obstacle} fields={all} />
      <p className="wrap-anywhere text-ink-2">
        <b className="text-ink">{author}</b>, {countOf(rating, "star")}:{" "}
        {comment ? <q dir="auto">{comment}</q> : NO_COMMENT}
      </p>
      <WhileOpen isOpen={!obstacle} reply={reply} words={["answer"]}>
        <Form method="post" noValidate className="grid gap-4">
          <TextArea
            meta={fields.answer}
            label="Your answer"
            rows={5}
            maxLength={COMMENT_LENGTH}
            hint="Everyone can read it under the review. You can answer once and can't change it later."
          />
          <SubmitButton busy="Sending..." className="w-full" label="Publish answer" />
        </Form>
      </WhileOpen>
    </Dialog>
  );
}
