import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findModerated, hasReported, reportReview } from "~/domain/reviews/moderation.server";
import { NO_COMMENT, REPORT_REASONS } from "~/domain/reviews/review";
import { REASON_LENGTH } from "~/domain/values/text";
import { reportForm } from "~/domain/reviews/review-schemas";
import { signedInAction, signedInLoader } from "~/http/guards";
import { notFound, param } from "~/http/responses";
import { AccountPage, described } from "~/ui/shell/public-page";
import { SelectField, TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { PlainForm } from "~/ui/forms/owned-form";

export const meta = described({
  title: "Report a review",
  description: "Tell our office what is wrong with a review.",
});

async function requireReview({ context, params }: LoaderFunctionArgs) {
  const review = await findModerated(context.db, param(params, "id"));
  if (!review || review.hiddenAt) throw notFound();
  return review;
}

export const loader = signedInLoader(async (args) => {
  const [{ comment }, isReported] = await Promise.all([
    requireReview(args),
    hasReported(args.context.db, args.viewer.id, args.param("id")),
  ]);
  return { comment, isReported };
});

export const action = signedInAction("That didn't work", async (args) => {
  const [user, review] = await Promise.all([args.user, requireReview(args)]);
  const result = await reportReview(args.context, user, review.id, args.read(reportForm));
  return result.ok ? args.goTo(`/appointment/${review.plumber.id}`, "reviewReported") : args.refused(result);
});

export default function ReportReview() {
  const { comment, isReported } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("report", ["reason", "reasonText"]);
  return (
    <AccountPage title="Report a review" lead="Our office will look at it. What you write stays private.">
      <ProblemSummary message={message} fields={all} />
      <p dir="auto" className="border-l-2 border-brand-100 pl-3 whitespace-pre-line text-ink-2">
        {comment ?? NO_COMMENT}
      </p>
      {isReported ? (
        <Notice kind="info">You've reported this review. Our office will look at it.</Notice>
      ) : (
        <PlainForm noValidate data-keep="report" className="grid gap-5">
          <SelectField
            meta={fields.reason}
            label="What's wrong with it?"
            choices={REPORT_REASONS}
            placeholder="Choose a reason"
          />
          <TextField meta={fields.reasonText} label="In your own words" optional maxLength={REASON_LENGTH} />
          <SubmitButton busy="Sending...">Report review</SubmitButton>
        </PlainForm>
      )}
    </AccountPage>
  );
}
