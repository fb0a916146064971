import { PHOTO_ALONE } from "~/domain/messages/message";
import { receiveMessagePhoto, sendMessage } from "~/domain/messages/messages.server";
import type { AuthenticatedUser, SessionClaims } from "~/domain/values/user";
import type { RequestContext } from "~/http/context";
import { chosenFile } from "./chosen-file";
import { isSignedIn } from "~/domain/accounts/tokens.server";

/** Removes and returns the photo of a message's form, where its name stays; null: none. A photo without words gets some. */
export function takePhoto(form: FormData): File | null {
  const upload = chosenFile(form.get("photo"));
  form.delete("photo");
  if (!upload) return null;
  form.set("photo", upload.name);
  if (!String(form.get("content") ?? "").trim()) form.set("content", PHOTO_ALONE);
  return upload;
}

/** Null when the sender's session has ended. Words alone wait for no confirmation: their statement checks the session. */
export async function sendWithPhoto(
  context: RequestContext,
  { viewer, confirmation }: { viewer: SessionClaims; confirmation: Promise<AuthenticatedUser | null> },
  message: { recipientId: string; id: string; content: string },
  upload: File | null,
) {
  const token = context.session.token ?? "";
  const { id, role } = viewer;
  if (!upload && role !== "admin") {
    const sending = isSignedIn(token, viewer, context.now).then((signedIn) =>
      sendMessage(context, { id, role, isSignedIn: signedIn }, message),
    );
    const [sent, sender] = await Promise.all([sending, confirmation]);
    return sent.ok || sender ? sent : null;
  }
  const taken = upload && (await receiveMessagePhoto(context, { viewer, token, confirmation }, message, upload));
  const sender = await confirmation;
  if (!sender) return null;
  return taken && !taken.ok ? taken : sendMessage(context, sender, { ...message, photo: taken?.photo ?? null });
}
