/** A rating out of 5 as words and stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-ink tabular-nums">
      <span aria-hidden="true" className="tracking-tight text-star">
        {"★".repeat(rating)}
        <span className="text-line">{"★".repeat(5 - rating)}</span>
      </span>
      {rating}
      <span aria-hidden="true">/5</span>
      <span className="sr-only"> of 5 stars</span>
    </span>
  );
}
