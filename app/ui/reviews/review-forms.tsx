import { useEffect, useRef, useState } from "react";
import { countOf } from "~/domain/values/numbers";
import { fullName } from "~/domain/values/user";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { type ReviewableBooking, COMMENT_LENGTH, DEFAULT_RATING, RATINGS } from "~/domain/reviews/review";
import { dateAt, formatDate, formatInstant } from "~/domain/time/harare";
import type { FormReply } from "~/http/forms";
import { SubmitButton, useHasScript, useLastActionData } from "../shell/elements";
import { Form } from "~/ui/forms/owned-form";

interface Props {
  bookings: ReviewableBooking[];
  action: string;
  /** Submits a document, for pages without the framework's script. */
  plain?: boolean;
}

/** A form for each completed job without a review (R4), one of them open: the first, or the one that was refused. */
export function ReviewForms({ bookings, action, plain = false }: Props) {
  const reply = useLastActionData<Partial<FormReply>>();
  // Revalidation doesn't fold up the open form.
  const [first] = useState(bookings[0]?.id);
  if (bookings.length === 0) return null;
  const find = (wanted: string | undefined) => bookings.find(({ id }) => id === wanted);
  const open = find(reply?.values?.["booking"]) ?? find(first) ?? bookings[0];
  return (
    <section id="review" className="grid gap-4">
      <h2>Leave a Review for Completed Jobs</h2>
      {bookings.map((booking) => (
        <details key={booking.id} name="review" open={booking === open} className="card px-4 py-2">
          <summary className="min-h-11 py-2 wrap-anywhere">
            <b>{fullName(booking.plumber)}</b>, {booking.serviceType ?? DEFAULT_SERVICE},{" "}
            {formatDate(dateAt(booking.startsAt))}
          </summary>
          <Form method="post" action={action} reloadDocument={plain} data-keep={booking.id} className="grid gap-4 py-2">
            <ReviewFields booking={booking} reply={booking === open ? reply : undefined} />
          </Form>
        </details>
      ))}
    </section>
  );
}

function ReviewFields({ booking, reply }: { booking: ReviewableBooking; reply: Partial<FormReply> | undefined }) {
  const { id, plumber, startsAt, price } = booking;
  const given = reply?.values;
  const problem = reply?.errors?.["comment"];
  const hasScript = useHasScript();
  const stars = useRef<HTMLFieldSetElement>(null);
  const [rating, setRating] = useState(Number(given?.["rating"] ?? DEFAULT_RATING));
  // The browser restores its own choice on Back.
  useEffect(() => setRating(Number(stars.current?.querySelector<HTMLInputElement>(":checked")?.value)), []);
  return (
    <>
      <input type="hidden" name="booking" value={id} />
      <fieldset ref={stars}>
        <legend className="legend mb-2">Rating</legend>
        <div className="flex gap-2">
          {RATINGS.map((one) => (
            <label key={one} className="slot flex-1">
              <input
                type="radio"
                name="rating"
                value={one}
                aria-label={countOf(one, "star")}
                defaultChecked={one === rating}
                onChange={() => setRating(one)}
              />
              <span>{one} ★</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor={`comment-${id}`}>
          Comment <span className="font-normal text-ink-3">(optional)</span>
        </label>
        <textarea
          id={`comment-${id}`}
          name="comment"
          dir="auto"
          maxLength={COMMENT_LENGTH}
          className="input"
          defaultValue={given?.["comment"]}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `comment-${id}-error` : undefined}
        />
        {problem && (
          <p id={`comment-${id}-error`} className="error">
            {problem}
          </p>
        )}
      </div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          name="showsJob"
          defaultChecked={given?.["showsJob"] === "on"}
          className="mt-1 size-5 flex-none"
        />
        <span>
          Show others what was done{price === null ? "" : ` and the price (${price})`}
          <span className="block text-sm text-ink-2">It helps others. You can change it later.</span>
        </span>
      </label>
      <SubmitButton value="review" busy="Sending..." className="justify-self-start">
        {hasScript ? `Submit ${countOf(rating, "star")}` : "Submit review"}
        <span className="sr-only">{` for ${fullName(plumber)}, ${formatInstant(startsAt)}`}</span>
      </SubmitButton>
    </>
  );
}
