import { JOB_PHOTO_KINDS, type JobPhotoKind } from "~/domain/bookings/job-photos";
import { privatePhotoUrl, type PrivatePhoto } from "~/domain/photos/photo";

export const PHOTO_KIND_LABELS: Record<JobPhotoKind, string> = {
  problem: "The problem",
  before: "Before the job",
  after: "After the job",
};

interface Props {
  photos: PrivatePhoto[];
  /** What the office can do with one. */
  action?: (photo: PrivatePhoto) => React.ReactNode;
}

/** The photos of a job, grouped; each opens the large one (P5). Nothing where there are none. */
export function PhotoStrip({ photos, action }: Props) {
  const groups = JOB_PHOTO_KINDS.map((kind) => ({
    kind,
    photos: photos.filter((photo) => photo.kind === kind),
  })).filter(({ photos }) => photos.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="grid gap-4 print:flex print:gap-8">
      {groups.map(({ kind, photos }) => (
        <figure key={kind} className="grid gap-2">
          <figcaption className="text-sm text-ink-2">
            {PHOTO_KIND_LABELS[kind]}
            <span className="hidden print:inline">: {photos.length}</span>
          </figcaption>
          <ul className="flex flex-wrap gap-2 print:hidden">
            {photos.map((photo, index) => (
              <li key={photo.id} className="grid justify-items-start gap-1">
                <a href={privatePhotoUrl(photo.id, 1280)} target="_blank" rel="noopener" className="photo">
                  <img
                    src={privatePhotoUrl(photo.id, 320)}
                    alt={`${PHOTO_KIND_LABELS[kind]}, photo ${index + 1} of ${photos.length}`}
                    width={96}
                    height={96}
                    loading="lazy"
                    className={photo.isHidden ? "opacity-40" : undefined}
                  />
                </a>
                {action?.(photo)}
              </li>
            ))}
          </ul>
        </figure>
      ))}
    </div>
  );
}
