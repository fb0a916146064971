import { Outlet, useLoaderData } from "@remix-run/react";
import { parseReviewFilter, REVIEW_FILTERS, type ReviewFilter } from "~/domain/reviews/review";
import {
  countModerated,
  findModerated,
  keepReview,
  listModerated,
  restoreReview,
  showHeldReview,
} from "~/domain/reviews/moderation.server";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { ReviewTable } from "~/ui/admin/review-table";
import { ViewLinks } from "~/ui/admin/view-links";
import noReviews from "~/ui/illustrations/no-reviews.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Reviews",
  failed: "Failed to fetch reviews",
  missing: "This review doesn't exist.",
  home: "/admin-dashboard/reviews",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("admin", async ({ context: { db, now }, url }) => {
  const filter = parseReviewFilter(url.searchParams.get("show"));
  const sort = parseSort(url.searchParams.get("sort"), "-date");
  const [page, counts] = await Promise.all([
    listModerated(db, filter, url.searchParams.get("cursor"), isAscending(sort)),
    countModerated(db),
  ]);
  return { filter, sort, ...page, counts, now };
});

/** Shows a review that waited or was hidden, or keeps a reported one. None takes anything away, so none asks first. */
export const action = roleAction("admin", async ({ context, user, form, request }) => {
  const { verb, of: id } = requireButton(form, ["show", "restore", "keep"]);
  const [admin, review] = await Promise.all([user, verb === "show" ? findModerated(context.db, id) : null]);
  const result =
    verb === "show"
      ? await showHeldReview(context, admin, review)
      : await { restore: restoreReview, keep: keepReview }[verb](context, admin, id);
  if (!result.ok) return refusal(result);
  const show = parseReviewFilter(new URL(request.url).searchParams.get("show"));
  return redirectTo(`/admin-dashboard/reviews${show === "newest" ? "" : `?show=${show}`}`, flashed("savedAndLogged"));
});

const LABELS: Record<ReviewFilter, string> = {
  newest: "Newest",
  held: "To check",
  reported: "Reported",
  hidden: "Hidden",
};
const NONE: Partial<Record<ReviewFilter, string>> = {
  held: "No reviews to check.",
  reported: "No reported reviews.",
};

export default function Moderation() {
  const { filter, sort, reviews, next, counts, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Reviews</h1>
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={filter === "newest" ? null : filter}
        choices={REVIEW_FILTERS.map((name) =>
          name === "newest"
            ? { value: null, label: LABELS[name] }
            : { value: name, label: LABELS[name], count: formatCount(counts[name]) },
        )}
      />
      {filter === "held" && reviews.length > 0 && (
        <p className="text-sm text-ink-2">
          These came in a burst, from clients who have never had a job done by another plumber. Only their writers see
          them, and they don't count, until you show them.
        </p>
      )}
      <ReviewTable
        reviews={reviews}
        filter={filter}
        sort={sort}
        now={now}
        empty={<EmptyState illustration={noReviews} text={NONE[filter] ?? "No reviews found."} />}
      />
      <MoreLink next={next} label="Next page" />
      <Outlet />
    </div>
  );
}
