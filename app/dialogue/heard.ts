import type { PhoneChannel } from "~/domain/notices/choices";

/** A place that someone sent from their map. */
export interface SentPlace {
  latitude: number;
  longitude: number;
}

/** A message from a phone, as its provider passes it on. */
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
  /** The id of the button or row that they tapped. */
  choice: string | null;
  place: SentPlace | null;
  /** The id at Meta of a picture. */
  picture: string | null;
  /** Meta's name of what can't be shown here, like a voice note. */
  unseen: string | null;
}

/** A message that is about nothing but what was asked. */
export type Heard = Pick<InboundMessage, "text" | "choice" | "place" | "picture">;

export const COMMANDS = {
  office:
    /^(?:(?:our |the |your )?office|human|operator|agent|(?:(?:can|let|i|we|me|want|need|like|would|to|please|pls|must) )*(?:talk|speak|chat) (?:to|with) (?:an? |the |your |our )?(?:real )?(?:human|person|agent|operator|office)(?: please| pls)?)$/,
  back: /^(?:go )?back$/,
  again: /^(?:again|repeat|say (?:it|that) again)$/,
  start: /^(?:start|unstop)$/,
  anew: /^(?:new|new job|new request|menu|start again|start over|restart)$/,
  jobs: /^(?:(?:my )?(?:jobs?|bookings?|visits?)|status|where is (?:the|my) plumber)$/,
  pay: /^(?!.*\b(?:dont|not)\b)(?:.{0,16}\b(?:(?:want|need|like|ready) to|(?:do|can|should|must) (?:i|we)|let me) )?pay(?! me)\b.{0,20}$/,
  cancel:
    /^(?:(?:please|pls|plz|i want to|wait|no|sorry|ok) )*cancell?(?: (?:it|this|(?:the|my) (?:booking|visit|job|request)|pb ?\w+))?(?: (?:please|pls|plz))?$/,
} as const;
export type Command = keyof typeof COMMANDS;

/** The letters and digits of a text, in small letters, one blank between words. */
export const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’ʼ‘"“”]/g, "")
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

/** A command, by its word or its button; null: it is none. */
export function commandIn({ text, choice }: Pick<Heard, "text" | "choice">): Command | null {
  const words = spoken(text);
  return (Object.keys(COMMANDS) as Command[]).find((name) => choice === name || COMMANDS[name].test(words)) ?? null;
}

const PERSON =
  /^(?:(?:please )?(?:call me|help|help me)|.{0,40}\b(?:talk|speak) (?:to|with) (?:an? |the |your )?(?:human|person|someone|somebody|agent|office)\b.{0,40}|.*\b(?:money back|refund|scam|scammers|complaint)\b.*|.*\b(?:(?:plumber|guy|man|he|she|they|you) (?:never|didnt|did not) (?:came|come|show(?:ed)? up)|(?:nobody|no one) came)\b.*)$/;

/** Words of someone who talks to nobody but us, and wants a person. To a plumber they may mean anything. */
export const wantsPerson = ({ text }: Pick<Heard, "text">): boolean => PERSON.test(spoken(text));

const ASSENT =
  /^(?:(?:yes|no|ok|okay|fine|agreed?|accept|confirmed|i agree|i dont agree|thats fine|please|i got it|got it)\s*)+$/;

/** A bare yes or no: to what was asked last. */
export const isAssent = ({ text, choice }: Pick<Heard, "text" | "choice">): boolean =>
  choice === null && ASSENT.test(spoken(text));

/** A yes, with nothing but courtesies beside it. */
const AGREED =
  /^(?=.*\b(?:y|yes|yep|yeah|yah?|yebo|hongu|ehe+|ok(?:ay)?|sure|sharp|correct|ndizvo(?:zvo)?|kulungile|fine|send|book|confirm|go ahead)\b)(?:(?:y|yes|yep|yeah|yah?|yebo|hongu|ehe+|ok(?:ay)?|sure|sharp|correct|ndizvo(?:zvo)?|kulungile|fine|good|please|pls|plz|send|book|confirm|go ahead|thats|it|now|then|thanks?|thank you) ?)+$/;

/** Words that say yes to what was asked. */
export const agrees = ({ text, choice }: Pick<Heard, "text" | "choice">): boolean =>
  choice === null && AGREED.test(spoken(text));

const FILLER =
  /^(?:(?:asap|urgent(?:ly)?|hurry|quick(?:ly)?|fast|now|emergency|please|pls|plz|pliz|thanks?|thank you|thx|ok(?:ay)?|hello|hi|hey|tatenda|maita basa|siyabonga|ngiyabonga|yes|yebo|hongu|sorry|sir|madam|boss|sha|bo) ?)+$/;

/** Words that neither answer nor ask. */
export const isFiller = ({ text }: Pick<Heard, "text">): boolean => FILLER.test(spoken(text));

const WANTED = /(?<=^|\b(?:want|book|send|need|get|can|is|for|with|me|hi|hello) )(?=(\p{L}+(?: \p{L}+)?))/gu;

/** The words of a text that name somebody, if any do. */
export const wantedIn = (text: string): string => [...spoken(text).matchAll(WANTED)].map(([, name]) => name).join(" ");

const PRICE = /\b(?:how much|prices?|pricing|costs?|charges?|rates?|quotation|marii|imali|malini)\b/;

/** They ask what it costs. */
export const asksPrice = ({ text }: Pick<Heard, "text">): boolean => PRICE.test(spoken(text));
