import * as z from "zod";
import { endCalendarFeed, renewCalendarFeed } from "~/domain/bookings/calendar/calendar-feed.server";
import {
  listWeekFigures,
  findOwnProfile,
  findAvailability,
  setAvailability,
} from "~/domain/plumbers/plumber-profiles.server";
import { hoursCall } from "~/domain/plumbers/hours-form";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { JOB_LENGTHS, OPENING_HOURS, WEEKDAYS } from "~/domain/time/availability";
import { formatTime } from "~/domain/time/harare";
import { done, found, listed, mustExist, NO_ID, operation, pagesOf, saying, showStored } from "../operation";
import { object, shown, shownOnce, timeOfDay } from "../schemas/kinds";
import { idField } from "~/domain/values/fields";
import { answerReview, reportReview } from "~/domain/reviews/moderation.server";
import { reportCall, reviewAnswerForm, reviewCall } from "~/domain/reviews/review-schemas";
import { findReviewOfJob, listReviewsBy, listReviewsOf, listReviewable } from "~/domain/reviews/review-views.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { review, reviewable, reviewOfJob } from "../schemas/user-objects";

const hours = object("Hours", "When a plumber takes jobs, in Harare.", {
  opensAt: timeOfDay.meta({ description: "The first start of a day.", example: "10:00 am" }),
  closesAt: timeOfDay.meta({
    description: "The end of the last half hour in which a job can start.",
    example: "9:00 pm",
  }),
  jobMinutes: z.preprocess((minutes: number) => minutes, z.literal(JOB_LENGTHS)).describe("Time per job, in minutes."),
  daysOff: shown((bits: number) => WEEKDAYS.filter((_, at) => (bits & (1 << at)) !== 0), z.array(z.enum(WEEKDAYS))),
  paused: z.boolean().describe("Whether the plumber is not taking new jobs."),
});

const rating = z.number().describe("The average with two decimals; 0 without reviews.");

const plumberStats = object("PlumberStats", "A plumber's own figures.", {
  totalJobs: z.int(),
  completedJobs: z.int(),
  completionRate: z.int().describe("Per cent."),
  average: rating,
  count: z.int().describe("Reviews."),
  awaitsApproval: z.boolean().describe("Whether our office has yet to approve the profile."),
  weeks: z.array(
    z.object({
      monday: z.string().meta({ format: "date" }),
      requested: z.int(),
      confirmed: z.int(),
      completed: z.int(),
      calledOff: z.int().describe("Refused or cancelled, by either side."),
      reviews: z.int(),
      average: rating,
    }),
  ),
});

const averageOf = (figures: Parameters<typeof averageRating>[0]) => Number(averageRating(figures) ?? 0);

