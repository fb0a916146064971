import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { NO_COMMENT, type ModeratedReview, type ReviewFilter } from "~/domain/reviews/review";
import { dateAt, formatDate, type Instant } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { Link } from "../shell/link";
import { DataTable, type Column } from "./data-table";
import { RowButton } from "./row-button";
import { sayInstant } from "./say-instant";

/** The date that a view's reviews are sorted by. */
const DATES: Record<ReviewFilter, { label: string; at: (review: ModeratedReview) => Instant | null }> = {
  newest: { label: "Written", at: ({ createdAt }) => createdAt },
  held: { label: "Written", at: ({ heldAt }) => heldAt },
  reported: { label: "Reported", at: ({ reportedAt }) => reportedAt },
  hidden: { label: "Hidden", at: ({ hiddenAt }) => hiddenAt },
};

const columns = (filter: ReviewFilter, now: Instant): Column<ModeratedReview>[] => [
  {
    id: "reference",
    label: "Booking",
    link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
    cell: ({ reference }) => reference,
  },
  { id: "rating", label: "Rating", onPhones: "end", cell: ({ rating }) => <Rating rating={rating} /> },
  { id: "text", label: "Review", cell: (review) => <Words review={review} filter={filter} /> },
  { id: "client", label: "Client", onPhones: "labelled", cell: ({ client }) => fullName(client) },
  { id: "plumber", label: "Plumber", onPhones: "labelled", cell: ({ plumber }) => fullName(plumber) },
  {
    id: "date",
    label: DATES[filter].label,
    sort: "-date",
    cell: (review) => {
      const at = DATES[filter].at(review);
      return at === null ? null : <span title={sayInstant(at, now)}>{formatDate(dateAt(at), "short")}</span>;
    },
  },
  { id: "actions", label: "Actions", cell: (review) => <Actions review={review} /> },
];

/**
 * Reviews with what the office needs to decide about each (R7, R8, R12). Their texts, which it never changes, are shown in
 * full: nobody decides about three dots. A row is as high as its text; most fit in one line.
 */
export const ReviewTable = ({
  reviews,
  filter,
  sort,
  now,
  empty,
}: {
  reviews: ModeratedReview[];
  filter: ReviewFilter;
  sort: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Reviews"
    columns={columns(filter, now)}
    rows={reviews}
    sort={sort}
    sorts={["-date"]}
    empty={empty}
  />
);

const Rating = ({ rating }: { rating: number }) => (
  <b className="tabular-nums">
    <span aria-hidden="true" className="text-star">
      ★
    </span>{" "}
    {rating}/5
  </b>
);

function Words({ review, filter }: { review: ModeratedReview; filter: ReviewFilter }) {
  const { comment, answer, reports, reportedAt, heldAt, hiddenAt, hiddenReason } = review;
  return (
    <div className="office-text">
      <p className={`whitespace-pre-line ${comment ? "" : "text-ink-3"}`}>
        {reportedAt && filter !== "reported" && <span className="badge badge-pending">Reported</span>}
        {heldAt && filter !== "held" && <span className="badge badge-pending">To check</span>}
        {hiddenAt && !heldAt && filter !== "hidden" && <span className="badge badge-refused">Hidden</span>}{" "}
        {comment ?? NO_COMMENT}
      </p>
      {answer && (
        <p className="whitespace-pre-line text-ink-2">
          <b>The plumber:</b> {answer}
        </p>
      )}
      {reports.map((reason, at) => (
        <p key={at} className="text-ink-2">
          Reported: “{reason}”
        </p>
      ))}
      {hiddenReason && <p className="text-ink-2">Hidden: “{hiddenReason}”</p>}
    </div>
  );
}

function Actions({ review: { id, heldAt, hiddenAt, reportedAt } }: { review: ModeratedReview }) {
  // Keeps the filter for the way back.
  const { search } = useLocation();
  const press = (verb: string, label: string) => (
    <RowButton name="intent" value={`${verb}:${id}`} busy="Saving..." className="button-quiet">
      {label}
    </RowButton>
  );
  const isHidden = hiddenAt !== null && heldAt === null;
  const content = (
    <>
      {heldAt && press("show", "Show")}
      {reportedAt && press("keep", "Keep")}
      {isHidden ? (
        press("restore", "Unhide")
      ) : (
        <Link
          to={`/admin-dashboard/reviews/${id}/hide${search}`}
          className="button button-quiet office-action"
          preventScrollReset
        >
          Hide
        </Link>
      )}
    </>
  );
  const hasButton = heldAt !== null || reportedAt !== null || isHidden;
  return hasButton ? (
    <Form method="post" className="office-actions">
      {content}
    </Form>
  ) : (
    <div className="office-actions">{content}</div>
  );
}
