import { CALLING_CODE } from "./phone";
import { withoutGaps } from "./text";

/** Digits behind the codes where people who book for their family here live; elsewhere 6 to 12. */
const DIGITS: Record<string, [least: number, most: number]> = {
  "1": [10, 10],
  "7": [10, 10],
  "27": [9, 9],
  "44": [9, 10],
  "61": [9, 9],
  "64": [8, 10],
  "91": [10, 10],
  "258": [8, 9],
  "260": [9, 9],
  "263": [8, 9],
  "264": [8, 9],
  "265": [7, 9],
  "266": [8, 8],
  "267": [7, 8],
  "268": [8, 8],
  "353": [7, 9],
  "971": [8, 9],
};

/** VoIP numbers of Zimbabwe have ten digits behind the code, its mobile phones nine. */
const HERE = /^(?:86\d{8}|7\d{8}|(?!7)\d{8,9})$/;

/** A phone out of a link that was copied off a page. */
const withoutLink = (text: string): string =>
  text.replace(/^\s*(?:tel|sms|callto):/i, "").replace(/^\s*(?:https?:\/\/)?wa\.me\/(?=\d)/i, "+");

/** The digits behind a phone's `+` as far as they were typed, however they are parted (V3); '' of what is no phone. */
function dialled(text: string): string {
  const typed = withoutGaps(withoutLink(text).replace(/\(0\)/, "")).replace(/[().]/g, "");
  const [, prefix = "", digits = ""] = /^(\+|00|0?)(\d+)$/.exec(typed) ?? [];
  if (prefix === "0") return `263${digits}`;
  return prefix || digits.startsWith("263") ? digits.replace(/^2630/, "263") : "";
}

/** Reads a phone number in E.164, or null: `077…` and `263…` as Zimbabwean, others by `+` or `00`, with any gaps (V3). */
export function parsePhone(text: string): string | null {
  const whole = dialled(text);
  const code = CALLING_CODE.exec(whole)?.[0];
  if (!code || whole.length > 15) return null;
  const national = whole.slice(code.length);
  if (code === "263") return HERE.test(national) ? `+${whole}` : null;
  const [least, most] = DIGITS[code] ?? [6, 12];
  return national.length >= least && national.length <= most ? `+${whole}` : null;
}

/** Parts a typed name from the phone behind or before it; either is '' where there is none. */
export function splitNameAndPhone(text: string): { name: string; phone: string } {
  const typed = text.trim();
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  const isOfPhone = (word: string) => /^[+\d().\p{Pd}\p{Cf}]+$/u.test(word);
  const phone = words.filter(isOfPhone).join(" ");
  const name = words.filter((word) => !isOfPhone(word)).join(" ");
  // Fewer digits are a house number.
  if (phone.replace(/\D/g, "").length < REMEMBERED_DIGITS || /[\d@]/.test(name)) return { name: typed, phone: "" };
  return { name, phone };
}

/** People remember the end of a phone, at least this much of it. */
const REMEMBERED_DIGITS = 6;

/** The digits that a phone may end with, in any gaps; null for fewer than six, or for other text. `077…` ends with `77…`. */
export function endOfPhone(text: string): string | null {
  const digits = withoutGaps(text).replace(/^0(?=\d{8})/, "");
  return /^\d+$/.test(digits) && digits.length >= REMEMBERED_DIGITS ? digits : null;
}

/** `077 12` and `+263 77 12` begin the same phone. Null for fewer than four digits, which begin too many. */
export function beginningOfPhone(text: string): string | null {
  const begun = dialled(text) || dialled(`0${text}`);
  return begun.replace(/^263/, "").length < 4 ? null : `+${begun}`;
}

/** Tells if it is a mobile phone of Zimbabwe: only those get text messages and pay. */
export const isMobileHere = (phone: string): boolean => phone.startsWith("+2637");
