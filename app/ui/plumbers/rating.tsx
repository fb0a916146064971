import { averageRating, type PlumberSummary } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/numbers";

type Rated = Pick<PlumberSummary, "ratingSum" | "ratingCount">;

/** The rating with a star and the number of reviews; "New" without any (D6). */
export function Rating({ plumber }: { plumber: Rated }) {
  const average = averageRating(plumber);
  if (!average) return <New />;
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <b role="img" aria-label={`${average} of 5 stars`} className="first-letter:font-normal first-letter:text-star">
        ★ {average}
      </b>
      <span className="text-ink-2">({countOf(plumber.ratingCount, "review")})</span>
    </span>
  );
}

/** The same on a card: `★ 4.8 (4)`. */
export function ShortRating({ plumber }: { plumber: Rated }) {
  const { ratingSum, ratingCount } = plumber;
  if (ratingCount === 0)
    return (
      <p>
        <New />
      </p>
    );
  const average = (ratingSum / ratingCount).toFixed(1);
  return (
    <p
      role="img"
      aria-label={`${average} of 5 stars, ${countOf(ratingCount, "review")}`}
      className="font-semibold tabular-nums first-letter:text-star"
    >
      ★ {average} ({ratingCount})
    </p>
  );
}

const New = () => <span className="badge justify-self-start bg-brand-100 text-brand-800">New</span>;
