import { HOUR, MINUTE } from "../time/harare";
import type { Verdict } from "./delivery";

const MINUTE_LATER: Verdict = { kind: "wait", for: MINUTE };
const HOUR_LATER: Verdict = { kind: "wait", for: HOUR };
const FINAL: Verdict = { kind: "final" };

/** The Cloud API's codes. What is not listed, an expired token or an unfinished setup included, is tried again. */
const VERDICTS: Record<number, Verdict> = {
  4: MINUTE_LATER, // Too many calls
  80007: MINUTE_LATER, // Rate limit of the account
  130429: MINUTE_LATER, // Rate limit of the number
  131056: MINUTE_LATER, // Too many messages to this phone
  131048: HOUR_LATER, // Reported as spam too often
  131049: HOUR_LATER, // Meta keeps back marketing
  131021: FINAL, // Our own number
  131026: FINAL, // No WhatsApp there
  131030: FINAL, // Not on the list of a test number
  131047: FINAL, // Their last message is older than a day
  131050: { kind: "drop" }, // They have opted out
};

/** Judges a message that the Cloud API refused, by its code; null (no code) is tried again. */
export const verdictOnWhatsApp = (code: number | null): Verdict =>
  (code !== null && VERDICTS[code]) || { kind: "retry" };
