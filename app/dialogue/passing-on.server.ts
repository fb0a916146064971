import type { PhoneOwner } from "~/domain/accounts/phone-channels.server";
import { hashToken } from "~/domain/accounts/tokens.server";
import type { Dialogue } from "~/domain/dialogues/dialogue";
import { receivePhoneEnquiry } from "~/domain/enquiries/enquiries.server";
import { MESSAGE_LENGTH, type MessageDraft, PHOTO_ALONE } from "~/domain/messages/message";
import { receiveMessagePhoto, sendMessage } from "~/domain/messages/messages.server";
import { OK, type TooMany } from "~/domain/values/refusal";
import { cleanText, cutText, NAME_LENGTH } from "~/domain/values/text";
import { type AuthenticatedUser, fullName } from "~/domain/values/user";
import type { InboundMessage } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import type { Answers } from "./answers";
import { mapOf } from "./places";

export type Received = { ok: true } | TooMany;

/** The message as all that follows knows it: its id, its words, who wrote it, and the conversation with Pombi so far. */
export interface Incoming extends InboundMessage {
  id: string;
  /** Of bookings that it names. */
  references: string[];
  owner: PhoneOwner | null;
  /** By the channel, else by the phone; null: nobody, or it is unclear who. */
  user: AuthenticatedUser | null;
  isUnclear: boolean;
  talk: Dialogue<Answers> | null;
}

/** What someone wrote, and what else they sent, in words. */
const inWords = ({ text, unseen, picture, place }: Incoming): string => {
  const file = unseen ?? (picture ? "image" : null);
  const where = place && mapOf(`${place.latitude},${place.longitude}`);
  return [text, where, file && `(Sent by WhatsApp: ${file}. It can't be shown here.)`].filter(Boolean).join("\n");
};

/**
 * Passes a message on to the other side (N15), and to the office's inbox if there is none, if it is too long, or if it may
 * be a STOP. Says whether it went to the inbox.
 */
export async function relay(
  context: PhoneContext,
  incoming: Incoming,
  { isUnsure = false } = {},
): Promise<{ ok: true; isFiled: boolean } | TooMany> {
  const { id, owner } = incoming;
  const recipientId = owner?.recipientId;
  const upload = incoming.picture && recipientId ? await context.openPicture(incoming.picture) : null;
  const text = inWords(upload ? { ...incoming, picture: null } : incoming) || PHOTO_ALONE;
  const content = cutText(text, MESSAGE_LENGTH);
  const sent = owner && recipientId ? await sendTo(context, owner.user, { recipientId, id, content }, upload) : null;
  if (sent?.ok === false && sent.reason === "tooMany") return sent;
  if (sent?.ok && !isUnsure && content === text) return { ...OK, isFiled: false };
  const filed = await toInbox(context, incoming);
  return filed.ok ? { ...OK, isFiled: true } : filed;
}

/** Writes to someone, with a picture if it can be kept. */
export async function sendTo(
  context: PhoneContext,
  user: AuthenticatedUser,
  message: MessageDraft,
  upload: Blob | null,
) {
  const sender = { viewer: user, token: null, confirmation: Promise.resolve(user) };
  const taken = upload ? await receiveMessagePhoto(context, sender, message, upload) : null;
  return sendMessage(context, user, { ...message, ...(taken?.ok && taken.photo && { photo: taken.photo }) });
}

export const toInbox = (
  context: PhoneContext,
  incoming: Incoming,
  text = inWords(incoming),
  id = incoming.id,
): Promise<Received> => {
  const { channel, phone, references, user } = incoming;
  const name = user ? fullName(user) : cutText(cleanText(incoming.name ?? ""), NAME_LENGTH) || null;
  return receivePhoneEnquiry(context, { id, channel, phone, references, name, text });
};

/** Puts a message that is answered as well into the inbox: by an id of its own, it is answered when it is posted again. */
export const fileBeside = async (context: PhoneContext, incoming: Incoming, text?: string): Promise<Received> =>
  toInbox(context, incoming, text, (await hashToken(`office.${incoming.id}`)).slice(0, 24));
