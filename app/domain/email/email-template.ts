import * as z from "zod";
import type { Instant } from "../time/harare";
import { cleanLine } from "../values/text";
import { tooLong } from "../values/fields";

/** `greeting`: with `{name}` where the reader's first name goes. `closing`: above the company's name, phone and address. */
export interface EmailFrame {
  greeting: string;
  closing: string;
}

export const USUAL_FRAME: EmailFrame = { greeting: "Hello {name},", closing: "" };
export const GREETING_LENGTH = 60;
export const CLOSING_LENGTH = 200;

/** The greeting of one reader; without a name where it isn't known. */
export const greet = (greeting: string, name: string | null = null): string =>
  name ? greeting.replaceAll("{name}", name) : greeting.replaceAll(" {name}", "").replaceAll("{name}", "");

// A link in every email would be what spam filters, and readers, learn to distrust.
const withoutLink = (text: string) => !/https?:|www\.|[<>]/i.test(text);

export const emailFrameForm = z.object({
  greeting: z
    .string("Greeting is required.")
    .transform(cleanLine)
    .refine((text) => text.length > 0, "Greeting is required.")
    .refine((text) => text.length <= GREETING_LENGTH, tooLong(GREETING_LENGTH))
    .refine(withoutLink, "Please write plain words, without links.")
    .refine((text) => !/[{}]/.test(text.replaceAll("{name}", "")), "The only placeholder is {name}."),
  closing: z
    .string()
    .optional()
    .transform((text) => cleanLine(text ?? ""))
    .refine((text) => text.length <= CLOSING_LENGTH, tooLong(CLOSING_LENGTH))
    .refine((text) => withoutLink(text) && !/[{}]/.test(text), "Please write plain words, without links."),
});

/** A fact's value before it becomes words: instants, amounts in cents, E.164 phones. */
export type EmailValue = string | { time: Instant } | { money: number; isTotal?: boolean } | { phone: string } | Person;

/** `image`: its absolute address, the same for every reader; null: none. */
export interface Person {
  person: string;
  image: string | null;
  rating: string | null;
}

export type EmailFact = [label: string, value: EmailValue];

export interface EmailLink {
  label: string;
  url: string;
}

/** The contents of an email. Each room writes its own (`defineNotices`); this file gives them one frame. */
export interface EmailTemplate {
  /** A sentence that is the heading, too. */
  subject: string;
  /** A job reference that the subject ends with. */
  reference?: string;
  /** The reader's name. Absent: no one is greeted, as no one has verified the address (N10). */
  to?: string | null;
  paragraphs: string[];
  /** The line beside the subject in lists of emails; absent: the first paragraph. */
  preview?: string;
  /** A line of stations: how many of them are reached, and the present one or the closed one. */
  line?: { names: readonly string[]; reached: number; current: number; isClosed: boolean };
  facts?: EmailFact[];
  action?: EmailLink;
  /** A quieter button beside `action`; `tel:` calls. */
  second?: EmailLink | null;
  closing?: string;
}

/** `why`: the reason for this email. `settings`: where to choose emails; null without an account. */
export interface EmailFooter {
  why: string;
  settings: string | null;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}
