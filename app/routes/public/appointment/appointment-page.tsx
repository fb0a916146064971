import type { ComponentProps } from "react";
import type { Plumber } from "~/domain/plumbers/plumber";
import { RATINGS, type ReviewableBooking } from "~/domain/reviews/review";
import type { Role } from "~/domain/values/user";
import { AppointmentForm } from "./appointment-form";
import { OnlyClients } from "~/ui/bookings/only-clients";
import { Notice } from "~/ui/elements/notice";
import { PlumberLines } from "~/ui/plumbers/plumber-card";
import { WorkshopCard, WorkshopDetails } from "./workshop-card";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { ReviewList } from "~/ui/reviews/review-list";
import { Link } from "~/ui/shell/link";

type Props = ComponentProps<typeof WorkshopCard> &
  Omit<ComponentProps<typeof WorkshopDetails>, "isAskable"> &
  ComponentProps<typeof AppointmentForm> &
  ComponentProps<typeof RatingDistribution> & {
    sameCity: ComponentProps<typeof PlumberLines>["plumbers"];
    reviews: ComponentProps<typeof ReviewList>["reviews"];
    reviewable: ReviewableBooking[];
    /** The job in the address, or the latest one, has been reviewed. */
    reviewed: boolean;
    /** Sign-in, for a visitor who wants to review a job. */
    toReview: string | null;
    /** The viewer's role, when it can't book. */
    barred: Exclude<Role, "client"> | null;
  };

/** A plumber with the form to book them, their reviews and other plumbers of the city (D10). */
export function AppointmentPage(props: Props) {
  const { sameCity, reviews, reviewable, reviewed, toReview, barred, savesData, saved, photos, prices } = props;
  const { plumber, now, hasTimes, usualPrice } = props;
  return (
    <div className="page grid gap-10 py-4 sm:py-6 lg:py-10">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr] lg:gap-6">
        <WorkshopCard {...{ plumber, now, hasTimes, savesData, usualPrice }} />
        <div className="lg:row-span-2">{barred ? <OnlyClients role={barred} /> : <AppointmentForm {...props} />}</div>
        <WorkshopDetails {...{ plumber, photos, prices, saved }} isAskable={barred === null} />
      </div>
      {toReview && (
        <div id="review">
          <Notice kind="info" alert>
            You must be logged in to leave a review. <Link to={toReview}>Sign in</Link>
          </Notice>
        </div>
      )}
      {reviewed && <Notice kind="info">You have already reviewed this plumber for this job.</Notice>}
      <ReviewForms bookings={reviewable} action={`/appointment/${plumber.id}`} plain />
      {reviews.length > 0 && (
        <section className="later grid gap-4 [--tall:1100px]">
          <h2>Reviews</h2>
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-6">
            <RatingDistribution plumber={plumber} />
            <ReviewList canReport reviews={reviews} />
          </div>
        </section>
      )}
      {sameCity.length > 0 && (
        <section className="later grid gap-5 [--tall:600px]">
          <h2>Top Plumbers in {plumber.city}</h2>
          <PlumberLines plumbers={sameCity} now={now} />
        </section>
      )}
    </div>
  );
}

/** The number of reviews for each number of stars, as figures and bars. */
const RatingDistribution = ({ plumber }: { plumber: Pick<Plumber, "rated" | "ratingCount"> }) => (
  <dl className="card grid w-full max-w-[400px] grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 p-4 tabular-nums">
    {RATINGS.map((rating) => {
      const count = plumber.rated[rating];
      return (
        <div key={rating} className="contents">
          <dt>
            {rating}{" "}
            <span aria-hidden="true" className="text-star">
              ★
            </span>
            <span className="sr-only">{rating === 1 ? "star" : "stars"}</span>
          </dt>
          <dd className="contents">
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-2 w-full rounded-full bg-line"
            >
              <rect width={(100 * count) / Math.max(plumber.ratingCount, 1)} height="8" className="fill-star" />
            </svg>
            <span className="text-right">{count}</span>
          </dd>
        </div>
      );
    })}
  </dl>
);
