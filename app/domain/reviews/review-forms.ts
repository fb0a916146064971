import { z } from "zod";
import { optionalParagraphs } from "../values/text-fields";
import { COMMENT_LENGTH, DEFAULT_RATING } from "./review";

export const reviewForm = z.object({
  booking: z.string({ error: "There is no completed job to review." }).min(1).max(40),
  rating: z.coerce.number("Please choose a rating from 1 to 5.").int().min(1, "Please choose a rating from 1 to 5.").max(5, "Please choose a rating from 1 to 5.").default(DEFAULT_RATING),
  comment: optionalParagraphs(COMMENT_LENGTH),
});
