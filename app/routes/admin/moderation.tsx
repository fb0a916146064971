import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { parseReviewFilter, REVIEW_FILTERS, type ReviewFilter } from "~/domain/reviews/review";
import { keepReview, listModerated, restoreReview } from "~/domain/reviews/moderation.server";
import { flashCookie } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { FilterLinks } from "~/ui/admin/filter-links";
import { ModeratedReviewCard } from "~/ui/admin/moderated-review-card";
import noReviews from "~/ui/illustrations/no-reviews.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const meta: MetaFunction = () => [{ title: `Reviews – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("admin", async ({ context, url }) => {
  const filter = parseReviewFilter(url.searchParams.get("show"));
  return { filter, ...(await listModerated(context.db, filter, url.searchParams.get("cursor"))) };
});

/** Shows a hidden review again, or keeps a reported one. Neither takes anything away, so neither asks first. */
export const action = roleAction("admin", async ({ context, user, form, request }) => {
  const { verb, of: id } = requireButton(form, ["restore", "keep"]);
  const result = await { restore: restoreReview, keep: keepReview }[verb](context, await user, id);
  if (!result.ok) return refusal(result);
  const show = parseReviewFilter(new URL(request.url).searchParams.get("show"));
  return redirectTo(`/admin-dashboard/reviews${show === "newest" ? "" : `?show=${show}`}`, {
    "Set-Cookie": flashCookie("savedAndLogged"),
  });
});

const LABELS: Record<ReviewFilter, string> = { newest: "Newest", reported: "Reported", hidden: "Hidden" };

export default function Moderation() {
  const { filter, reviews, next } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-5">
      <h1>Reviews</h1>
      <FilterLinks
        name="show"
        label="Show"
        chosen={filter === "newest" ? null : filter}
        choices={REVIEW_FILTERS.map((name) => ({ value: name === "newest" ? null : name, label: LABELS[name] }))}
      />
      {reviews.length === 0 ? (
        <EmptyState
          illustration={noReviews}
          text={filter === "reported" ? "No reported reviews." : "No reviews found."}
        />
      ) : (
        <ul className="grid gap-4">
          {reviews.map((review) => (
            <ModeratedReviewCard key={review.id} review={review} />
          ))}
        </ul>
      )}
      <MoreLink next={next} label="Earlier reviews" />
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <DashboardError
      failed="Failed to fetch reviews"
      missing="This review doesn't exist."
      home="/admin-dashboard/reviews"
    />
  );
}
