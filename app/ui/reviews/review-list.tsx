import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { formatMoney } from "~/domain/values/money";
import { type ReviewView, NO_COMMENT } from "~/domain/reviews/review";
import { DAY, formatInstant, type Instant } from "~/domain/time/harare";
import { timeUntil } from "~/domain/bookings/booking-words";
import { initialsOf } from "~/domain/values/text";
import { photoUrl } from "~/domain/photos/photo";
import { TextLink } from "../shell/elements";
import { Form } from "~/ui/forms/owned-form";

/** Only its author sees why the office has hidden it, and since when it waits for the office. */
type Entry = Pick<ReviewView, "id" | "rating" | "comment" | "createdAt"> &
  Partial<Pick<ReviewView, "answer" | "hiddenReason" | "heldAt" | "shownService" | "shownAmount" | "showsJob">> & {
    name: string;
    photoKey: string | null;
  };

interface Props {
  reviews: Entry[];
  canReport?: boolean;
  /** Says how long before each was written. */
  readAt?: Instant;
  /** The reader wrote them, and may show the job with them (R14). */
  isOwn?: boolean;
  canAnswer?: boolean;
}

export const ReviewList = ({ reviews, canReport = false, readAt, canAnswer = false, isOwn = false }: Props) => (
  <ul className="grid gap-3">
    {reviews.map((review) => (
      <li key={review.id} id={`review-${review.id}`} className="card grid gap-1 p-4 leading-snug">
        <div className="flex gap-3">
          {review.photoKey ? (
            <img
              src={photoUrl(review.photoKey, 160)}
              alt=""
              width={44}
              height={44}
              loading="lazy"
              className="avatar self-start"
            />
          ) : (
            <span
              aria-hidden="true"
              className="inline-grid size-11 flex-none place-items-center rounded-full bg-brand-100 font-bold text-brand-800"
            >
              {initialsOf(review.name)}
            </span>
          )}
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{review.name}</p>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
              <span className="inline-flex items-center gap-1 font-semibold text-ink tabular-nums">
                <span aria-hidden="true" className="text-star">
                  {"★".repeat(review.rating)}
                  <span className="text-line">{"★".repeat(5 - review.rating)}</span>
                </span>
                <span>
                  {review.rating}
                  <span aria-hidden="true">/5</span>
                </span>
                <span className="sr-only"> of 5 stars</span>
              </span>{" "}
              {readAt !== undefined && readAt - review.createdAt < 30 * DAY
                ? timeUntil(review.createdAt, readAt)
                : formatInstant(review.createdAt)}{" "}
              {!review.comment && <span>{NO_COMMENT}</span>}
            </p>
          </div>
          {canReport && (
            <details data-menu className="relative -m-2">
              <summary
                className="grid size-11 list-none place-items-center"
                aria-label={`More on ${review.name}'s review`}
              >
                ⋯
              </summary>
              <TextLink to={`/reviews/${review.id}/report`} className="card absolute right-0 p-3" label="Report" />
            </details>
          )}
        </div>
        {review.showsJob && (review.shownService ?? review.shownAmount) !== null && (
          <p className="text-sm text-ink-2">
            {review.shownService ?? DEFAULT_SERVICE}
            {review.shownAmount != null && (
              <>
                , <b className="text-ink tabular-nums">{formatMoney(review.shownAmount)}</b>
              </>
            )}
          </p>
        )}
        {review.comment && (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {review.comment}
          </p>
        )}
        {review.answer && (
          <p className="mt-1 border-l-2 border-brand-100 pl-3 whitespace-pre-line wrap-anywhere text-ink-2">
            <b>The plumber's answer:</b> <bdi>{review.answer}</bdi>
          </p>
        )}
        {review.hiddenReason && (
          <p className="text-ink-2">
            Our office has hidden this review: <bdi>“{review.hiddenReason}”</bdi>
          </p>
        )}
        {review.heldAt && <p className="text-ink-2">Our office will check this review before others see it.</p>}
        {isOwn && (
          <Form method="post">
            <button
              name="intent"
              value={`${review.showsJob ? "unshow" : "show"}:${review.id}`}
              className="button-link text-sm"
            >
              {review.showsJob ? "Hide the job and price" : "Show the job and price"}
            </button>
          </Form>
        )}
        {canAnswer && !review.answer && (
          <TextLink
            to={`/plumber-dashboard/reviews/${review.id}/answer`}
            className="justify-self-start text-sm"
            preventScrollReset
            label="Answer"
          />
        )}
      </li>
    ))}
  </ul>
);
