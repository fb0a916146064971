import { Form, useLoaderData } from "@remix-run/react";
import { removeJobPhoto } from "~/domain/bookings/commands/job-updates.server";
import { shareJobPhotos } from "~/domain/bookings/commands/work-photos.server";
import { jobPhotoForm } from "~/domain/bookings/transition-schemas";
import { canRemovePhoto, kindsWithRoom } from "~/domain/bookings/job-photos";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/photo-moderation.server";
import type { PrivatePhoto } from "~/domain/photos/private-photo";
import { newId } from "~/domain/values/id";
import { bookingPage } from "~/http/booking-page";
import { parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { NO_PHOTO, receiveJobPhoto } from "~/http/photo-upload.server";
import { Dialog } from "~/ui/elements/dialog";
import { Notice } from "~/ui/elements/notice";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { PhotoForm } from "~/ui/photos/photo-form";
import { PHOTO_KIND_LABELS, PhotoStrip } from "~/ui/photos/photo-strip";

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
  async ({ context, viewer, user, form, param, pressed, button, goTo, refused }) => {
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
      return removed.ok ? goTo(back, "photoRemoved") : refused(removed);
    }
    if (choice) {
      const isShared = choice.verb === "share";
      const isSaved = await shareJobPhotos(context, await user, id, isShared);
      return goTo(back, isSaved ? (isShared ? "photosShared" : "photosNotShared") : null);
    }
    const result = await receiveJobPhoto(context, { viewer, confirmation: user }, form, id);
    if (result?.ok) return goTo(back, "photoAdded");
    const parsed = parseForm(form, jobPhotoForm);
    if (!result) return parsed.invalid({ photo: NO_PHOTO });
    if (result.reason === "bookingNotFound") return null;
    return parsed.refused(result, "photo");
  },
);

/** The photos of a job, with the form to add some, or the office's button at each. */
export default function JobPhotos() {
  const { photos, kinds, canHide, removable, back, ...form } = useLoaderData<typeof loader>();
  const { message } = useFormReply("photo", []);
  return (
    <Dialog title="Photos" back={back} backLabel="Back">
      {message && <Notice kind="danger">{message}</Notice>}
      {photos.length === 0 && <p className="text-ink-2">No photos yet.</p>}
      <PhotoStrip
        photos={photos}
        action={(photo) =>
          canHide ? <HideButton photo={photo} /> : removable.includes(photo.id) && <RemoveButton photo={photo} />
        }
      />
      {kinds.length > 0 && <PhotoForm kinds={kinds} labels={PHOTO_KIND_LABELS} {...form} />}
    </Dialog>
  );
}

const RemoveButton = ({ photo: { id } }: { photo: PrivatePhoto }) => (
  <Form method="post" replace>
    <button name="intent" value={`remove:${id}`} className="button-link">
      Remove
    </button>
  </Form>
);

const HideButton = ({ photo: { id, isHidden } }: { photo: PrivatePhoto }) => (
  <Form method="post" replace>
    <button name="intent" value={`${isHidden ? "show" : "hide"}:${id}`} className="button-link">
      {isHidden ? "Show again" : "Hide"}
    </button>
  </Form>
);
