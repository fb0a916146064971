import { DAY } from "../time/harare";
import { cutText } from "../values/text";

/** How long a failure is kept. */
export const FAILURES_KEPT = 7 * DAY;
/** Of one hour: as many failures, and as many alike. Whoever makes us fail must not fill D1. */
export const FAILURES_AN_HOUR = 100;
export const FAILURES_ALIKE_AN_HOUR = 10;
export const FAILURES_SHOWN = 20;

const LONGEST_MESSAGE = 200;
const LONGEST_NAME = 60;

/** What broke, as it may be kept. */
export interface Failure {
  requestId: string;
  place: string;
  name: string;
  message: string;
}

/**
 * A failure without what it may say about somebody (O23): addresses, phones, tokens, ids and quoted values leave its
 * message, which is cut at 200 characters.
 */
export const describeFailure = ({ requestId, place, name, message }: Failure): Failure => ({
  requestId: requestId.replace(/[^\w-]/g, "").slice(0, LONGEST_NAME),
  place: place.replace(/[^\w:*$./ -]/g, "").slice(0, 2 * LONGEST_NAME),
  name: name.replace(/\W/g, "").slice(0, LONGEST_NAME),
  message: cutText(withoutIdentities(message), LONGEST_MESSAGE),
});

/** Whether text in quotation marks is a name of the code, like a property that was not there. */
const isCode = (text: string) => /^[a-z_$][\w$]*([.][\w$]+)*$/.test(text) && !/\d/.test(text);

const withoutIdentities = (message: string): string =>
  message
    .replace(/\s+/g, " ")
    .replace(/\S+@\S+/g, "…")
    .replace(/\bhttps?:\/\/\S+/gi, "…")
    .replace(/(?<!\w)\/\S+/g, "…")
    .replace(/(["'`“])(.*?)(["'`”])/g, (quoted, open: string, text: string, close: string) =>
      isCode(text) ? quoted : `${open}…${close}`,
    )
    // A street begins or ends with its number: `12 King George Road`.
    .replace(/\b\d+\w?,? (?:\p{Lu}[\p{L}'’-]+ ?)+/gu, "… ")
    .replace(/\+?\d[\d\s()-]{4,}\d/g, "…")
    // Ids and tokens: long, and with a digit or in both cases.
    .replace(/[\w-]{12,}/g, (word) => (/\d/.test(word) || /[a-z][A-Z].*[A-Z]{2}/.test(word) ? "…" : word))
    .trim();
