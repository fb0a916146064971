import { z } from "zod";
import { publicName } from "~/domain/values/user";
import type { ReviewView } from "~/domain/reviews/review-views.server";
import { reviewParticipant, toReviewParticipant } from "./user-schemas";

const keys = {
  _id: z.string().meta({ description: "The same as `id`." }),
  id: z.string(),
  booking: z.string().meta({ description: "The booking's id." }),
  job: z.string().meta({ description: "The job's reference.", example: "PB-7K3QF2" }),
  rating: z.int().min(1).max(5),
  comment: z.string().nullable(),
  answer: z.string().nullable().meta({ description: "The plumber's public answer." }),
  createdAt: z.string().meta({ format: "date-time" }),
  plumber: reviewParticipant,
};

/** For its client and its plumber. */
export const review = z
  .object({ ...keys, client: reviewParticipant })
  .meta({ id: "Review", description: "A review as its client and its plumber see it." });

/** The same where `client` is the id alone (X8). */
export const reviewOfJob = z
  .object({ ...keys, client: z.string().meta({ description: "The client's id." }) })
  .meta({ id: "ReviewOfJob", description: "A job's review." });

/** For everybody: a client is a first name and an initial (R5). */
export const publicReview = z
  .object({
    _id: keys._id,
    id: keys.id,
    rating: keys.rating,
    comment: keys.comment,
    answer: keys.answer,
    createdAt: keys.createdAt,
    client: z.object({ name: z.string().meta({ description: "First name and initial.", example: "Chipo M." }) }),
  })
  .meta({ id: "PublicReview", description: "A review as everyone can read it." });

export const toPublicReview = ({
  id,
  rating,
  comment,
  answer,
  createdAt,
  client,
}: ReviewView): z.output<typeof publicReview> => ({
  _id: id,
  id,
  rating,
  comment,
  answer,
  createdAt: new Date(createdAt).toISOString(),
  client: { name: publicName(client) },
});

const factsOf = (record: ReviewView, origin: string) => ({
  _id: record.id,
  id: record.id,
  booking: record.bookingId,
  job: record.job,
  rating: record.rating,
  comment: record.comment,
  answer: record.answer,
  createdAt: new Date(record.createdAt).toISOString(),
  plumber: toReviewParticipant(record.plumber, origin),
});

export const toReview = (record: ReviewView, origin: string): z.output<typeof review> => ({
  ...factsOf(record, origin),
  client: toReviewParticipant(record.client, origin),
});

export const toReviewOfJob = (record: ReviewView, origin: string): z.output<typeof reviewOfJob> => ({
  ...factsOf(record, origin),
  client: record.client.id,
});
