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

const POLITE = "hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|sir|madam|team|pombi|please|pls|plz|kindly";
const THANKS = "please|pls|plz|pombi|thanks|thank you|thx";
const TEXTS = "messages|texts|texting|messaging|sms|smses|whatsapps?|notifications|promotions|adverts|ads|spam";
const WRITING = "texting|messaging|sending|writing to|writing|contacting|spamming";
const REQUEST = [
  "stop(?: (?:all|stop))*|stopall",
  "unsubscribe(?: me)?",
  "quit",
  `stop (?:${WRITING})(?: me)?`,
  `(?:stop|stop sending|stop sending me|no more)(?: these| the| your| all| any)?(?: more)?(?: text| whatsapp)? (?:${TEXTS})`,
].join("|");
const STOP = new RegExp(`^(?:(?:${POLITE}) )*(?:${REQUEST})(?: (?:${THANKS}))*$`);

/** A part of a sentence that says to stop, but not what. */
const STOP_WHAT =
  /^(?:(?:ok|and|now|just|you|can|could|will|would|i|want|need|to) )*stop(?: (?:it|this|that|now|already|me))*$/;
const OF_TEXTS = new RegExp(
  `\\bunsubscribe\\b|\\b(?:stop|no more|any more)\\b.*\\b(?:${TEXTS})\\b|\\bstop (?:${WRITING})\\b`,
);

const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’ʼ‘"“”]/g, "")
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

/** Judges whether a message asks us to stop (N15): "sure" if it is nothing but that; "both" may be about something else. */
export function readStop(text: string): "sure" | "both" | null {
  const whole = spoken(text);
  if (STOP.test(whole)) return "sure";
  const courtesies = new RegExp(`\\b(?:${POLITE}|${THANKS})\\b ?`, "g");
  const parts = text.split(/[.,;:!?()\n–—]/).map((part) => spoken(part).replace(courtesies, "").trim());
  return OF_TEXTS.test(whole) || parts.some((part) => STOP_WHAT.test(part)) ? "both" : null;
}

export interface InboundMessage {
  channel: PhoneChannel;
  /** Or the id at Meta of a sender without a phone. */
  phone: string;
  /** Their id at Meta, by which they write once their phone is hidden; null elsewhere. */
  whatsAppId: string | null;
  providerId: string;
  /** Their own on WhatsApp; null elsewhere. */
  name: string | null;
  text: string;
}

/** A job reference (B16) as people type it, mistyped too. PB is a kind of pipe as well: without a hyphen it has a digit. */
const REFERENCE = /\bPB(?:\s?\p{Pd}\s?[0-9A-Z]{3,9}|\s?(?=[A-Z]*\d)[0-9A-Z]{5,7})\b/giu;

const referencesIn = (text: string) => [
  ...new Set(
    (text.match(REFERENCE) ?? []).map(
      (typed) =>
        `PB-${typed
          .toUpperCase()
          .slice(2)
          .replace(/[^0-9A-Z]/g, "")}`,
    ),
  ),
];

/**
 * Takes what someone wrote from a phone (N15), once: to the other side of the booking that it names, or of the owner's
 * newest conversation, and to the office's inbox whatever fits neither, may be a STOP, is one (that ends the channel) or
 * is too long for a message. Refuses with `tooMany`: the provider says it again later.
 */
export async function receiveInbound(context: DomainContext, inbound: InboundMessage): Promise<{ ok: true } | TooMany> {
  const { channel, phone, whatsAppId, name } = inbound;
  const text = cleanText(inbound.text);
  if (!text) return OK;
  const id = (await hashToken(`${channel}.${inbound.providerId}`)).slice(0, 24);
  const stop = readStop(text);
  const references = referencesIn(text);
  const owner = await findPhoneOwner(context.db, { channel, phone, id, references });
  const recipientId = stop === "sure" ? null : owner?.recipientId;
  const content = cutText(text, MESSAGE_LENGTH);
  const [sent] = await Promise.all([
    owner && recipientId ? sendMessage(context, owner.user, { recipientId, id, content }) : null,
    stop === "sure"
      ? stopPhone(context, { channel, phone, causeId: id })
      : markInbound(context, { channel, phone, whatsAppId }),
  ]);
  if (sent?.ok === false && sent.reason === "tooMany") return sent;
  if (sent?.ok && stop === null && content === text) return OK;
  return receivePhoneEnquiry(context, {
    id,
    channel,
    phone,
    references,
    name: owner ? fullName(owner.user) : cutText(cleanText(name ?? ""), NAME_LENGTH) || null,
    text,
  });
}
