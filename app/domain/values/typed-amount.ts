const CURRENCY = /^\s*(?:US[D$]|\$)|(?:US[D$]|\$)\s*$/gi;
const NUMBER = /^(?:(\d{1,7})|(\d{1,3}([ ,.])\d{3}(?:\3\d{3})?))(?:([.,])(\d{0,2}))?$/;
const bareNumber = (text: string) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(CURRENCY, "")
    .trim()
    .replace(/\s+/g, " ");

/** Reads US dollars (`25,50`, `US$1,250`, `1.250,00`) as whole cents, or null (V2), as for what `twoAmounts` reads. */
export function parseCents(text: string): number | null {
  const [, plain, grouped, gap, point, decimals = ""] = NUMBER.exec(bareNumber(text)) ?? [];
  const whole = plain ?? grouped;
  if (!whole || (gap && (gap === point || (gap === "." && !point)))) return null;
  return Number(whole.replace(/\D/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
}

/** The two amounts that a text could mean, as people type them: `1.250` is 1250 or 1.25 (V2). Null: no more than one. */
export function twoAmounts(text: string): [string, string] | null {
  const [, whole, part] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(bareNumber(text)) ?? [];
  return whole && part ? [whole + part, `${whole}.${part.slice(0, 2)}`] : null;
}
