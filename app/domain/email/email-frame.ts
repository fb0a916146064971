import * as z from "zod";
import { cleanLine } from "../values/text";
import { tooLong } from "../values/fields";

/** What every email begins and ends with (O18): plain text in one line each. */
export interface EmailFrame {
  /** With `{name}` where the reader's first name goes. */
  greeting: string;
  /** Above the company's name, phone and address, which are always there; empty: nothing more. */
  closing: string;
}

export const USUAL_FRAME: EmailFrame = { greeting: "Hello {name},", closing: "" };
export const GREETING_LENGTH = 60;
export const CLOSING_LENGTH = 200;

/** The greeting of one reader; without a name where it isn't known. */
export const greet = (greeting: string, name: string | null): string =>
  name ? greeting.replaceAll("{name}", name) : greeting.replaceAll(" {name}", "").replaceAll("{name}", "");

// A link in every email would be what spam filters, and readers, learn to distrust.
const withoutLink = (text: string) => !/https?:|www\.|[<>]/i.test(text);

/** The office's form. */
export const emailFrameForm = z.object({
  greeting: z
    .string("Please write a greeting.")
    .transform(cleanLine)
    .refine((text) => text.length > 0, "Please write a greeting.")
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
