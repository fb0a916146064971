import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { reviewForm } from "~/domain/reviews/review-schemas";
import { listReviewsBy, REVIEWS_PAGE_SIZE, listReviewable } from "~/domain/reviews/review-views.server";
import { leaveReview, setJobShown } from "~/domain/reviews/reviews.server";
import { pageRange, requirePart } from "~/domain/values/lists";
import type { FormReply } from "~/http/forms";
import { clientAction, clientLoader } from "~/http/guards";
import { clientPage } from "~/ui/shell/dashboard-page";
import noReviews from "~/ui/illustrations/no-reviews.svg?url";
import { EmptyState, MoreLink, Notice, useLastActionData } from "~/ui/shell/elements";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { ReviewList } from "~/ui/reviews/review-list";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("My Ratings & Reviews", "reviews");

export const loader = clientLoader(async ({ context, viewer, url }) => {
  const range = pageRange(url.searchParams.get("cursor"), REVIEWS_PAGE_SIZE);
  const [list, reviewable] = await Promise.all([
    listReviewsBy(context.db, viewer.id, range),
    listReviewable(context.db, viewer.id, null),
  ]);
  const { items: reviews, next } = requirePart(list);
  const asked = url.searchParams.get("job");
  return {
    reviews,
    next,
    reviewable: reviewable.toSorted((one, other) => +(other.id === asked) - +(one.id === asked)),
  };
});

export const action = clientAction(
  "Failed to submit review",
  async ({ context, user, read, pressed, refused, goTo }) => {
    const choice = pressed(["review", "show", "unshow"]);
    const client = await user;
    if (choice && choice.verb !== "review") {
      const isShown = choice.verb === "show";
      await setJobShown(context, client, choice.of, isShown);
      return goTo("/client-dashboard/reviews", isShown ? "jobShown" : "jobNotShown");
    }
    const { booking: bookingId, ...review } = read(reviewForm);
    const result = await leaveReview(context, client, { bookingId, ...review });
    return result.ok
      ? goTo("/client-dashboard/reviews", result.isHeldBack ? "reviewHeld" : "reviewLeft")
      : refused(result);
  },
);

export default function Reviews() {
  const { reviews, next, reviewable } = useLoaderData<typeof loader>();
  const reply = useLastActionData<FormReply>();
  const problem = reply?.message ?? Object.values(reply?.errors ?? {})[0];
  return (
    <div className="grid max-w-3xl gap-8">
      <h1>My Ratings & Reviews</h1>
      {problem && <Notice kind="danger">{problem}</Notice>}
      {reviewable.length > 0 ? (
        <ReviewForms bookings={reviewable} action="/client-dashboard/reviews" />
      ) : (
        <p className="text-ink-2">No completed jobs left to review!</p>
      )}
      {reviews.length > 0 ? (
        <ReviewList
          isOwn
          reviews={reviews.map((review) => ({
            ...review,
            name: fullName(review.plumber),
            photoKey: review.plumber.photoKey,
          }))}
        />
      ) : (
        <EmptyState illustration={noReviews} text="You have not reviewed any jobs yet." />
      )}
      <MoreLink next={next} label="Earlier reviews" />
    </div>
  );
}
