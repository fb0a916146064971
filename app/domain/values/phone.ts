import { withoutGaps } from "./text";

// The calling codes that the ITU has given to countries (E.164); none begins with another.
const CALLING_CODE =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[1-368]|2[2-4]\d|25[0-8]|26\d|29[0179]|298|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59[0-9]|67[02-9]|68[0-35-9]|69[0-2]|85[02356]|88[06]|96[0-8]|97[0-7]|99[2-68])/;

/** `+263772700700` as people read it: `+263 77 270 0700`; others in groups of three behind their code. */
export function formatPhone(phone: string): string {
  // What is left of an erased one: its end.
  if (!phone.startsWith("+")) return phone;
  const code = CALLING_CODE.exec(phone.slice(1))?.[0] ?? "";
  const national = phone.slice(1 + code.length);
  if (code === "263") return `+263 ${national.slice(0, 2)} ${national.slice(2, 5)} ${national.slice(5)}`.trim();
  return `+${code} ${national.replace(/(\d{3})(?=\d{3})/g, "$1 ")}`;
}

export const telephoneLink = (phone: string) => `tel:${phone}`;
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace("+", "")}`;

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

/** The digits behind a phone's `+` as far as they were typed, however they are parted (V3); '' of what is no phone. */
function dialled(text: string): string {
  const typed = withoutGaps(text.replace(/\(0\)/, "")).replace(/[().]/g, "");
  const [, prefix = "", digits = ""] = /^(\+|00|0?)(\d+)$/.exec(typed) ?? [];
  if (prefix === "0") return `263${digits}`;
  return prefix || digits.startsWith("263") ? digits.replace(/^2630/, "263") : "";
}

/**
 * Reads a phone number in E.164, or null. Takes `077…` and `263…` as Zimbabwean, and international numbers with `+` or
 * `00`, parted by blanks, dashes, dots, brackets and invisible marks (V3).
 */
export function parsePhone(text: string): string | null {
  const whole = dialled(text);
  const code = CALLING_CODE.exec(whole)?.[0];
  if (!code || whole.length > 15) return null;
  const national = whole.slice(code.length);
  if (code === "263") return HERE.test(national) ? `+${whole}` : null;
  const [least, most] = DIGITS[code] ?? [6, 12];
  return national.length >= least && national.length <= most ? `+${whole}` : null;
}

/** `077 12` and `+263 77 12` begin the same phone. Null for fewer than four digits, which begin too many. */
export function beginningOfPhone(text: string): string | null {
  const begun = dialled(text) || dialled(`0${text}`);
  return begun.replace(/^263/, "").length < 4 ? null : `+${begun}`;
}

/** Whether it is a mobile phone of Zimbabwe: only those get text messages and pay. */
export const isMobileHere = (phone: string): boolean => phone.startsWith("+2637");
