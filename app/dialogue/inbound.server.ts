import { findPhoneOwner, listAccountsWith, markInbound, stopPhone } from "~/domain/accounts/phone-channels.server";
import { hashToken } from "~/domain/accounts/tokens.server";
import { endDialogue, findDialogue, ledBefore } from "~/domain/dialogues/dialogues.server";
import { readSetting } from "~/domain/settings/settings.server";
import { DAY } from "~/domain/time/harare";
import { OK } from "~/domain/values/refusal";
import { cleanText } from "~/domain/values/text";
import type { InboundMessage } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import { relay, toInbox, type Incoming, type Received } from "./passing-on.server";
import type { Answers } from "./answers";
import { readStop } from "./stop-words";
import { converse } from "./talk.server";

/** A job reference (B16) as people type it, mistyped too. PB is a kind of pipe as well: without a hyphen it has a digit. */
const REFERENCE = /\bPB(?:\s?\p{Pd}\s?[0-9A-Z]{3,9}|\s?(?=[A-Z]*\d)[0-9A-Z]{5,7})\b/giu;

const referenceOf = (typed: string) =>
  `PB-${typed
    .toUpperCase()
    .slice(2)
    .replace(/[^0-9A-Z]/g, "")}`;
const referencesIn = (text: string) => [...new Set((text.match(REFERENCE) ?? []).map(referenceOf))];

/** Words without a name are for whom they wrote with last, within this time: later, they may not remember. */
const TALKED_WITHIN = 14 * DAY;
/** Messages of one phone that come at once are answered one after another. */
const MOST_AT_ONCE = 8;
/** In milliseconds; the last pauses are of seconds, as long as a photo takes. */
const FIRST_PAUSE = 40;

/** Lets the one that came first end: without ever longer pauses each would overtake the other's claim for ever. */
const letEnd = (attempt: number) => scheduler.wait(Math.random() * FIRST_PAUSE * attempt ** 2);

/**
 * Takes what someone wrote from a phone (N15), once. A STOP ends the channel. By WhatsApp, and by text message where our
 * office has switched it on, it may be an answer to what was asked, or the beginning of a request (Q1); everything else
 * goes to the other side of the booking that it names, or of the owner's newest conversation, and to the office's inbox
 * whatever fits neither. Refuses with `tooMany`: the provider says it again later.
 */
export async function receiveInbound(given: PhoneContext, inbound: InboundMessage): Promise<Received> {
  const { channel, phone, whatsAppId } = inbound;
  // The address is the provider's, for everybody: limits by address count by phone.
  const context = { ...given, clientAddress: phone };
  const { db, now } = context;
  const text = cleanText(inbound.text);
  if (!text && !inbound.picture && !inbound.place && !inbound.unseen) return OK;
  const id = (await hashToken(`${channel}.${inbound.providerId}`)).slice(0, 24);
  const references = referencesIn(text);
  const stop = readStop(text);
  const isAnswered = channel === "whatsapp" || (await readSetting(db, "text-answers")).textAnswers === "on";
  const mayTalk = isAnswered && phone.startsWith("+") && stop === null;
  const findTalk = () => Promise.all([findDialogue<Answers>(db, phone, channel), ledBefore(db, id)]);
  const [owner, accounts, first] = await Promise.all([
    findPhoneOwner(db, { channel, phone, id, references, since: mayTalk ? now - TALKED_WITHIN : 0 }),
    mayTalk ? listAccountsWith(db, phone, now) : [],
    mayTalk ? findTalk() : ([null, null] as const),
    stop === "sure" ? null : markInbound(context, { channel, phone, whatsAppId }),
  ]);
  const known = owner ? [{ user: owner.user, isUnclear: false }] : accounts;
  // The sender of a text message can be made up: it is somebody only by a phone that they have verified for it.
  const isKnown = known.length === 1 && !known[0]!.isUnclear && (owner !== null || channel === "whatsapp");
  const user = isKnown ? known[0]!.user : null;
  const incoming: Incoming = {
    ...inbound,
    text,
    id,
    references,
    owner,
    user,
    isUnclear: user === null && known.length > 0,
    talk: first[0],
  };
  if (stop === "sure") {
    await Promise.all([stopPhone(context, { channel, phone, causeId: id }), endDialogue(context, phone)]);
    return toInbox(context, incoming);
  }
  if (!mayTalk) return relay(context, incoming, { isUnsure: stop === "unsure" });
  for (let attempt = 0; attempt < MOST_AT_ONCE; attempt++) {
    if (attempt > 0) await letEnd(attempt);
    const [latest, led] = attempt === 0 ? first : await findTalk();
    if (led === "answer" || led === "enquiry") return OK;
    // The rest of a long one may not have reached the inbox.
    if (led === "message") return relay(context, incoming);
    const taken = await converse(context, { ...incoming, talk: latest });
    if (taken) return taken;
  }
  throw new Error("A conversation changed too often while it was answered.");
}
