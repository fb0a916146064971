import { NO_COMMENT } from "~/domain/reviews/review";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { initialsOf } from "~/domain/values/text";
import { photoUrl } from "~/domain/photos/photo";
import { Stars } from "./stars";

interface Entry {
  id: string;
  rating: number;
  comment: string | null;
  createdAt: Instant;
  /** Who wrote it, or about whom it is. */
  name: string;
  photoKey: string | null;
}

/** Reviews, each with its person, rating, date and comment. */
export function ReviewList({ reviews }: { reviews: Entry[] }) {
  return (
    <ul className="grid gap-3">
      {reviews.map((review) => (
        <li key={review.id} className="card flex gap-4 p-4">
          {review.photoKey ? (
            <img src={photoUrl(review.photoKey, 160)} alt="" width={40} height={40} loading="lazy" className="avatar self-start" />
          ) : (
            <span aria-hidden="true" className="inline-grid size-10 flex-none place-items-center rounded-full bg-brand-100 font-bold text-brand-800">
              {initialsOf(review.name)}
            </span>
          )}
          <div className="grid min-w-0 gap-1 leading-snug">
            <p className="font-semibold wrap-anywhere">{review.name}</p>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
              <Stars rating={review.rating} /> {formatInstant(review.createdAt)}
            </p>
            <p className={`whitespace-pre-line wrap-anywhere ${review.comment ? "" : "text-ink-3"}`}>{review.comment ?? NO_COMMENT}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
