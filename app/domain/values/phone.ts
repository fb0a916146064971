// The calling codes that the ITU has given to countries (E.164); none begins with another.
export const CALLING_CODE =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[1-368]|2[2-4]\d|25[0-8]|26\d|29[0179]|298|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59[0-9]|67[02-9]|68[0-35-9]|69[0-2]|85[02356]|88[06]|96[0-8]|97[0-7]|99[2-68])/;

/**
 * The way numbers are written in countries where people live who book for their family here: the beginnings of numbers,
 * and the lengths of the groups behind the calling code. The longest beginning counts, and the last group takes the rest.
 */
const GROUPS: Record<string, number[]> = {
  "1": [3, 3, 4],
  "7": [3, 3, 2, 2],
  "27": [2, 3, 4],
  "44": [4, 6],
  "442": [2, 4, 4],
  "4411": [3, 3, 4],
  "44121": [3, 3, 4],
  "44131": [3, 3, 4],
  "44141": [3, 3, 4],
  "44151": [3, 3, 4],
  "44161": [3, 3, 4],
  "44191": [3, 3, 4],
  "61": [1, 4, 4],
  "614": [3, 3, 3],
  "64": [1, 3, 4],
  "642": [2, 3, 4],
  "91": [5, 5],
  "258": [2, 3, 4],
  "260": [2, 3, 4],
  "263": [2, 3, 4],
  "26386": [4, 3, 3],
  "264": [2, 3, 4],
  "265": [3, 2, 2, 2],
  "266": [4, 4],
  "267": [3, 4],
  "2677": [2, 3, 3],
  "268": [4, 4],
  "353": [2, 3, 4],
  "3531": [1, 3, 4],
  "971": [1, 3, 4],
  "9715": [2, 3, 4],
};

/** A phone as people of its country read it: `+263 77 270 0700`, `+44 7700 900123`; elsewhere in groups of three. */
export function formatPhone(phone: string): string {
  // An erased one keeps its end.
  if (!phone.startsWith("+")) return phone;
  const digits = phone.slice(1);
  const code = CALLING_CODE.exec(digits)?.[0] ?? "";
  const groups = [5, 4, 3, 2, 1].map((length) => GROUPS[digits.slice(0, length)]).find((known) => known) ?? [];
  let rest = digits.slice(code.length);
  const parts = groups.slice(0, -1).map((length) => {
    const part = rest.slice(0, length);
    rest = rest.slice(length);
    return part;
  });
  const end = groups.length > 0 ? rest : rest.replace(/(\d{3})(?=\d{3})/g, "$1 ");
  return [`+${code}`, ...parts, end].filter(Boolean).join(" ");
}

/** A phone on a page, where it stays on one line. */
export const showPhone = (phone: string): string => formatPhone(phone).replaceAll(" ", "\u00a0");

/** Where a tap on a number leads. */
export const telephoneLink = (phone: string) => `tel:${phone}`;
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace("+", "")}`;

/** The answer to an unreadable phone number. */
export const PHONE_MESSAGE = "Please enter a phone number like 077 123 4567, or one from abroad with + in front.";
