import { eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  batch,
  type BatchEntry,
  type Database,
  selectFacts,
  type Changes,
  insertWhere,
  columnsOf,
  isTrue,
} from "~/db/client.server";
import { bookings, reviewReports, reviews, users } from "~/db/schema";
import { fullName, type AuthenticatedUser } from "../values/user";
import type { AuditAction } from "../audit-log/audit-log";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { dropQueued } from "../notices/notice-states.server";
import { notify } from "../notices/notify.server";
import { defineList } from "../values/lists.server";
import { OK, refuse } from "../values/refusal";
import { countInRating, countInTallies } from "./reviews.server";
import { MODERATION_VIEWS, type ModeratedReview } from "./review";
import { reviewNotices } from "./review-notices";

/** Reports a review to the office (R8), once each. Refuses with `reviewNotFound`, for a hidden one too. */
export async function reportReview(context: DomainContext, reporter: AuthenticatedUser, id: string, reason: string) {
  const { db, now } = context;
  const isVisible = sql`id = ${id} and hidden_at is null`;
  const report = { reviewId: sql`id`, reporterId: reporter.id, reason, at: now };
  const { reported, visible } = await batch(db, {
    reported: insertWhere(db, reviewReports, report, isVisible, { from: sql`reviews`, onConflict: "nothing" }),
    review: db
      .update(reviews)
      .set({ reportedAt: sql`coalesce(reported_at, ${now})` })
      .where(sql`id = ${id} and changes() = 1`),
    visible: selectFacts(db, { is: sql`exists (select 1 from reviews where ${isVisible})` }),
  });
  if (reported.meta.changes === 1) context.emit({ type: "officeChanged" });
  return visible[0]?.is ? OK : refuse("reviewNotFound");
}

export const hasReported = (db: Database, reporterId: string, id: string) =>
  isTrue(db, sql`exists (select 1 from review_reports where review_id = ${id} and reporter_id = ${reporterId})`);

/**
 * Answers a review in public (R9), as its plumber, once, and tells the client (R11). Refuses with `alreadyAnswered` for
 * another answer, and `reviewNotFound` for a hidden review or another plumber's.
 */
export async function answerReview(context: DomainContext, plumber: AuthenticatedUser, id: string, answer: string) {
  const { db, now } = context;
  const own = sql`${reviews.id} = ${id} and ${reviews.plumberId} = ${plumber.id} and ${reviews.hiddenAt} is null`;
  const writer = sql`(select client_id from reviews where id = ${id})`;
  const facts = { id, plumber: fullName(plumber), answer };
  const { answered, found } = await batch(db, {
    answered: db
      .update(reviews)
      .set({ answer, answeredAt: now })
      .where(sql`${own} and ${reviews.answer} is null`),
    notice: notify(context, {
      to: writer,
      cause: id,
      when: sql`changes() = 1`,
      notice: reviewNotices.reviewAnswered,
      facts,
    }),
    found: db.select({ answer: reviews.answer, clientId: reviews.clientId }).from(reviews).where(own),
  });
  const [review] = found;
  if (!review) return refuse("reviewNotFound");
  if (answered.meta.changes === 1)
    context.emit({ type: "reviewLeft", plumberId: plumber.id, clientId: review.clientId });
  return review.answer === answer ? OK : refuse("alreadyAnswered");
}

/** Hides a review with a reason: it counts nowhere (R7); a held one stays hidden (R12). Refuses with `reviewNotFound`. */
export const hideReview = (context: DomainContext, admin: AuthenticatedUser, reviewId: string, reason: string) =>
  decide(context, admin, reviewId, "reviewHidden", {
    from: sql`(hidden_at is null or held_at is not null)`,
    set: { hiddenAt: context.now, hiddenReason: reason, reportedAt: null, heldAt: null },
    rating: -1,
    reason,
  });

/** Shows a hidden review again, and it counts again (R7). Refuses with `reviewNotFound`. */
export const restoreReview = (context: DomainContext, admin: AuthenticatedUser, reviewId: string) =>
  decide(context, admin, reviewId, "reviewRestored", {
    from: sql`hidden_at is not null and held_at is null`,
    set: { hiddenAt: null, hiddenReason: null },
    rating: 1,
  });

