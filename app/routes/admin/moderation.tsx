import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { NO_COMMENT, MODERATION_VIEWS, type ModerationView, type ModeratedReview } from "~/domain/reviews/review";
import {
  findModerated,
  keepReview,
  restoreReview,
  reviewList,
  showHeldReview,
} from "~/domain/reviews/moderation.server";
import { dateAt, formatDate, type Instant } from "~/domain/time/harare";
import { readView } from "~/domain/values/lists";
import { fullName } from "~/domain/values/user";
import { adminAction, listLoader } from "~/http/guards";
import { officePage, RowLink, RowButton } from "~/ui/admin/office-page";
import { ListPage, sayInstant, type Column } from "~/ui/admin/data-table";
import { BOOKING } from "~/ui/admin/booking-columns";
import noReviews from "~/ui/illustrations/no-reviews.svg?url";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Reviews", "reviews", {
  list: "reviews",
  missing: "This review doesn't exist.",
});

const LIST = {
  views: { newest: "Newest", held: "To check", reported: "Reported", hidden: "Hidden" },
  sort: "-date",
} as const;
const NONE = {
  newest: "No reviews found.",
  held: "No reviews to check.",
  reported: "No reported reviews.",
  hidden: "No reviews found.",
};

/** Reviews with what the office needs to decide about each (R7, R8, R12). */
export const loader = listLoader(LIST, ({ context: { db }, view, pageRequest }) => ({
  page: reviewList.page(db, view, pageRequest),
  counts: reviewList.count(db),
}));

export const action = adminAction("That didn't work", async ({ context, user, request, button, refused, goTo }) => {
  const { verb, of: id } = button(["show", "restore", "keep"]);
  const [admin, review] = await Promise.all([user, verb === "show" ? findModerated(context.db, id) : null]);
  const result =
    verb === "show"
      ? await showHeldReview(context, admin, review)
      : await { restore: restoreReview, keep: keepReview }[verb](context, admin, id);
  if (!result.ok) return refused(result);
  const view = readView(LIST, new URL(request.url).searchParams);
  return goTo(`/admin-dashboard/reviews${view === "newest" ? "" : `?show=${view}`}`, "savedAndLogged");
});

const columns = (view: ModerationView, now: Instant): Column<ModeratedReview>[] => [
  BOOKING,
  {
    id: "rating",
    label: "Rating",
    onPhones: "end",
    cell: ({ rating }) => (
      <b className="tabular-nums">
        <span aria-hidden="true" className="text-star">
          ★
        </span>{" "}
        {rating}/5
      </b>
    ),
  },
  { id: "text", label: "Review", cell: (review) => <Words review={review} view={view} /> },
  { id: "client", label: "Client", onPhones: "labelled", cell: ({ client }) => fullName(client) },
  { id: "plumber", label: "Plumber", onPhones: "labelled", cell: ({ plumber }) => fullName(plumber) },
  {
    id: "date",
    label: { newest: "Written", held: "Written", reported: "Reported", hidden: "Hidden" }[view],
    sort: "-date",
    cell: (review) => {
      const at = review[MODERATION_VIEWS[view]];
      return at === null ? null : <span title={sayInstant(at, now)}>{formatDate(dateAt(at), "short")}</span>;
    },
  },
  { id: "actions", label: "Actions", cell: (review) => <Actions review={review} /> },
];

/** A review's texts in full: no one decides about three dots. */
function Words({ review, view }: { review: ModeratedReview; view: ModerationView }) {
  const { comment, answer, reports, reportedAt, heldAt, hiddenAt, hiddenReason } = review;
  return (
    <div className="office-text">
      <p className={`whitespace-pre-line ${comment ? "" : "text-ink-3"}`}>
        {reportedAt && view !== "reported" && <span className="badge badge-pending">Reported</span>}
        {heldAt && view !== "held" && <span className="badge badge-pending">To check</span>}
        {hiddenAt && !heldAt && view !== "hidden" && <span className="badge badge-refused">Hidden</span>}{" "}
        <bdi>{comment ?? NO_COMMENT}</bdi>
      </p>
      {answer && (
        <p className="whitespace-pre-line text-ink-2">
          <b>The plumber:</b> <bdi>{answer}</bdi>
        </p>
      )}
      {reports.map((reason, at) => (
        <p key={at} className="text-ink-2">
          Reported: <bdi>“{reason}”</bdi>
        </p>
      ))}
      {hiddenReason && (
        <p className="text-ink-2">
          Hidden: <bdi>“{hiddenReason}”</bdi>
        </p>
      )}
    </div>
  );
}

function Actions({ review: { id, heldAt, hiddenAt, reportedAt } }: { review: ModeratedReview }) {
  const { search } = useLocation();
  const hide = <RowLink to={`/admin-dashboard/reviews/${id}/hide${search}`} preventScrollReset label="Hide" />;
  if (!heldAt && !reportedAt && !hiddenAt) return <div className="office-actions">{hide}</div>;
  return (
    <Form method="post" className="office-actions">
      {heldAt && <RowButton value={`show:${id}`}>Show</RowButton>}
      {reportedAt && <RowButton value={`keep:${id}`}>Keep</RowButton>}
      {hiddenAt && !heldAt ? <RowButton value={`restore:${id}`}>Unhide</RowButton> : hide}
    </Form>
  );
}

export default function Moderation() {
  const loaded = useLoaderData<typeof loader>();
  const { view, now } = loaded;
  return (
    <>
      <ListPage
        {...LIST}
        {...loaded}
        title="Reviews"
        columns={columns(view, now)}
        illustration={noReviews}
        empty={NONE[view]}
      >
        {view === "held" && loaded.page.rows.length > 0 && (
          <p className="text-sm text-ink-2">
            These came in a burst, from clients who have never had a job done by another plumber. Only their writers see
            them, and they don't count, until you show them.
          </p>
        )}
      </ListPage>
      <Outlet />
    </>
  );
}
