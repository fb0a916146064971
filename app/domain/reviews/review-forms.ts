import { z } from "zod";
import { optionalParagraphs } from "../values/text-fields";
import { COMMENT_LENGTH, DEFAULT_RATING, RATINGS } from "./review";

export const reviewForm = z.object({
  booking: z.string({ error: "There is no completed job to review." }).min(1).max(40),
  rating: z.coerce.number().default(DEFAULT_RATING).pipe(z.literal(RATINGS, "Please choose a rating from 1 to 5.")),
  comment: optionalParagraphs(COMMENT_LENGTH),
});
