import { spoken } from "./heard";

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

/** Judges whether a message asks us to stop (N15): "sure" if it is nothing but that; "unsure" if it may be about something else. */
export function readStop(text: string): "sure" | "unsure" | null {
  const whole = spoken(text);
  if (STOP.test(whole)) return "sure";
  const courtesies = new RegExp(`\\b(?:${POLITE}|${THANKS})\\b ?`, "g");
  const parts = text.split(/[.,;:!?()\n–—]/).map((part) => spoken(part).replace(courtesies, "").trim());
  return OF_TEXTS.test(whole) || parts.some((part) => STOP_WHAT.test(part)) ? "unsure" : null;
}
