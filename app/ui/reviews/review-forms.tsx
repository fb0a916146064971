import { Form } from "@remix-run/react";
import { countOf } from "~/domain/values/count-of";
import { fullName } from "~/domain/values/user";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { COMMENT_LENGTH, DEFAULT_RATING, RATINGS, type ReviewableBooking } from "~/domain/reviews/review";
import { dateAt, formatDate, formatInstant } from "~/domain/time/harare";
import type { FormReply } from "~/http/forms";
import { SubmitButton } from "../forms/submit-button";
import { useLastActionData } from "../elements/use-sticky-value";

interface Props {
  bookings: ReviewableBooking[];
  /** The action of the forms. */
  action: string;
  /** Submits a document, for pages without the framework's script. */
  plain?: boolean;
}

/** A form for each completed job without a review (R4). */
export function ReviewForms({ bookings, action, plain = false }: Props) {
  const given = useLastActionData<Partial<FormReply>>()?.values;
  /** The values of a review that was refused. */
  const givenFor = (bookingId: string, name: "rating" | "comment") =>
    given?.["booking"] === bookingId ? given[name] : undefined;
  if (bookings.length === 0) return null;
  return (
    <section id="review" className="grid gap-4">
      <h2>Leave a Review for Completed Jobs</h2>
      {bookings.map((booking) => (
        <Form
          key={booking.id}
          id={booking.id}
          method="post"
          action={action}
          reloadDocument={plain}
          className="card grid gap-4 p-5"
        >
          <input type="hidden" name="booking" value={booking.id} />
          <p className="wrap-anywhere">
            <b>{fullName(booking.plumber)}</b>, {booking.serviceType ?? DEFAULT_SERVICE},{" "}
            {formatDate(dateAt(booking.startsAt))}
          </p>
          <div className="field">
            <label htmlFor={`rating-${booking.id}`}>Rating</label>
            <select
              id={`rating-${booking.id}`}
              name="rating"
              defaultValue={givenFor(booking.id, "rating") ?? DEFAULT_RATING}
              className="input"
            >
              {RATINGS.map((rating) => (
                <option key={rating} value={rating}>
                  {countOf(rating, "star")}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`comment-${booking.id}`}>
              Comment <span className="font-normal text-ink-3">(optional)</span>
            </label>
            <textarea
              id={`comment-${booking.id}`}
              name="comment"
              maxLength={COMMENT_LENGTH}
              className="input"
              defaultValue={givenFor(booking.id, "comment")}
            />
          </div>
          <label className="flex items-start gap-3">
            <input type="checkbox" name="showsJob" className="mt-1 size-5 flex-none" />
            <span>
              Show what was done and what it cost with my review
              <span className="block text-sm text-ink-2">It helps others. You can change it later.</span>
            </span>
          </label>
          <SubmitButton name="intent" value="review" busy="Sending..." className="justify-self-start">
            Submit review
            <span className="sr-only">
              {" "}
              of {fullName(booking.plumber)}, {formatInstant(booking.startsAt)}
            </span>
          </SubmitButton>
        </Form>
      ))}
    </section>
  );
}
