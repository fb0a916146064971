import * as z from "zod";
import { formatNumber } from "./numbers";
import { cleanLine, cleanText } from "./text";

// Form fields of text, cleaned and bounded (V1). An empty field and a missing one are the same. Cleaning
// is a check and no transform, so that the API's document can say the bounds.

/** What is said of a text that is longer than its field. */
export const tooLong = (max: number) => `Please use at most ${formatNumber(max)} characters.`;

const required = (clean: (text: string) => string, message: string, max: number) =>
  z.string({ error: message }).overwrite(clean).min(1, message).max(max, tooLong(max));

/** One line that has to be there. */
export const line = (message: string, max: number) => required(cleanLine, message, max);

/** Text of several lines that has to be there. */
export const paragraphs = (message: string, max: number) => required(cleanText, message, max);

const orNull = (clean: (text: string) => string, max: number) =>
  z
    .string()
    .overwrite(clean)
    .max(max, tooLong(max))
    .transform((text) => text || null);

/** One line; null when it is empty. */
export const lineOrNull = (max: number) => orNull(cleanLine, max);

/** One line or null. */
export const optionalLine = (max: number) =>
  lineOrNull(max)
    .nullish()
    .transform((text) => text ?? null);

/** Text of several lines or null. */
export const optionalParagraphs = (max: number) =>
  orNull(cleanText, max)
    .nullish()
    .transform((text) => text ?? null);
