import * as z from "zod";
import { publicName } from "~/domain/values/user";
import type { ReviewableBooking } from "~/domain/reviews/review";
import type { ReviewView } from "~/domain/reviews/review-views.server";
import { appointmentKeys, idKeys, instant, jobKeys, nameKeys, namesOf, object, shownFrom, startOf } from "./kinds";
import { reviewParticipant } from "./user-schemas";

const opinionKeys = {
  rating: z.int().min(1).max(5),
  comment: z.string().nullable(),
  answer: z.string().nullable().describe("The plumber's public answer."),
  createdAt: instant,
};
const reviewKeys = { ...idKeys, ...jobKeys, ...opinionKeys, plumber: reviewParticipant };
const named = ({ id, bookingId }: ReviewView) => ({ _id: id, booking: bookingId });

/** For its client and its plumber. */
export const review = shownFrom(
  named,
  object("Review", "A review as its client and its plumber see it.", { ...reviewKeys, client: reviewParticipant }),
);

/** A review looked up by its job; `client` is the id alone (X8). */
export const reviewOfJob = shownFrom(
  (row: ReviewView) => ({ ...named(row), client: row.client.id }),
  object("ReviewOfJob", "A job's review.", {
    ...reviewKeys,
    client: z.string().describe("The client's id."),
  }),
);

/** For everyone: a client is a first name and an initial (R5). */
export const publicReview = shownFrom(
  ({ id, client }: ReviewView) => ({ _id: id, client: { name: publicName(client) } }),
  object("PublicReview", "A review as everyone can read it.", {
    ...idKeys,
    ...opinionKeys,
    client: z.object({ name: z.string().meta({ description: "First name and initial.", example: "Chipo M." }) }),
  }),
);

/** A job that its client can review. */
export const reviewable = shownFrom(
  ({ id, reference, startsAt, plumber }: ReviewableBooking) => ({
    booking: id,
    job: reference,
    ...startOf(startsAt),
    plumber: namesOf(plumber),
  }),
  object("Reviewable", "A completed job that its client has not yet reviewed.", {
    ...jobKeys,
    ...appointmentKeys,
    serviceType: z.string().nullable(),
    plumber: z.object({ ...idKeys, ...nameKeys }),
  }),
);
