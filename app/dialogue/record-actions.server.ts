import type { BookingStatus } from "~/domain/bookings/booking";
import { addablePhotoKinds, JOB_PHOTO_KINDS, type JobPhotoKind } from "~/domain/bookings/job-photos";
import { RATINGS } from "~/domain/reviews/review";
import { reviewForm } from "~/domain/reviews/review-schemas";
import { leaveReview } from "~/domain/reviews/reviews.server";
import type { Role } from "~/domain/values/user";
import { OK } from "~/domain/values/refusal";
import { ratingIn } from "./amounts";
import { keepPhoto } from "./job-verbs.server";
import { type JobActions, askedAgain, refusedWords, rows, answerTo } from "./job-action.server";

const STARS: Record<(typeof RATINGS)[number], string> = {
  5: "★★★★★ Excellent",
  4: "★★★★ Good",
  3: "★★★ All right",
  2: "★★ Poor",
  1: "★ Bad",
};

const NOT_NOW = { id: "keep", title: "Not now" };
export const PHOTO_TITLES: Record<JobPhotoKind, string> = {
  problem: "The problem",
  before: "Before the job",
  after: "After the job",
};

const kindsOf = (role: Role, status: BookingStatus) =>
  addablePhotoKinds(status, role).map((kind) => ({ id: `kind.${kind}`, title: PHOTO_TITLES[kind] }));

/** Photos of a job and its review. */
export const RECORD_ACTIONS: JobActions = {
  review: {
    title: () => "Leave a review",
    takesNumbers: true,
    asks: ({ view }, _, mark) =>
      mark
        ? {
            text: "A few words for others? Write them, or tap the button.",
            buttons: [{ id: "words.none", title: "No words" }],
          }
        : {
            text: `How was ${view.plumber?.firstName}'s work?`,
            rows: rows(
              "stars",
              RATINGS.map((one) => [one, STARS[one]]),
            ),
          },
    async does(context, { user, booking }, call) {
      const given = call.mark ? { rating: Number(call.mark), words: call.text } : ratingIn(call);
      const rating = RATINGS.find((one) => one === (given?.rating ?? Number(answerTo("stars", call))));
      if (!rating) return null;
      if (!call.mark && !given?.words) return askedAgain(String(rating));
      const comment = reviewForm.shape.comment.safeParse(call.choice === "words.none" ? null : given?.words);
      if (!comment.success) return refusedWords(comment.error, String(rating));
      const review = { bookingId: booking.id, rating, comment: comment.data };
      const left = await leaveReview({ ...context, formId: call.id }, user, review);
      return left.ok ? { ...OK, said: "Thank you for your review." } : left;
    },
  },
  photo: {
    title: () => "Send a photo",
    asks: ({ user, view }, _, mark) =>
      mark === ""
        ? { text: "Send the photo now.", buttons: [NOT_NOW] }
        : {
            text: "What does it show?",
            buttons: [...kindsOf(user.role, view.status), { ...NOT_NOW, title: "Don't keep it" }],
          },
    does(context, { user, booking }, call) {
      if (call.picture) return askedAgain(call.picture);
      const kind = JOB_PHOTO_KINDS.find((one) => one === answerTo("kind", call));
      return kind && call.mark ? keepPhoto(context, user, booking.id, kind, call.mark) : null;
    },
  },
  photos: {
    title: ({ view }) => `See photos (${view.photos.length})`,
    does: (_, { view }) => Promise.resolve({ ...OK, shows: { photos: view.photos.map(({ id }) => id) } }),
  },
};
