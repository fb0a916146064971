import { newId } from "~/domain/values/id";
import { visit } from "./site";

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
export function photoFields(photo: Blob, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("photo", new File([photo], "photo.png", { type: "image/png" }));
  return form;
}