/** Shows a held review: it counts, and its plumber is told (R12). Refuses with `reviewNotFound`, for null too. */
export async function showHeldReview(context: DomainContext, admin: AuthenticatedUser, review: ModeratedReview | null) {
  if (!review) return refuse("reviewNotFound");
  const { id, rating, comment } = review;
  const facts = { id, client: fullName(review.client), rating, comment };
  return decide(context, admin, id, "reviewShown", {
    from: sql`held_at is not null`,
    set: { hiddenAt: null, heldAt: null },
    rating: 1,
    notice: (condition) =>
      notify(context, { to: review.plumber.id, cause: id, when: condition, notice: reviewNotices.reviewLeft, facts }),
  });
}

/** Keeps a reported review (R8). Not reported: nothing changes. Refuses with `reviewNotFound`. */
export const keepReview = (context: DomainContext, admin: AuthenticatedUser, reviewId: string) =>
  decide(context, admin, reviewId, "reviewUnchanged", {
    from: sql`reported_at is not null`,
    set: { reportedAt: null },
    rating: 0,
  });

async function decide(
  context: DomainContext,
  admin: AuthenticatedUser,
  reviewId: string,
  action: AuditAction,
  change: {
    from: SQL;
    set: Changes<typeof reviews>;
    rating: -1 | 0 | 1;
    reason?: string;
    notice?: (condition: SQL) => BatchEntry;
  },
) {
  const { db } = context;
  // Before its state changes: only what counted is taken out, only what didn't is counted.
  const by = sql`iif((hidden_at is null) = ${Number(change.rating === -1)}, ${sql.raw(String(change.rating))}, 0)`;
  const { isDone, found } = await officeVerb(context, admin, action, {
    subject: { kind: "review", id: reviewId },
    reason: change.reason,
    when: sql`exists (select 1 from reviews where id = ${reviewId} and ${change.from})`,
    do: (recorded) => ({
      rating: countInRating(db, reviewId, by, recorded),
      tally: countInTallies(db, reviewId, by, recorded),
      decided: db
        .update(reviews)
        .set(change.set)
        .where(sql`id = ${reviewId} and ${recorded}`),
      notice: change.notice?.(recorded) ?? null,
      notices:
        action === "reviewHidden"
          ? dropQueued(db, sql`cause_id = ${reviewId} and topic = 'reviews' and ${recorded}`, "The review was hidden.")
          : null,
      found: db
        .select({ plumberId: reviews.plumberId, clientId: reviews.clientId })
        .from(reviews)
        .where(eq(reviews.id, reviewId)),
    }),
  });
  const [review] = found;
  if (!review) return refuse("reviewNotFound");
  if (isDone) context.emit({ type: "reviewLeft", ...review });
  return OK;
}

const writer = alias(users, "writer");
const rated = alias(users, "rated");

export async function findModerated(db: Database, id: string): Promise<ModeratedReview | null> {
  const [row] = await selectModerated(db).where(eq(reviews.id, id));
  return row ? readReports(row) : null;
}

/** `reports`: their reasons, one a line; null: none. */
type StoredReview = Omit<ModeratedReview, "reports"> & { reports: string | null };

const selectModerated = (db: Database) =>
  db
    .select({
      ...columnsOf(reviews, "id", "bookingId"),
      reference: bookings.reference,
      ...columnsOf(reviews, "rating", "comment", "createdAt", "answer", "answeredAt", "hiddenAt", "hiddenReason"),
      ...columnsOf(reviews, "heldAt", "reportedAt"),
      reports: sql<
        string | null
      >`(select group_concat(reason, char(10)) from (select reason from review_reports where review_id = ${reviews.id}
        order by at limit 10))`,
      client: columnsOf(writer, "id", "firstName", "lastName", "photoKey"),
      plumber: columnsOf(rated, "id", "firstName", "lastName"),
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(writer, eq(writer.id, reviews.clientId))
    .innerJoin(rated, eq(rated.id, reviews.plumberId));

const readReports = (row: StoredReview): ModeratedReview => ({
  ...row,
  reports: row.reports?.split("\n") ?? [],
});

export const reviewList = defineList({
  id: reviews.id,
  views: {
    newest: { by: reviews.createdAt },
    held: { by: reviews.heldAt, where: sql`${reviews.heldAt} is not null` },
    reported: { by: reviews.reportedAt, where: sql`${reviews.reportedAt} is not null` },
    hidden: { by: reviews.hiddenAt, where: sql`${reviews.hiddenAt} is not null and ${reviews.heldAt} is null` },
  },
  select: selectModerated,
  show: readReports,
  at: (review, view) => review[MODERATION_VIEWS[view]],
  size: 30,
});
