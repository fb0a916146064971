import { addJobPhoto } from "~/domain/bookings/commands/job-photos.server";
import { jobPhotoForm } from "~/domain/bookings/job-photo-form";
import type { PhotoSender } from "~/domain/photos/private-photos.server";
import type { RequestContext } from "./context";
import { chosenFile } from "./photo-upload.server";

export const NO_PHOTO = "Please choose a photo.";

/** Adds the photo of a form to a booking; null when the form holds none. */
export async function receiveJobPhoto(
  context: RequestContext,
  sender: Omit<PhotoSender, "token">,
  form: FormData,
  bookingId: string,
) {
  const upload = chosenFile(form.get("photo"));
  const { success, data } = jobPhotoForm.safeParse(Object.fromEntries(form));
  if (success && upload)
    return addJobPhoto(context, { ...sender, token: context.session.token ?? "" }, bookingId, { ...data, upload });
  await sender.confirmation;
  return null;
}
