import * as z from "zod";
import { idField } from "~/domain/values/fields";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { averageRating } from "~/domain/plumbers/plumber";
import { answerReview, reportReview } from "~/domain/reviews/moderation.server";
import { reportCall, reviewAnswerForm, reviewCall } from "~/domain/reviews/review-schemas";
import { findReviewOfJob, listReviewsBy, listReviewsOf } from "~/domain/reviews/review-views.server";
import { leaveReview, listReviewable } from "~/domain/reviews/reviews.server";
import { done, found, listed, mustExist, NO_ID, operation, pagesOf, saying, showStored } from "../operation";
import { review, reviewable, reviewOfJob } from "../schemas/review-schemas";
import { object } from "../schemas/kinds";

const average = object("AverageRating", "A plumber's average rating.", {
  average: z.number().describe("The average with two decimals; 0 without reviews."),
  count: z.int(),
});

export const reviewOperations = {
  listReviewable: operation("GET /api/bookings/to-review", {
    by: ["client", "read"],
    summary: "Jobs to review",
    description: "The latest first, at most 20.",
    response: z.array(reviewable),
    run: async ({ context, viewer }) => done(await listReviewable(context.db, viewer.id, null)),
  }),

  leaveReview: operation("POST /api/bookings/{id}/review", {
    by: ["client", "book"],
    failed: "Failed to submit review",
    summary: "Review a completed job",
    description: "For its client, once.",
    body: reviewCall,
    response: review,
    makes: "always",
    refusals: ["notReviewable", "alreadyReviewed"],
    async run({ context, viewer, user, params, body }) {
      const result = await leaveReview(context, await user, { bookingId: params.id, ...body });
      if (!result.ok) return result;
      return showStored(async () => done(mustExist(await findReviewOfJob(context.db, viewer, params.id))));
    },
  }),

  listMyReviews: operation("GET /api/bookings/my-reviews", {
    by: ["client", "read"],
    summary: "A client's reviews",
    description: "Newest first.",
    ...pagesOf(review),
    run: async ({ context, viewer, query }) => listed(await listReviewsBy(context.db, viewer.id, query)),
  }),

  findReviewOfJob: operation("GET /api/reviews", {
    by: ["user", "read"],
    summary: "The review of a job",
    description: "For its client, its plumber, and admins; an array of one.",
    query: z.object({
      job: idField("Please name a job.", NO_ID).describe("The job's reference, or the booking's id."),
    }),
    response: z.array(reviewOfJob),
    refusals: ["reviewNotFound"],
    async run({ context, viewer, query }) {
      const record = await findReviewOfJob(context.db, viewer, query.job);
      return found(record && [record], "reviewNotFound");
    },
  }),

  listPlumberReviews: operation("GET /api/plumber/reviews", {
    by: ["plumber", "read"],
    summary: "Reviews about a plumber",
    description: "For the plumber, newest first.",
    ...pagesOf(review),
    run: async ({ context, viewer, query }) => listed(await listReviewsOf(context.db, viewer.id, query)),
  }),

  answerReview: operation("POST /api/reviews/{id}/answer", {
    by: ["plumber", "jobs"],
    summary: "Answer a review",
    description: "For its plumber, once, in public. Sending the same answer again changes nothing.",
    body: reviewAnswerForm,
    refusals: ["reviewNotFound", "alreadyAnswered"],
    run: async ({ context, user, params, body }) =>
      saying(await answerReview(context, await user, params.id, body.answer), "Your answer is shown under the review."),
  }),

  reportReview: operation("POST /api/reviews/{id}/report", {
    by: ["user", "book or jobs"],
    summary: "Report a review",
    description: "Our office will look at it. A second report by the same user changes nothing.",
    body: reportCall,
    refusals: ["reviewNotFound"],
    run: async ({ context, user, params, body }) =>
      saying(await reportReview(context, await user, params.id, body.reason), "Our office will look at it."),
  }),

  getAverageRating: operation("GET /api/plumber/reviews/average", {
    by: ["plumber", "read"],
    summary: "A plumber's own average rating",
    description: "Of the public reviews.",
    response: average,
    async run({ context, viewer }) {
      const figures = (await findOwnProfile(context.db, viewer.id)) ?? { ratingSum: 0, ratingCount: 0 };
      return done({ average: Number(averageRating(figures) ?? 0), count: figures.ratingCount });
    },
  }),
};
