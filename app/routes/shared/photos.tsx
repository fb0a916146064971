import { useLoaderData } from "@remix-run/react";
import { removeJobPhoto } from "~/domain/bookings/commands/job-updates.server";
import { shareJobPhotos } from "~/domain/bookings/commands/work-photos.server";
import { jobPhotoForm } from "~/domain/bookings/transition-schemas";
import { canRemovePhoto, kindsWithRoom } from "~/domain/bookings/job-photos";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/private-photos.server";
import { newId } from "~/domain/values/id";
import { parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { receiveJobPhoto } from "~/http/photo-upload.server";
import { Dialog } from "~/ui/elements/dialog";
import { Notice } from "~/ui/shell/elements";
import { useFormReply } from "~/ui/forms/form";
import { PhotoForm } from "~/ui/photos/photo-form";
import { PHOTO_KIND_LABELS, PhotoStrip } from "~/ui/photos/job-photos";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage } from "~/http/booking-pages";
import { NO_PHOTO } from "~/http/chosen-file";

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/dashboard-page";

/** A booking's photos (P5): its sides add some, its client removes or shares some (P7), and the office hides one. */
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

export default function JobPhotos() {
  const { photos, kinds, canHide, removable, back, ...form } = useLoaderData<typeof loader>();
  const { message } = useFormReply("photo", []);
  return (
    <Dialog title="Photos" back={back} backLabel="Back">
      {message && <Notice kind="danger">{message}</Notice>}
      {photos.length === 0 && <p className="text-ink-2">No photos yet.</p>}
      <PhotoStrip
        photos={photos}
        action={({ id, isHidden }) =>
          canHide ? (
            <PhotoButton intent={`${isHidden ? "show" : "hide"}:${id}`} label={isHidden ? "Show again" : "Hide"} />
          ) : (
            removable.includes(id) && <PhotoButton intent={`remove:${id}`} label="Remove" />
          )
        }
      />
      {kinds.length > 0 && <PhotoForm kinds={kinds} labels={PHOTO_KIND_LABELS} {...form} />}
    </Dialog>
  );
}

const PhotoButton = ({ intent, label }: { intent: string; label: string }) => (
  <Form method="post" replace>
    <button name="intent" value={intent} className="button-link">
      {label}
    </button>
  </Form>
);
