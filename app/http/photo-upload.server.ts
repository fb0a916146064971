import type * as z from "zod";
import { addJobPhoto } from "~/domain/bookings/commands/job-photos.server";
import { jobPhotoForm } from "~/domain/bookings/transition-schemas";
import type { DomainContext } from "~/domain/domain-context.server";
import type { PhotoRefusal } from "~/domain/photos/photo-store.server";
import { type PhotoSender, stagePhoto } from "~/domain/photos/private-photos.server";
import { newId } from "~/domain/values/id";
import type { TooMany } from "~/domain/values/refusal";
import { addPaper } from "~/domain/vetting/papers.server";
import { paperForm } from "~/domain/vetting/vetting-forms";
import type { RequestContext } from "~/http/context";
import { chosenFile } from "./chosen-file";

const PHOTO_KEY = /^[a-z0-9]{24}$/;

/** `photoKey`: the form's photo now; the earlier one when a new one was refused. */
type ReceivedPhoto = { photoKey: string | null } & ({ ok: true } | TooMany | PhotoRefusal);

/** Takes the photo of a form: an upload, or the one that an earlier attempt has stored. Nothing is decoded before `admission`. */
export async function receivePhoto(
  { db, now, photos }: DomainContext,
  { upload, earlierKey }: { upload: File | string | null; earlierKey?: File | string | null },
  admission: Promise<{ ok: true } | TooMany>,
  confirmation: Promise<unknown> | null = null,
): Promise<ReceivedPhoto> {
  const file = chosenFile(upload);
  const stagedKey = typeof earlierKey === "string" && PHOTO_KEY.test(earlierKey) ? earlierKey : null;
  const photoKey = newId();
  const [admitted] = await Promise.all([admission, file && stagePhoto(db, photoKey, now), confirmation]);
  if (!admitted.ok) return { ...admitted, photoKey: stagedKey };
  if (!file) return { ok: true, photoKey: stagedKey };
  const saved = await photos.save(photoKey, file);
  return saved.ok ? { ok: true, photoKey } : { ...saved, photoKey: stagedKey };
}

type Sender = Omit<PhotoSender, "token">;

/** Adds the photo of a form to a booking; null when the form holds none. */
export const receiveJobPhoto = (context: RequestContext, sender: Sender, form: FormData, bookingId: string) =>
  receive(context, sender, form, jobPhotoForm, (from, photo) => addJobPhoto(context, from, bookingId, photo));

/** Takes the photo of a paper out of a form (D21); null when the form holds none. */
export const receivePaper = (context: RequestContext, sender: Sender, form: FormData) =>
  receive(context, sender, form, paperForm, (from, photo) => addPaper(context, from, photo));

async function receive<Schema extends z.ZodType<object>, Result>(
  { session }: RequestContext,
  sender: Sender,
  form: FormData,
  schema: Schema,
  add: (from: PhotoSender, photo: z.output<Schema> & { upload: File }) => Promise<Result>,
): Promise<Result | null> {
  const upload = chosenFile(form.get("photo"));
  const { success, data } = schema.safeParse(Object.fromEntries(form));
  if (success && upload) return add({ ...sender, token: session.token ?? "" }, { ...data, upload });
  await sender.confirmation;
  return null;
}
