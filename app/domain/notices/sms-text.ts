import { type AddressedNotice, linkOf } from "./notice";
import { cutByCost } from "../values/text";

/** One text message, in the alphabet that phones agreed on (GSM 03.38). A single other character halves the room. */
export const SMS_LENGTH = 160;
/** Two that are shown as one: each loses room for its number. */
export const TWO_SMS_LENGTH = 306;

const GSM =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const GSM_EXTENSION = "^{}\\[~]|€";
const PLAIN: Record<string, string> = { "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..." };

/** A text in the GSM alphabet: typographic signs become plain, accents go where they must, everything else too. */
export const toGsm = (text: string): string =>
  [...text]
    .map((char) => PLAIN[char] ?? char)
    .map((char) => (isGsm(char) ? char : [...char.normalize("NFKD")].filter(isGsm).join("")))
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();

const isGsm = (char: string) => GSM.includes(char) || GSM_EXTENSION.includes(char);

export const gsmLength = (text: string): number =>
  [...text].reduce((sum, char) => sum + (GSM_EXTENSION.includes(char) ? 2 : 1), 0);

/** The words of a text message (N11): title, line and link. A text that does not fit is cut, but never the link. */
export function smsText(notice: AddressedNotice, origin: string): string {
  const link = linkOf(notice, origin);
  const title = toGsm(notice.title);
  const words = `${title}${/[.!?:]$/.test(title) ? "" : "."} ${toGsm(notice.body)}`.trim();
  const room = (notice.texts === 2 ? TWO_SMS_LENGTH : SMS_LENGTH) - (link === null ? 0 : gsmLength(` ${link}`));
  return [cutByCost(words, room, gsmLength, "..."), link].filter((part) => part !== null).join(" ");
}
