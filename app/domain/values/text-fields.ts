import { z } from "zod";
import { cleanLine, cleanText } from "./text";

// Form fields of text, cleaned and bounded (product.md 11). An empty field and a missing one are the same.

const tooLong = (max: number) => `Please use at most ${max.toLocaleString("en")} characters.`;

/** One line that has to be there. */
export const line = (required: string, max: number) =>
  z.string({ error: required }).transform(cleanLine).pipe(z.string().min(1, required).max(max, tooLong(max)));

/** Text of several lines that has to be there. */
export const paragraphs = (required: string, max: number) =>
  z.string({ error: required }).transform(cleanText).pipe(z.string().min(1, required).max(max, tooLong(max)));

const optional = (clean: (text: string) => string, max: number) =>
  z
    .string()
    .nullish()
    .transform((text) => clean(text ?? "") || null)
    .pipe(z.string().max(max, tooLong(max)).nullable());

/** One line or null. */
export const optionalLine = (max: number) => optional(cleanLine, max);

/** Text of several lines or null. */
export const optionalParagraphs = (max: number) => optional(cleanText, max);
