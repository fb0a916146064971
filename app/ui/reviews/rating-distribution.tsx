import type { Plumber } from "~/domain/plumbers/plumber";
import { RATINGS } from "~/domain/reviews/review";

/** How many reviews gave each number of stars, as figures and bars. */
export function RatingDistribution({ plumber }: { plumber: Pick<Plumber, "rated" | "ratingCount"> }) {
  return (
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
}
