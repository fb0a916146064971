import { Form, useLocation } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { NO_COMMENT, type ModeratedReview } from "~/domain/reviews/review";
import { formatInstant } from "~/domain/time/harare";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import { Stars } from "../reviews/stars";

/** A review with what the office needs to decide about it. Its text is never changed. */
export function ModeratedReviewCard({ review }: { review: ModeratedReview }) {
  // Keeps the filter for the way back.
  const { search } = useLocation();
  return (
    <li className="card grid gap-3 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          <Link to={`/admin-dashboard/people/${review.client.id}`}>{fullName(review.client)}</Link> on{" "}
          <Link to={`/admin-dashboard/people/${review.plumber.id}`}>{fullName(review.plumber)}</Link>
        </span>
        <Stars rating={review.rating} />
        <span className="text-sm text-ink-3">{formatInstant(review.createdAt)}</span>
        {review.reportedAt && <span className="badge badge-pending">Reported</span>}
        {review.hiddenAt && <span className="badge badge-refused">Hidden</span>}
      </p>
      <p className={`whitespace-pre-line ${review.comment ? "" : "text-ink-3"}`}>{review.comment ?? NO_COMMENT}</p>
      {review.answer && (
        <p className="border-l-2 border-brand-100 pl-3 whitespace-pre-line text-ink-2">
          <b>The plumber:</b> {review.answer}
        </p>
      )}
      {review.reports.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {review.reports.map((reason, at) => (
            <li key={at} className="wrap-anywhere">
              Reported: “{reason}”
            </li>
          ))}
        </ul>
      )}
      {review.hiddenReason && <p className="text-ink-2">Hidden: “{review.hiddenReason}”</p>}
      <Form method="post" className="flex flex-wrap gap-3">
        <Link to={`/admin-dashboard/bookings/${review.bookingId}`} className="button button-quiet">
          View booking
        </Link>
        {review.hiddenAt ? (
          <SubmitButton name="intent" value={`restore:${review.id}`} busy="Saving..." className="button-quiet">
            Unhide
          </SubmitButton>
        ) : (
          <Link
            to={`/admin-dashboard/reviews/${review.id}/hide${search}`}
            className="button button-quiet"
            preventScrollReset
          >
            Hide
          </Link>
        )}
        {review.reportedAt && (
          <SubmitButton name="intent" value={`keep:${review.id}`} busy="Saving..." className="button-quiet">
            Keep
          </SubmitButton>
        )}
      </Form>
    </li>
  );
}
