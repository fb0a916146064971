// The calling codes that the ITU has given to countries (E.164); none begins with another.
export const CALLING_CODE =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[1-368]|2[2-4]\d|25[0-8]|26\d|29[0179]|298|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59[0-9]|67[02-9]|68[0-35-9]|69[0-2]|85[02356]|88[06]|96[0-8]|97[0-7]|99[2-68])/;

/** `+263772700700` as people read it: `+263 77 270 0700`; others in groups of three behind their code. */
export function formatPhone(phone: string): string {
  // An erased one keeps its end.
  if (!phone.startsWith("+")) return phone;
  const code = CALLING_CODE.exec(phone.slice(1))?.[0] ?? "";
  const national = phone.slice(1 + code.length);
  if (code === "263") return `+263 ${national.slice(0, 2)} ${national.slice(2, 5)} ${national.slice(5)}`.trim();
  return `+${code} ${national.replace(/(\d{3})(?=\d{3})/g, "$1 ")}`;
}

/** Where a tap on a number leads. */
export const telephoneLink = (phone: string) => `tel:${phone}`;
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace("+", "")}`;
