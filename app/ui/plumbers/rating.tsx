import { averageRating, type PlumberSummary } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/count-of";

/** The rating with a star and the number of reviews; "New" without any (D6). */
export function Rating({ plumber }: { plumber: Pick<PlumberSummary, "ratingSum" | "ratingCount"> }) {
  const average = averageRating(plumber);
  if (!average) return <span className="badge justify-self-start bg-brand-100 text-brand-800">New</span>;
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <svg viewBox="0 0 24 24" width="20" height="20" className="icon fill-star" aria-hidden="true">
        <path d="M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.2-5.9 3.2 1.2-6.5L2.5 9.4l6.6-.9z" />
      </svg>
      <b>
        {average}
        <span className="sr-only"> of 5 stars</span>
      </b>
      <span className="text-ink-2">({countOf(plumber.ratingCount, "review")})</span>
    </span>
  );
}
