import { Outlet, useLoaderData } from "@remix-run/react";
import { authorOf } from "~/domain/reviews/review";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { averageRating } from "~/domain/plumbers/plumber";
import { listReviewsOf, REVIEWS_PAGE_SIZE } from "~/domain/reviews/review-views.server";
import { pageRange, requirePart } from "~/domain/values/lists";
import { plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import noReviews from "~/ui/illustrations/no-reviews.svg?url";
import { EmptyState, Figure, MoreLink } from "~/ui/shell/elements";
import { SharePage } from "~/ui/plumbers/share-page";
import { ReviewList } from "~/ui/reviews/review-list";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Client Reviews & Ratings", "reviews");

export const loader = plumberLoader(async ({ context: { db }, viewer, url }) => {
  const range = pageRange(url.searchParams.get("cursor"), REVIEWS_PAGE_SIZE);
  const [profile, list] = await Promise.all([findOwnProfile(db, viewer.id), listReviewsOf(db, viewer.id, range)]);
  const { items: reviews, next } = requirePart(list);
  return {
    reviews,
    next,
    average: profile && averageRating(profile),
    count: profile?.ratingCount ?? 0,
    isNew: profile?.jobsTotal === 0,
  };
});

export default function PlumberReviews() {
  const { reviews, next, average, count, isNew } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-3xl gap-6">
      <h1>Client Reviews & Ratings</h1>
      {reviews.length === 0 ? (
        <EmptyState illustration={noReviews} text="You have not received any reviews yet.">
          {isNew && <SharePage />}
        </EmptyState>
      ) : (
        <>
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 max-w-2xl">
            <Figure label="Average Rating" value={average ?? "0.00"} icon="star" />
            <Figure label="Total Reviews" value={count} icon="users" />
          </dl>
          <ReviewList
            canReport
            canAnswer
            reviews={reviews.map((review) => ({
              ...review,
              name: authorOf(review.client),
              photoKey: review.client.photoKey,
            }))}
          />
        </>
      )}
      <MoreLink next={next} label="Earlier reviews" />
      <Outlet />
    </div>
  );
}
