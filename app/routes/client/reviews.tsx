import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { reviewForm } from "~/domain/reviews/review-schemas";
import { listReviewsBy, REVIEWS_PAGE_SIZE } from "~/domain/reviews/review-views.server";
import { leaveReview, listReviewable, setJobShown } from "~/domain/reviews/reviews.server";
import { pageRange, requirePart } from "~/domain/values/key-cursor";
import { flashed } from "~/http/flash";
import { parseForm, type FormReply } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import noReviews from "~/ui/illustrations/no-reviews.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { Notice } from "~/ui/elements/notice";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { ReviewList } from "~/ui/reviews/review-list";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "My Ratings & Reviews",
  failed: "Failed to fetch reviews",
  home: "/client-dashboard",
});

export const loader = roleLoader("client", async ({ context, viewer, url }) => {
  const range = pageRange(url.searchParams.get("cursor"), REVIEWS_PAGE_SIZE);
  const [list, reviewable] = await Promise.all([
    listReviewsBy(context.db, viewer.id, range),
    listReviewable(context.db, viewer.id, null),
  ]);
  const { items: reviews, next } = requirePart(list);
  return { reviews, next, reviewable };
});

export const action = roleAction(
  "client",
  async ({ context, user, form }) => {
    const pressed = pressedButton(form, ["review", "show", "unshow"]);
    const client = await user;
    if (pressed && pressed.verb !== "review") {
      const isShown = pressed.verb === "show";
      await setJobShown(context, client, pressed.of, isShown);
      return redirectTo("/client-dashboard/reviews", flashed(isShown ? "jobShown" : "jobNotShown"));
    }
    const parsed = parseForm(form, reviewForm);
    if (!parsed.value) return parsed.invalid();
    const { booking: bookingId, ...review } = parsed.value;
    const result = await leaveReview(context, client, { bookingId, ...review });
    return result.ok
      ? redirectTo("/client-dashboard/reviews", flashed(result.isHeld ? "reviewHeld" : "reviewLeft"))
      : parsed.refused(result);
  },
  "Failed to submit review",
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
