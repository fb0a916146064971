import { receiveMessagePhoto } from "~/domain/messages/message-photos.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { PHOTO_ALONE } from "~/domain/messages/message";
import type { AuthenticatedUser, SessionClaims } from "~/domain/values/user";
import type { RequestContext } from "./context";
import { chosenFile } from "./photo-upload.server";

/**
 * Takes the photo out of a message's form, which keeps its name; null where there is none. A photo without words gets
 * some.
 */
export function takePhoto(form: FormData): File | null {
  const upload = chosenFile(form.get("photo"));
  form.delete("photo");
  if (!upload) return null;
  form.set("photo", upload.name);
  if (!String(form.get("content") ?? "").trim()) form.set("content", PHOTO_ALONE);
  return upload;
}

/** Sends a message with its photo, if it has one. Null when the sender's session has ended. */
export async function sendWithPhoto(
  context: RequestContext,
  { viewer, confirmation }: { viewer: SessionClaims; confirmation: Promise<AuthenticatedUser | null> },
  message: { recipientId: string; id: string; content: string },
  upload: File | null,
) {
  const token = context.session.token ?? "";
  const taken = upload && (await receiveMessagePhoto(context, { viewer, token, confirmation }, message, upload));
  const sender = await confirmation;
  if (!sender) return null;
  return taken && !taken.ok ? taken : sendMessage(context, sender, { ...message, photo: taken?.photo ?? null });
}
