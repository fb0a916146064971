import * as z from "zod";
import { formatNumber } from "./numbers";
import { cleanLine, cleanText, NAME_LENGTH } from "./text";
import { MAX_AMOUNT } from "./money";
import { parseCents, twoAmounts } from "./typed-amount";
import { brand } from "~/brand";

// Form fields of text, cleaned and bounded (V1). Cleaning is no transform, so that the API's document can say the bounds.

export const tooLong = (max: number) => `Please use at most ${formatNumber(max)} characters.`;

const required = (clean: (text: string) => string, message: string, max: number) =>
  z.string({ error: message }).overwrite(clean).min(1, message).max(max, tooLong(max));

export const line = (message: string, max: number) => required(cleanLine, message, max);

export const paragraphs = (message: string, max: number) => required(cleanText, message, max);

const orNull = (clean: (text: string) => string, max: number) =>
  z
    .string()
    .overwrite(clean)
    .max(max, tooLong(max))
    .transform((text) => text || null);

export const lineOrNull = (max: number) => orNull(cleanLine, max);

export const optionalLine = (max: number) =>
  lineOrNull(max)
    .nullish()
    .transform((text) => text ?? null);

/** The stored value that a form was drawn with (F8): its verb refuses where that has changed. */
export const shownField = z.string().max(2000).optional();

export const optionalParagraphs = (max: number) =>
  orNull(cleanText, max)
    .nullish()
    .transform((text) => text ?? null);

const ID_LENGTH = 40;

/** An id of something: whether it exists for the sender, its query says. */
export const idField = (missing?: string, wrong?: string) => z.string(missing).min(1, missing).max(ID_LENGTH, wrong);

/** An id, or null: no one is chosen. */
export const idOrNullField = (missing?: string) =>
  z
    .string(missing)
    .max(ID_LENGTH)
    .transform((id) => id || null);

/** An id that a page made for what its form records: sent twice, it is recorded once. */
export const newIdField = (wrong?: string) => z.string().regex(/^[a-z0-9]{24}$/, wrong);

export const NO_AMOUNT = "Please enter an amount in dollars, like 25 or 25.50.";
const NOTHING_PAID = "Please enter an amount above $0.";
const TOO_MUCH = "Please enter at most $100,000.";

/** A transform that refuses with `message` what `read` can't read (null). */
export const readBy =
  <Input, Value>(read: (input: Input) => Value | null, message: string) =>
  (input: Input, context: z.RefinementCtx): Value => {
    const value = read(input);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };

/** The check of a typed amount, of at most `most` cents; one that could be two is asked about (V2). */
export const readAmount =
  (most: number, noAmount: string, tooMuch: string) =>
  (text: string, context: z.RefinementCtx): number => {
    const cents = parseCents(text);
    if (cents !== null && cents <= most) return cents;
    const two = twoAmounts(text);
    const message = two ? `Do you mean ${two.join(" or ")}? Please type it like that.` : noAmount;
    context.addIssue({ code: "custom", message: cents === null ? message : tooMuch });
    return z.NEVER;
  };

/** A typed amount of dollars with at most two decimals (V2). Returns cents. */
export const amountField = z.string({ error: NO_AMOUNT }).transform(readAmount(MAX_AMOUNT, NO_AMOUNT, TOO_MUCH));

export const paidAmountField = amountField.refine((cents) => cents > 0, NOTHING_PAID);

const numberFrom = (least: number, tooLittle: string) =>
  z
    .number(NO_AMOUNT)
    .min(least, tooLittle)
    .max(MAX_AMOUNT / 100, TOO_MUCH)
    .transform((amount) => amount * 100)
    .refine((cents) => Math.abs(cents - Math.round(cents)) < 1e-6, NO_AMOUNT)
    .transform(Math.round);

/** An amount as API clients send it: a number of dollars with at most two decimals. Returns cents. */
export const dollars = numberFrom(0, NO_AMOUNT);
export const paidDollars = numberFrom(0.01, NOTHING_PAID);

/** Names that pass for our office, without blanks: alone, each is refused. */
const OFFICE = [
  "admin",
  "administrator",
  "office",
  "ouroffice",
  "theoffice",
  "support",
  "customersupport",
  "customercare",
  "customerservice",
  "helpdesk",
  "moderator",
];

const plainForm = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

const passesForUs = (name: string): boolean => {
  const plain = plainForm(name);
  return plain.includes(brand.name.toLowerCase()) || OFFICE.includes(plain);
};

/** Alphabets whose letters look like one another: "Роmbi" begins with two of Cyrillic. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const mixesAlphabets = (name: string): boolean => ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1;

export const NOT_THEIRS = "Please use your own name: this one reads like our office's.";

/** A first or a last name (A14): visible, of one alphabet, and not the company's. */
export const nameField = (missing: string) =>
  line(missing, NAME_LENGTH)
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), "Please use letters that can be seen.")
    .refine((name) => !mixesAlphabets(name), "Please use letters of one alphabet.")
    .refine((name) => !passesForUs(name), NOT_THEIRS);

/** The check of a first and a last name together (A14): "Help" and "Desk" are names, "Help Desk" is our office. */
export const isOwnName = (first: string, last: string): boolean =>
  ![brand.name.toLowerCase(), ...OFFICE].includes(plainForm(first + last));

/** The message for a user about an issue: our own words where the schema has some, else the parser's with the field's name. */
export function messageOfIssue(issue: Pick<z.core.$ZodIssue, "message" | "path">): string {
  const isOurs = !/^(Invalid|Too (big|small)|Unrecognized)/.test(issue.message);
  return isOurs ? issue.message : [issue.path.join("."), issue.message].filter(Boolean).join(": ");
}
