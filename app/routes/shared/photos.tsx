import { useLoaderData } from "@remix-run/react";
import { canRemovePhoto, kindsWithRoom } from "~/domain/bookings/job-photos";
import { removeJobPhoto } from "~/domain/bookings/commands/client-corrections.server";
import { shareJobPhotos } from "~/domain/bookings/commands/work-photos.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/photo-moderation.server";
import { newId } from "~/domain/values/id";
import { bookingPage } from "~/http/booking-page";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { NO_PHOTO, receiveJobPhoto } from "~/http/job-photo-upload.server";
import { redirectTo } from "~/http/redirects";
import { jobPhotoForm } from "~/domain/bookings/job-photo-form";
import { JobPhotosDialog } from "~/ui/photos/job-photos-dialog";

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** A booking's photos (P5): its two sides add some, the client removes their own, the client lets everyone see the finished work (P7), the office hides one. */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const [booking, photos] = await Promise.all([
    findBookingFor(context.db, viewer, id),
    listJobPhotos(context.db, viewer, id),
  ]);
  if (!booking) return null;
  const kinds = kindsWithRoom(booking.status, viewer.role, photos);
  return {
    photos,
    kinds,
    // Once the job has begun, what a plumber shows is how it came out.
    kind: kinds.at(-1) ?? null,
    canHide: viewer.role === "admin",
    removable: photos.filter((photo) => canRemovePhoto(photo, viewer.role, booking.status)).map(({ id }) => id),
    upload: `/job-photos/of/${id}`,
    uploadId: newId(),
    back: bookingPage(viewer.role, id),
  };
});

export const action = signedInAction(
  "Failed to add the photo",
  async ({ context, viewer, user, form, param, pressed, button, goTo }) => {
    const id = param("id");
    const back = bookingPage(viewer.role, id);
    if (viewer.role === "admin") {
      const { verb, of } = button(["hide", "show"]);
      const [admin, photo] = await Promise.all([user, findModeratedPhoto(context.db, of)]);
      if (photo?.bookingId !== id) return null;
      await setPhotoHidden(context, admin, photo, verb === "hide");
      return goTo(back, "savedAndLogged");
    }
    const choice = viewer.role === "client" ? pressed(["share", "unshare", "remove"]) : null;
    if (choice?.verb === "remove") {
      const [client, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
      if (!booking) return null;
      const removed = await removeJobPhoto(context, client, booking, choice.of);
      return removed.ok ? goTo(back, "photoRemoved") : parseForm(form, jobPhotoForm).refused(removed);
    }
    if (choice) {
      const isShared = choice.verb === "share";
      const isSaved = await shareJobPhotos(context, await user, id, isShared);
      const said = flashCookie(isShared ? "photosShared" : "photosNotShared");
      return redirectTo(back, isSaved ? { "Set-Cookie": said } : {});
    }
    const result = await receiveJobPhoto(context, { viewer, confirmation: user }, form, id);
    if (result?.ok) return goTo(back, "photoAdded");
    const parsed = parseForm(form, jobPhotoForm);
    if (!result) return parsed.invalid({ photo: NO_PHOTO });
    if (result.reason === "bookingNotFound") return null;
    return parsed.refused(result, "photo");
  },
);

export default function PhotosPage() {
  return <JobPhotosDialog {...useLoaderData<typeof loader>()} />;
}