export const plumberOperations = {
  getHours: operation("GET /api/plumber/hours", ["plumber", "read"], {
    summary: "When you take jobs",
    description: "The plumber's own hours.",
    response: hours,
    run: async ({ context, viewer }) => done(mustExist(await findAvailability(context.db, viewer.id))),
  }),

  setHours: operation("PUT /api/plumber/hours", ["plumber", "jobs"], {
    summary: "Change when you take jobs",
    description: `Within ${formatTime(OPENING_HOURS.opensAt)} and ${formatTime(OPENING_HOURS.closesAt)}. What is booked already stays.`,
    body: hoursCall,
    response: hours,
    async run({ context, user, body }) {
      await setAvailability(context, await user, body);
      return done(body);
    },
  }),

  renewCalendar: operation("POST /api/plumber/calendar-feed", ["plumber", null], {
    summary: "Create a calendar link",
    description:
      "A secret URL from which a calendar fetches your jobs. A new link replaces the old one. At most twenty a day.",
    response: object("CalendarFeed", "Shown only once.", { address: shownOnce(z.string().meta({ format: "uri" })) }),
    makes: "always",
    limits: ["calendarLinkPerUser"],
    refusals: ["sessionEnded"],
    async run({ context, user }) {
      const result = await renewCalendarFeed(context, await user);
      return result.ok ? done({ address: result.address }) : result;
    },
  }),

  endCalendar: operation("DELETE /api/plumber/calendar-feed", ["plumber", null], {
    summary: "Turn off the calendar link",
    description: "Doing it twice changes nothing.",
    async run({ context, user }) {
      await endCalendarFeed(context, await user);
      return done({ message: "The calendar link is turned off." });
    },
  }),

  getStats: operation("GET /api/plumber/stats", ["plumber", "read"], {
    summary: "A plumber's figures",
    description: "All jobs, and the last eight weeks, oldest first.",
    response: plumberStats,
    async run({ context, viewer }) {
      const [own, weeks] = await Promise.all([
        findOwnProfile(context.db, viewer.id),
        listWeekFigures(context.db, viewer.id, context.now),
      ]);
      const profile = mustExist(own);
      return done({
        totalJobs: profile.jobsTotal,
        completedJobs: profile.jobsCompleted,
        completionRate: completionRate(profile.jobsCompleted, profile.jobsTotal),
        average: averageOf(profile),
        count: profile.ratingCount,
        awaitsApproval: profile.approval !== "approved",
        weeks: weeks.map((week) => ({
          ...week,
          calledOff: week.cancelled,
          average: averageOf({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
        })),
      });
    },
  }),
};

const average = object("AverageRating", "A plumber's average rating.", { average: rating, count: z.int() });

export const reviewOperations = {
  listReviewable: operation("GET /api/bookings/to-review", ["client", "read"], {
    summary: "Jobs to review",
    description: "The latest first, at most 20.",
    response: z.array(reviewable),
    run: async ({ context, viewer }) => done(await listReviewable(context.db, viewer.id, null)),
  }),

  leaveReview: operation("POST /api/bookings/{id}/review", ["client", "book"], {
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

  listMyReviews: operation("GET /api/bookings/my-reviews", ["client", "read"], {
    summary: "A client's reviews",
    description: "Newest first.",
    ...pagesOf(review),
    run: async ({ context, viewer, query }) => listed(await listReviewsBy(context.db, viewer.id, query)),
  }),

  findReviewOfJob: operation("GET /api/reviews", ["user", "read"], {
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

  listPlumberReviews: operation("GET /api/plumber/reviews", ["plumber", "read"], {
    summary: "Reviews about a plumber",
    description: "For the plumber, newest first.",
    ...pagesOf(review),
    run: async ({ context, viewer, query }) => listed(await listReviewsOf(context.db, viewer.id, query)),
  }),

  answerReview: operation("POST /api/reviews/{id}/answer", ["plumber", "jobs"], {
    summary: "Answer a review",
    description: "For its plumber, once, in public. Sending the same answer again changes nothing.",
    body: reviewAnswerForm,
    refusals: ["reviewNotFound", "alreadyAnswered"],
    run: async ({ context, user, params, body }) =>
      saying(await answerReview(context, await user, params.id, body.answer), "Your answer is shown under the review."),
  }),

  reportReview: operation("POST /api/reviews/{id}/report", ["user", "book or jobs"], {
    summary: "Report a review",
    description: "Our office will look at it. A second report by the same user changes nothing.",
    body: reportCall,
    refusals: ["reviewNotFound"],
    run: async ({ context, user, params, body }) =>
      saying(await reportReview(context, await user, params.id, body.reason), "Our office will look at it."),
  }),

  getAverageRating: operation("GET /api/plumber/reviews/average", ["plumber", "read"], {
    summary: "A plumber's own average rating",
    description: "Of the public reviews.",
    response: average,
    async run({ context, viewer }) {
      const figures = (await findOwnProfile(context.db, viewer.id)) ?? { ratingSum: 0, ratingCount: 0 };
      return done({ average: averageOf(figures), count: figures.ratingCount });
    },
  }),
};
