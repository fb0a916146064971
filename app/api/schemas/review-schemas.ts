import * as z from "zod";
import { publicName } from "~/domain/values/user";
import type { ReviewableBooking } from "~/domain/reviews/review";
import type { ReviewView } from "~/domain/reviews/review-views.server";
import {
  appointmentKeys,
  idKeys,
  instant,
  jobKeys,
  nameKeys,
  toAppointmentKeys,
  toIdKeys,
  toInstant,
  toNameKeys,
} from "./shared-keys";
import { reviewParticipant, toReviewParticipant } from "./user-schemas";

const opinionKeys = {
  rating: z.int().min(1).max(5),
  comment: z.string().nullable(),
  answer: z.string().nullable().meta({ description: "The plumber's public answer." }),
  createdAt: instant,
};
const toOpinionKeys = ({ rating, comment, answer, createdAt }: ReviewView) => ({
  rating,
  comment,
  answer,
  createdAt: toInstant(createdAt),
});

const reviewKeys = { ...idKeys, ...jobKeys, ...opinionKeys, plumber: reviewParticipant };
const toReviewKeys = (view: ReviewView, origin: string) => ({
  ...toIdKeys(view.id),
  booking: view.bookingId,
  job: view.job,
  ...toOpinionKeys(view),
  plumber: toReviewParticipant(view.plumber, origin),
});

/** For its client and its plumber. */
export const review = z
  .object({ ...reviewKeys, client: reviewParticipant })
  .meta({ id: "Review", description: "A review as its client and its plumber see it." });

export const toReview = (view: ReviewView, origin: string): z.output<typeof review> => ({
  ...toReviewKeys(view, origin),
  client: toReviewParticipant(view.client, origin),
});

/** A review looked up by its job; `client` is the id alone (X8). */
export const reviewOfJob = z
  .object({ ...reviewKeys, client: z.string().meta({ description: "The client's id." }) })
  .meta({ id: "ReviewOfJob", description: "A job's review." });

export const toReviewOfJob = (view: ReviewView, origin: string): z.output<typeof reviewOfJob> => ({
  ...toReviewKeys(view, origin),
  client: view.client.id,
});

/** For everyone: a client is a first name and an initial (R5). */
export const publicReview = z
  .object({
    ...idKeys,
    ...opinionKeys,
    client: z.object({ name: z.string().meta({ description: "First name and initial.", example: "Chipo M." }) }),
  })
  .meta({ id: "PublicReview", description: "A review as everyone can read it." });

export const toPublicReview = (view: ReviewView): z.output<typeof publicReview> => ({
  ...toIdKeys(view.id),
  ...toOpinionKeys(view),
  client: { name: publicName(view.client) },
});

/** A job that its client can review. */
export const reviewable = z
  .object({
    ...jobKeys,
    ...appointmentKeys,
    serviceType: z.string().nullable(),
    plumber: z.object({ ...idKeys, ...nameKeys }),
  })
  .meta({ id: "Reviewable", description: "A completed job that its client has not yet reviewed." });

export const toReviewable = (job: ReviewableBooking): z.output<typeof reviewable> => ({
  booking: job.id,
  job: job.reference,
  ...toAppointmentKeys(job.startsAt),
  serviceType: job.serviceType,
  plumber: { ...toIdKeys(job.plumber.id), ...toNameKeys(job.plumber) },
});
