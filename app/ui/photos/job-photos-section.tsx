import { canRemovePhoto, kindsWithRoom } from "~/domain/bookings/job-photos";
import type { BookingStatus } from "~/domain/bookings/booking";
import type { PrivatePhoto } from "~/domain/photos/photo";
import type { Role } from "~/domain/values/user";
import { Form } from "@remix-run/react";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { PhotoStrip } from "./photo-strip";

interface Props {
  photos: PrivatePhoto[];
  status: BookingStatus;
  role: Role;
  /** The booking's page. */
  page: string;
}

/** The photos on a booking's page; nothing while there are none and none can be added. */
export function JobPhotosSection({ photos, status, role, page }: Props) {
  const canAdd = kindsWithRoom(status, role, photos).length > 0;
  const canRemove = photos.some((photo) => canRemovePhoto(photo, role, status));
  const canHide = role === "admin" && photos.length > 0;
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
          <Link to={`${page}/photos`} className="button button-quiet" preventScrollReset>
            <Icon name="camera" />{" "}
            {canAdd && canRemove
              ? "Add photos or remove one"
              : canAdd
                ? "Add photos"
                : canRemove
                  ? "Remove a photo"
                  : "Hide a photo"}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Whether everyone may see the photos of the finished work (P7): the client's choice, then the plumber's. */
function PublicChoice({ isShared, role, page }: { isShared: boolean; role: Role; page: string }) {
  if (role === "plumber")
    return (
      <p className="print:hidden">
        {!isShared && "Shown once your client agrees. "}
        <Link to="/plumber-dashboard/work-photos" className="button-link">
          Choose photos for your page
        </Link>
      </p>
    );
  if (role === "admin") return null;
  return (
    <Form method="post" action={`${page}/photos`} className="grid justify-items-start gap-2 print:hidden">
      <p className="text-ink-2">
        {isShared
          ? "Your plumber can show photos of the finished work in public. Your name and address aren't shown with them."
          : "Can your plumber show photos of the finished work in public? Your name and address aren't shown with them, and you can change your mind."}
      </p>
      <button name="intent" value={isShared ? "unshare" : "share"} className="button button-quiet">
        {isShared ? "Stop showing them" : "Yes, show them"}
      </button>
    </Form>
  );
}
