import { findPhoneOwner, markInbound, stopPhone } from "../accounts/phone-channels.server";
import { hashToken } from "../accounts/tokens.server";
import type { DomainContext } from "../domain-context.server";
import { receivePhoneEnquiry } from "../enquiries/enquiries.server";
import type { PhoneChannel } from "../notices/choices";
import { cleanText, cutText, NAME_LENGTH } from "../values/text";
import type { TooMany } from "../values/refusal";
import { fullName } from "../values/user";
import { MESSAGE_LENGTH } from "./message";
import { sendMessage } from "./messages.server";
import { readStop } from "./stop-words";

/** What somebody wrote to us from a phone. */
export interface InboundMessage {
  channel: PhoneChannel;
  /** In E.164. */
  phone: string;
  /** The provider's id of it. */
  providerId: string;
  /** What they call themselves on WhatsApp; null elsewhere. */
  name: string | null;
  text: string;
}

const REFERENCE = /\bPB-[0-9A-Z]{6}\b/i;

/**
 * Takes what somebody wrote from a phone (N15), once, however often the provider says it: STOP ends the channel; else it is
 * a message of the phone's owner to the other side of the booking that it names, or of their newest conversation. From an
 * unknown phone, of someone without a conversation, or perhaps a STOP, it goes to the office's inbox. Refuses with `tooMany`: the provider
 * says it again later.
 */
export async function receiveInbound(context: DomainContext, inbound: InboundMessage): Promise<{ ok: true } | TooMany> {
  const { channel, phone, name } = inbound;
  const text = cutText(cleanText(inbound.text), MESSAGE_LENGTH);
  if (!text) return { ok: true };
  const id = (await hashToken(`${channel}.${inbound.providerId}`)).slice(0, 24);
  const stop = readStop(text);
  if (stop === "sure") {
    await stopPhone(context, { channel, phone, causeId: id });
    return { ok: true };
  }
  const reference = REFERENCE.exec(text)?.[0].toUpperCase() ?? null;
  const owner = await findPhoneOwner(context.db, channel, phone, reference);
  if (owner?.recipientId && stop === null) {
    const { user, recipientId } = owner;
    const [sent] = await Promise.all([
      sendMessage(context, user, { recipientId, id, content: text }),
      markInbound(context, channel, phone),
    ]);
    if (sent.ok || sent.reason === "tooMany") return sent.ok ? { ok: true } : sent;
  } else if (owner) await markInbound(context, channel, phone);
  await receivePhoneEnquiry(context, {
    id,
    channel,
    phone,
    name: owner ? fullName(owner.user) : cutText(cleanText(name ?? ""), NAME_LENGTH) || null,
    text,
  });
  return { ok: true };
}
