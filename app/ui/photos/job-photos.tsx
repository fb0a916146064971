import { canRemovePhoto, kindsWithRoom, JOB_PHOTO_KINDS, type JobPhotoKind } from "~/domain/bookings/job-photos";
import type { BookingStatus } from "~/domain/bookings/booking";
import { type PrivatePhoto, privatePhotoUrl } from "~/domain/photos/photo";
import type { Role } from "~/domain/values/user";
import { QuietLink, TextLink } from "../shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const PHOTO_KIND_LABELS: Record<JobPhotoKind, string> = {
  problem: "The problem",
  before: "Before the job",
  after: "After the job",
};

interface Props {
  photos: PrivatePhoto[];
  action?: (photo: PrivatePhoto) => React.ReactNode;
}

/** The photos of a job by kind, three in a row of a phone; each opens the large one (P5). Nothing where there are none. */
export function PhotoStrip({ photos, action }: Props) {
  const groups = JOB_PHOTO_KINDS.map((kind) => ({ kind, own: photos.filter((photo) => photo.kind === kind) }));
  if (photos.length === 0) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-2 print:hidden">
        {groups.flatMap(({ kind, own }) =>
          own.map((photo, index) => (
            <li key={photo.id} className="grid justify-items-center">
              <a href={privatePhotoUrl(photo.id, 1280)} target="_blank" rel="noopener" className="photo">
                <img
                  src={privatePhotoUrl(photo.id, 320)}
                  alt={`${PHOTO_KIND_LABELS[kind]}, photo ${index + 1} of ${own.length}`}
                  width={92}
                  height={92}
                  loading="lazy"
                  className={photo.isHidden ? "opacity-40" : undefined}
                />
              </a>
              <span aria-hidden="true" className="text-xs text-ink-2">
                {PHOTO_KIND_LABELS[kind]}
              </span>
              {action?.(photo)}
            </li>
          )),
        )}
      </ul>
      <p className="hidden print:block">
        {groups
          .flatMap(({ kind, own }) => (own.length > 0 ? `${PHOTO_KIND_LABELS[kind]}: ${own.length}` : []))
          .join(", ")}
      </p>
    </>
  );
}

interface JobPhotosProps {
  photos: PrivatePhoto[];
  status: BookingStatus;
  role: Role;
  page: string;
}

export function JobPhotosSection({ photos, status, role, page }: JobPhotosProps) {
  const canAdd = kindsWithRoom(status, role, photos).length > 0;
  const canRemove = photos.some((photo) => canRemovePhoto(photo, role, status));
  const canHide = role === "admin" && photos.length > 0;
  const onOthers = canRemove ? "Remove a photo" : "Hide a photo";
  const only = canAdd ? "Add photos" : onOthers;
  const isShared = photos.some((photo) => photo.isShared);
  const canShare = status === "completed" && photos.some(({ kind }) => kind === "after");
  if (photos.length === 0 && !canAdd) return null;
  return (
    <section className="card grid gap-4 p-4 sm:p-6">
      <h2>Photos</h2>
      <PhotoStrip photos={photos} />
      {(canShare || (isShared && role === "client")) && <PublicChoice isShared={isShared} role={role} page={page} />}
      {(canAdd || canRemove || canHide) && (
        <p className="print:hidden">
          <QuietLink
            to={`${page}/photos`}
            preventScrollReset
            icon="camera"
            label={canAdd && canRemove ? "Add photos or remove one" : only}
          />
        </p>
      )}
    </section>
  );
}

function PublicChoice({ isShared, role, page }: { isShared: boolean; role: Role; page: string }) {
  if (role === "plumber")
    return (
      <p className="print:hidden">
        {!isShared && "Shown once your client agrees. "}
        <TextLink to="/plumber-dashboard/work-photos">Choose photos for your page</TextLink>
      </p>
    );
  if (role === "admin") return null;
  return (
    <Form method="post" action={`${page}/photos`} className="grid justify-items-start gap-2 print:hidden">
      <p className="text-ink-2">
        {isShared
          ? "Your plumber can show photos from before and after the job in public, with the suburb, the date and the price, without your name and address."
          : "Can your plumber show photos from before and after the job in public, with the suburb, the date and the price? Your name and address aren't shown, and you can change your mind."}
      </p>
      <button name="intent" value={isShared ? "unshare" : "share"} className="button button-quiet">
        {isShared ? "Stop showing them" : "Yes, show them"}
      </button>
    </Form>
  );
}
