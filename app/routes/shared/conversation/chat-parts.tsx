import { LocalPhoto } from "~/ui/photos/local-photo";
import { PHOTO_TYPES, shrinkPhoto } from "~/ui/photos/shrink-photo";
import { Icon, Link } from "~/ui/shell/elements";
import { dateAt, formatDate, timeAt } from "~/domain/time/harare";
import type { OpenJob } from "~/domain/bookings/booking-views";
import { jobLine, type JobLine } from "~/domain/bookings/job-line";

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
  <p className="flex items-center gap-3 border-t border-line px-4 pt-3 text-sm">
    <span className="photo">
      <LocalPhoto photo={photo} alt="The photo that goes with your message" width={96} height={96} />
    </span>
    <button type="button" className="button-link" onClick={onRemove}>
      Remove
    </button>
  </p>
);

/** The job that the two talk about: when, how far it is, and the way to its ticket. */
export function JobOnTop({ job, page }: { job: OpenJob; page: string }) {
  const line = jobLine({ ...job, closedFrom: null });
  return (
    <Link
      to={`${page}/${job.id}`}
      className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1 text-sm text-ink no-underline"
    >
      <span className="min-w-0 flex-1 truncate">
        <b>
          {formatDate(dateAt(job.startsAt), "short")}, {timeAt(job.startsAt)}
        </b>{" "}
        <span className="text-ink-2">· {line.names[line.current]}</span>
      </span>
      <SmallPipe line={line} />
    </Link>
  );
}

const STEP = 20;

/** The copper pipe of a job (B24) in a few strokes, beside its state in words. */
function SmallPipe({ line: { names, reached, current, isClosed } }: { line: JobLine }) {
  const length = STEP * (names.length - 1);
  // A dash that begins where its path ends is not drawn: the last dot needs a bit more.
  const all = `M6 6h${length}.1`;
  const filled = `M6 6h${STEP * (reached - 1)}.1`;
  return (
    <svg viewBox={`0 0 ${length + 12} 12`} aria-hidden fill="none" strokeLinecap="round" className="h-3 w-18 flex-none">
      <path d={all} strokeWidth="4" className="stroke-copper-600" />
      <path d={all} strokeWidth="9" strokeDasharray={`0 ${STEP}`} className="stroke-copper-600" />
      <path d={filled} strokeWidth="3" className="stroke-brand-600" />
      <path d={filled} strokeWidth="9" strokeDasharray={`0 ${STEP}`} className="stroke-brand-600" />
      {isClosed && <path d={`M${2 + STEP * current} 2l8 8m0-8l-8 8`} strokeWidth="3" className="stroke-danger" />}
    </svg>
  );
}
