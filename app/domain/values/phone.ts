/**
 * A phone number as we keep it, or null. Takes `077…`, `+263…`, `263…` and `00263…` with spaces, dashes or
 * brackets, gives `+263` and nine digits (eight for some landlines) (product.md 12).
 */
export function parsePhone(text: string): string | null {
  const digits = text.replace(/[\s\-().]/g, "");
  const match = /^(?:\+263|00263|263|0)([1-9]\d{7,8})$/.exec(digits);
  return match ? `+263${match[1]}` : null;
}

/** `+263772700700` as people read it: `+263 77 270 0700`. */
export function formatPhone(phone: string): string {
  const local = phone.replace(/^\+263/, "");
  return `+263 ${local.slice(0, 2)} ${local.slice(2, 5)} ${local.slice(5)}`.trim();
}

/** Where a tap on a number leads. */
export const telephoneLink = (phone: string) => `tel:${phone}`;
export const whatsAppLink = (phone: string) => `https://wa.me/${phone.replace("+", "")}`;
