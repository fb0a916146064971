import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { isLiveSession } from "../accounts/sessions.server";
import { hashToken } from "../accounts/tokens.server";
import type { DomainContext } from "../domain-context.server";
import type { PhotoRefusal } from "../photos/photo-store.server";
import { beginUpload, type NewPhoto, type PhotoSender } from "../photos/private-photos.server";
import { privateKey } from "../photos/staged-photos.server";
import { exceeded } from "../rate-limits/counter.server";
import type { MessageDraft } from "./message";
import { newId } from "../values/id";
import { refuse, type Refusal, type TooMany } from "../values/refusal";

/** The photo of a message, as a column; null where it has none, or the office has hidden it. */
export const photoOfMessage = sql<
  string | null
>`(select private_photos.id from private_photos where private_photos.message_seq = messages.seq and hidden_at is null)`.as(
  "photo_id",
);

/**
 * Takes the photo of a message about to be sent (P5), which `sendMessage` keeps; `photo` is null where the message with
 * this id and these words has it already. Refuses as `PrivatePhotoStore.save` does, with `photoGone` when nobody is signed in, and with
 * `tooMany` an hour (L1).
 */
export async function receiveMessagePhoto(
  context: DomainContext,
  { viewer, token, confirmation }: PhotoSender,
  message: MessageDraft,
  upload: Blob,
): Promise<{ ok: true; photo: NewPhoto | null } | PhotoRefusal | Refusal<"photoGone"> | TooMany> {
  // A form that the browser's Back restored has the id of an earlier message, and may have other words (C3).
  const words = await hashToken(JSON.stringify([message.recipientId, message.content]));
  const photo: NewPhoto = {
    ...{ id: newId(), kind: "message", uploadId: `${viewer.id}:${message.id}:${words}`, uploadedBy: viewer.id },
    of: ["messageSeq", seqOf(viewer.id, message.id)],
  };
  const isLive = isLiveSession(await hashToken(token), viewer.id, context.now);
  const [begun] = await Promise.all([
    batch(context.db, beginUpload(context, photo, ["photoPerUser", viewer.id], isLive)),
    confirmation,
  ]);
  if (begun.earlier.length > 0) return { ok: true, photo: null };
  const tooMany = exceeded(context, begun.counted);
  if (tooMany) return tooMany;
  if (begun.reserved.meta.changes !== 1) return refuse("photoGone");
  const saved = await context.privatePhotos.save(privateKey(photo.id), upload);
  return saved.ok ? { ok: true, photo } : saved;
}

/** The place of a message that its sender's page named, as SQL; null while there is none. */
export const seqOf = (senderId: string, messageId: string) =>
  sql`(select seq from messages where sender_id = ${senderId} and id = ${messageId})`;
