import { addablePhotoKinds } from "~/domain/bookings/job-photos";
import type { BookingStatus } from "~/domain/bookings/booking";
import type { PrivatePhoto } from "~/domain/photos/private-photo";
import type { Role } from "~/domain/values/user";
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
  const canAdd = addablePhotoKinds(status, role).length > 0;
  const canHide = role === "admin" && photos.length > 0;
  if (photos.length === 0 && !canAdd) return null;
  return (
    <section className="card grid gap-4 p-4 sm:p-6">
      <h2>Photos</h2>
      <PhotoStrip photos={photos} />
      {(canAdd || canHide) && (
        <p className="print:hidden">
          <Link to={`${page}/photos`} className="button button-quiet" preventScrollReset>
            <Icon name="camera" /> {canAdd ? "Add photos" : "Hide a photo"}
          </Link>
        </p>
      )}
    </section>
  );
}
