import * as z from "zod";
import { idField } from "~/domain/values/id-fields";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { averageRating } from "~/domain/plumbers/plumber";
import { answerReview, reportReview } from "~/domain/reviews/moderation.server";
import { reportCall, reviewAnswerForm, reviewCall } from "~/domain/reviews/review-schemas";
import { findReviewOfJob, listReviewsBy, listReviewsOf } from "~/domain/reviews/review-views.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { refuse } from "~/domain/values/refusal";
import { byId, done, listed, listQuery, made, NO_ID, operation, rangeOf, said, saying, showStored } from "../operation";
import { review, reviewOfJob, toReview, toReviewOfJob } from "../schemas/review-schemas";

const average = z
  .object({
    average: z.number().meta({ description: "The average with two decimals; 0 without reviews." }),
    count: z.int(),
  })
  .meta({ id: "AverageRating", description: "A plumber's average rating." });

export const reviewOperations = [
  operation({
    id: "leaveReview",
    failed: "Failed to submit review",
    topic: "Reviews",
    method: "POST",
    path: "/api/bookings/{id}/review",
    summary: "Review a completed job",
    description: "For its client, once.",
    caller: "client",
    scope: "book",
    params: byId,
    body: { as: "json", schema: reviewCall },
    response: review,
    makes: "always",
    refusals: ["notReviewable", "alreadyReviewed"],
    async run({ context, viewer, user, params, body }) {
      const { db, origin } = context;
      const result = await leaveReview(context, await user, { bookingId: params.id, ...body });
      if (!result.ok) return result;
      const record = await showStored(() => findReviewOfJob(db, viewer, params.id));
      if (!record) throw new Error("The review that was written is gone.");
      return made(toReview(record, origin));
    },
  }),

  operation({
    id: "listMyReviews",
    topic: "Reviews",
    method: "GET",
    path: "/api/bookings/my-reviews",
    summary: "A client's reviews",
    description: "Newest first.",
    caller: "client",
    scope: "read",
    query: listQuery,
    response: z.array(review),
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listReviewsBy(context.db, viewer.id, rangeOf(query)), (record) => toReview(record, context.origin)),
  }),

  operation({
    id: "findReviewOfJob",
    topic: "Reviews",
    method: "GET",
    path: "/api/reviews",
    summary: "The review of a job",
    description: "For its client, its plumber, and admins; an array of one.",
    caller: "user",
    scope: "read",
    query: z.object({
      job: idField("Please name a job.", NO_ID).meta({ description: "The job's reference, or the booking's id." }),
    }),
    response: z.array(reviewOfJob),
    refusals: ["reviewNotFound"],
    async run({ context, viewer, query }) {
      const record = await findReviewOfJob(context.db, viewer, query.job);
      return record ? done([toReviewOfJob(record, context.origin)]) : refuse("reviewNotFound");
    },
  }),

  operation({
    id: "listPlumberReviews",
    topic: "Reviews",
    method: "GET",
    path: "/api/plumber/reviews",
    summary: "Reviews about a plumber",
    description: "For the plumber, newest first.",
    caller: "plumber",
    scope: "read",
    query: listQuery,
    response: z.array(review),
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listReviewsOf(context.db, viewer.id, rangeOf(query)), (record) => toReview(record, context.origin)),
  }),

  operation({
    id: "answerReview",
    topic: "Reviews",
    method: "POST",
    path: "/api/reviews/{id}/answer",
    summary: "Answer a review",
    description: "For its plumber, once, in public. Sending the same answer again changes nothing.",
    caller: "plumber",
    scope: "jobs",
    params: byId,
    body: { as: "json", schema: reviewAnswerForm },
    response: said,
    refusals: ["reviewNotFound", "alreadyAnswered"],
    async run({ context, user, params, body }) {
      const result = await answerReview(context, await user, params.id, body.answer);
      return saying(result, "Your answer is shown under the review.");
    },
  }),

  operation({
    id: "reportReview",
    topic: "Reviews",
    method: "POST",
    path: "/api/reviews/{id}/report",
    summary: "Report a review",
    description: "Our office will look at it. A second report by the same user changes nothing.",
    caller: "user",
    scope: "book or jobs",
    params: byId,
    body: { as: "json", schema: reportCall },
    response: said,
    refusals: ["reviewNotFound"],
    async run({ context, user, params, body }) {
      const result = await reportReview(context, await user, params.id, body.reason);
      return saying(result, "Our office will look at it.");
    },
  }),

  operation({
    id: "getAverageRating",
    topic: "Reviews",
    method: "GET",
    path: "/api/plumber/reviews/average",
    summary: "A plumber's own average rating",
    description: "Of the public reviews.",
    caller: "plumber",
    scope: "read",
    response: average,
    refusals: [],
    async run({ context, viewer }) {
      const figures = (await findOwnProfile(context.db, viewer.id)) ?? { ratingSum: 0, ratingCount: 0 };
      return done({ average: Number(averageRating(figures) ?? 0), count: figures.ratingCount });
    },
  }),
];
