import { LocalPhoto } from "~/ui/photos/local-photo";
import { PHOTO_TYPES, shrinkPhoto } from "~/ui/photos/shrink-photo";
import { Icon, Link } from "~/ui/shell/elements";
import { dateAt, formatDate, timeAt } from "~/domain/time/harare";
import type { OpenJob } from "~/domain/bookings/booking-views";
import { jobLine } from "~/domain/bookings/job-line";

/** Between two stations of the pipe. */
const STEP = 20;

/** Chooses one photo for a message; with script it is shrunk at once and handed on. */
export const PhotoButton = ({ onPhoto }: { onPhoto: (photo: File) => void }) => (
  <label className="relative grid size-12 shrink-0 place-items-center rounded-field text-brand-700 focus-within:outline-3 focus-within:outline-focus">
    <Icon name="camera" label="Add a photo" />
    <input
      type="file"
      name="photo"
      accept={PHOTO_TYPES}
      className="absolute inset-0 size-full cursor-pointer opacity-0"
      onChange={async ({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        currentTarget.value = "";
        if (file) onPhoto(await shrinkPhoto(file));
      }}
    />
  </label>
);

export const ChosenPhoto = ({ photo, onRemove }: { photo: Blob; onRemove: () => void }) => (
  <p className="flex items-center gap-3 border-t border-line px-4 py-3 text-sm">
    <span className="photo">
      <LocalPhoto photo={photo} alt="The photo that goes with your message" width={96} height={96} />
    </span>
    <button type="button" className="button-link" onClick={onRemove}>
      Remove
    </button>
  </p>
);

/** The job that the two talk about: when, how far it is, as a copper pipe of six stations (B24), and the way to its ticket. */
export function JobOnTop({ job, page }: { job: OpenJob; page: string }) {
  const { names, reached, current, isClosed } = jobLine({ ...job, closedFrom: null });
  return (
    <Link
      to={`${page}/${job.id}`}
      className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1 text-sm text-ink no-underline"
    >
      <span className="min-w-0 flex-1 truncate">
        <b>
          {formatDate(dateAt(job.startsAt), "short")}, {timeAt(job.startsAt)}
        </b>{" "}
        <span className="text-ink-2">· {names[current]}</span>
      </span>
      <svg viewBox="0 0 112 12" width="72" aria-hidden fill="none" strokeLinecap="round" className="flex-none">
        <path d="M6 6h100" strokeWidth="4" className="stroke-copper-600" />
        <path d={`M6 6h${STEP * (reached - 1)}`} strokeWidth="3" className="stroke-brand-600" />
        {names.map((name, station) => (
          <path
            key={name}
            d={`M${6 + STEP * station} 6h.1`}
            strokeWidth="9"
            className={station < reached ? "stroke-brand-600" : "stroke-copper-600"}
          />
        ))}
        {isClosed && <path d={`M${2 + STEP * current} 2l8 8m0-8l-8 8`} strokeWidth="3" className="stroke-danger" />}
      </svg>
      <Icon name="chevron-right" className="text-ink-3" />
    </Link>
  );
}
