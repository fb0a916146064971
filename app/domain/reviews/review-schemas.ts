import * as z from "zod";
import { idField, line, optionalLine, optionalParagraphs, paragraphs } from "../values/fields";
import { CHOICE_LENGTH, REASON_LENGTH } from "../values/text";
import { COMMENT_LENGTH, DEFAULT_RATING, RATINGS } from "./review";

const WRONG_RATING = "Please choose a rating from 1 to 5.";
const NO_REPORT = "Reason is required.";

export const reviewForm = z.object({
  booking: idField("There is no completed job to review."),
  rating: z.coerce.number().default(DEFAULT_RATING).pipe(z.literal(RATINGS, WRONG_RATING)),
  comment: optionalParagraphs(COMMENT_LENGTH),
  /** A box: everyone may see what was done and for how much (R14). */
  showsJob: z
    .string()
    .optional()
    .transform((ticked) => ticked === "on"),
});

/** The same as a call of the API, whose address names the booking; here a number is a number. */
export const reviewCall = z.object({
  rating: z.literal(RATINGS, WRONG_RATING).default(DEFAULT_RATING),
  comment: reviewForm.shape.comment,
});

/** A report's reason: one of the list, own words, or both. Returns one text. */
export const reportForm = z
  .object({ reason: optionalLine(CHOICE_LENGTH), reasonText: optionalLine(REASON_LENGTH) })
  .transform(({ reason, reasonText }, context) => {
    const said = [reason, reasonText].filter(Boolean).join(": ");
    if (said) return said;
    context.addIssue({ code: "custom", path: ["reason"], message: NO_REPORT });
    return z.NEVER;
  });

export const reportCall = z.object({ reason: line(NO_REPORT, REASON_LENGTH) });

export const reviewAnswerForm = z.object({ answer: paragraphs("Answer is required.", COMMENT_LENGTH) });

export const hideReviewForm = z.object({ reason: line("Reason is required.", REASON_LENGTH) });
