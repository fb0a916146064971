import { findPhoneOwner, markInbound, stopPhone } from "../accounts/phone-channels.server";
import { hashToken } from "../accounts/tokens.server";
import type { DomainContext } from "../domain-context.server";
import { receivePhoneEnquiry } from "../enquiries/enquiries.server";
import type { PhoneChannel } from "../notices/choices";
import { cleanText, cutText, NAME_LENGTH } from "../values/text";
import { OK, type TooMany } from "../values/refusal";
import { fullName } from "../values/user";
import { MESSAGE_LENGTH } from "./message";
import { sendMessage } from "./messages.server";

/** The most words of a message that ends a channel by having "stop" anywhere in it. */
const SHORT = 5;
const STOP = /^(?:stop|stopall|unsubscribe)$/;
/** Something else that stops, or doesn't: a leak, a visit, a valve. */
const OTHER_STOP = /(?:n'?t|not|never|cannot) stop\b|\b(?:bus|non) stop\b|\bstop (?:by|at|in|over|cock|valve)\b/;
const MESSAGES_STOP =
  /\bunsubscribe\b|\bstop (?:\w+ ){0,3}?(?:(?:text|messag|writ|contact|spamm)ing|messages|texts|sms|whatsapps?)\b/;

/** Judges whether a message asks us to stop (N15); "perhaps": it may be about something else than messages. */
export function readStop(text: string): "sure" | "perhaps" | null {
  const words =
    text
      .toLowerCase()
      .replace(/[’ʼ]/g, "'")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  const spoken = words.join(" ");
  const isAsked = STOP.test(words[0] ?? "") || (words.length <= SHORT && words.some((word) => STOP.test(word)));
  if (isAsked) return OTHER_STOP.test(spoken) ? "perhaps" : "sure";
  return MESSAGES_STOP.test(spoken) ? "perhaps" : null;
}

export interface InboundMessage {
  channel: PhoneChannel;
  phone: string;
  providerId: string;
  /** Their own on WhatsApp; null elsewhere. */
  name: string | null;
  text: string;
}

const REFERENCE = /\bPB-[0-9A-Z]{6}\b/i;

/**
 * Takes what someone wrote from a phone (N15), once: STOP ends the channel; else it goes to the other side of the
 * booking that it names, or of the owner's newest conversation, and what fits neither to the office's inbox. Refuses
 * with `tooMany`: the provider says it again later.
 */
export async function receiveInbound(context: DomainContext, inbound: InboundMessage): Promise<{ ok: true } | TooMany> {
  const { channel, phone, name } = inbound;
  const text = cutText(cleanText(inbound.text), MESSAGE_LENGTH);
  if (!text) return OK;
  const id = (await hashToken(`${channel}.${inbound.providerId}`)).slice(0, 24);
  const stop = readStop(text);
  if (stop === "sure") {
    await stopPhone(context, { channel, phone, causeId: id });
    return OK;
  }
  const reference = REFERENCE.exec(text)?.[0].toUpperCase() ?? null;
  const owner = await findPhoneOwner(context.db, channel, phone, reference);
  if (owner?.recipientId && stop === null) {
    const { user, recipientId } = owner;
    const [sent] = await Promise.all([
      sendMessage(context, user, { recipientId, id, content: text }),
      markInbound(context, channel, phone),
    ]);
    if (sent.ok || sent.reason === "tooMany") return sent.ok ? OK : sent;
  } else if (owner) await markInbound(context, channel, phone);
  await receivePhoneEnquiry(context, {
    id,
    channel,
    phone,
    name: owner ? fullName(owner.user) : cutText(cleanText(name ?? ""), NAME_LENGTH) || null,
    text,
  });
  return OK;
}
