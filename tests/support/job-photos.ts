import { newId } from "~/domain/values/id";
import { visit, formOf } from "./site";

/** Sends a photo to a booking as the page's script does. */
export function sendJobPhoto(
  bookingId: string,
  cookie: string,
  photo: Blob,
  { kind = "problem", uploadId = newId(), settings = {} }: { kind?: string; uploadId?: string; settings?: object } = {},
): Promise<Response> {
  return visit(`/job-photos/of/${bookingId}`, {
    cookie,
    form: photoFields(photo, { kind, uploadId }),
    settings: { ...settings },
  });
}

/** The fields of a form with a photo. */
export const photoFields = (photo: Blob, fields: Record<string, string>): FormData =>
  formOf({ ...fields, photo: new File([photo], "photo.png", { type: "image/png" }) });
