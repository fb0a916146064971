import { asc, desc, eq, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { auditLog, bookings, notices, users } from "~/db/schema";
import { confirmCallerPhone } from "../../accounts/claim-links.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import { BOOKING_STATUSES, type BookingStatus } from "../../bookings/booking";
import { recordEvent } from "../../bookings/commands/booking-events.server";
import { overdueBefore } from "../../bookings/dispute";
import { asks } from "../../bookings/queries/booking-lists.server";
import { client, nameColumns } from "../../bookings/queries/booking-views.server";
import type { BookingForCommand, Booking } from "../../bookings/booking-views";
import { isStillOpen } from "../../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../../domain-context.server";
import { closeCalls, hasNoEmail, isToTell, putOffCalls, reopenCalls, wasTold } from "../../notices/calls.server";
import { dateAt, DAY, type Instant, instantOf, MINUTE } from "../../time/harare";
import { countEach, viewsOf } from "../../values/lists.server";
import type { AuthenticatedUser } from "../../values/user";
import { isLate } from "../bookings/admin-bookings.server";
import { plumbersToReview } from "../people/users.server";
import { isEnding } from "../../vetting/checks.server";
import { type Call, type ToldClient, TAKE_BACK_TOLD } from "./dispatch";
import { isUnanswered, isUnassigned, jobsOfSuspended } from "./dispatch.server";

const countLists = <Name extends string>(db: Database, lists: Record<Name, SQL>) =>
  countEach(db, Object.keys(lists) as Name[], (name) => lists[name]);

/** Counts what needs attention and has an entry in the office's menu, each up to 100 (O2). */
export const countForMenu = (db: Database, now: Instant) =>
  countLists(db, {
    unassigned: sql`bookings where ${isUnassigned}`,
    unanswered: sql`bookings where ${isUnanswered(now)}`,
    suspended: jobsOfSuspended(now),
    reportedReviews: sql`reviews where reported_at is not null`,
    heldReviews: sql`reviews where held_at is not null`,
    openEnquiries: sql`enquiries where done_at is null`,
    disputes: sql`disputes where closed_at is null`,
    calls: sql`(select distinct booking_id from notices where ${isToTell()} and ${isListed(now)})`,
    paymentsToCheck: sql`online_payments where review is not null and reviewed_by is null`,
    refundsDue: sql`refunds where sent_at is null`,
    plumbersToCheck: sql`plumber_profiles where queued_at is not null`,
  });

/** Counts what else needs attention, each up to 100, and today's jobs in Harare by status, of 600 (O2). */
export async function countDay(db: Database, now: Instant) {
  const day = instantOf(dateAt(now), 0);
  const [counts, byStatus] = await Promise.all([
    countLists(db, {
      late: sql`bookings where ${isLate(now)}`,
      stillOpen: sql`bookings where ${isStillOpen(now)}`,
      overdueDisputes: sql`disputes where closed_at is null and opened_at < ${overdueBefore(now)}`,
      plumbersToReview: sql`(${plumbersToReview})`,
      checksEnding: sql`plumber_checks where ${isEnding(now)}`,
    }),
    db.all<{ status: BookingStatus; number: number }>(sql`select status, count(*) as number from (
      select status from bookings where starts_at >= ${day} and starts_at < ${day + DAY} limit 600) group by status`),
  ]);
  const jobs = viewsOf(BOOKING_STATUSES, (one) => byStatus.find(({ status }) => status === one)?.number ?? 0);
  return { ...counts, jobs };
}

const MAX_READ = 200;
const CALL_AGAIN_AFTER = 30 * MINUTE;

/** The condition that a call to make (N20) is listed: one that can still be taken back (O26) waits, one tried before does not. */
const isListed = (now: Instant): SQL => sql`(notices.next_attempt_at <= ${now} or notices.attempts > 0)`;

/** Lists the calls of the office (N20), by booking, longest wait first and unanswered ones last; `hasMore`: not all are read. */
export async function listCalls(db: Database, now: Instant): Promise<{ calls: Call[]; hasMore: boolean }> {
  const rows = await selectToTell(db, now);
  return { calls: groupCalls(rows.slice(0, MAX_READ)), hasMore: rows.length > MAX_READ };
}

export const findCall = async (db: Database, bookingId: string, now: Instant) =>
  groupCalls(await selectToTell(db, now, bookingId))[0] ?? null;

interface ToTell extends Pick<Booking, "reference" | "status" | "startsAt"> {
  bookingId: string;
  client: Call["client"];
  phone: string;
  asksClient: boolean;
  what: string;
  createdAt: Instant;
  attempts: number;
  nextAttemptAt: Instant;
}

const selectToTell = (db: Database, now: Instant, bookingId?: string) =>
  db
    .select({
      bookingId: sql<string>`${notices.bookingId}`,
      ...columnsOf(bookings, "reference", "status", "startsAt"),
      client: nameColumns(client),
      phone: notices.recipient,
      asksClient: sql`coalesce(${asks("client", now)}, 0)`.mapWith(Boolean),
      what: sql<string>`${notices.subject}`,
      ...columnsOf(notices, "createdAt", "attempts", "nextAttemptAt"),
    })
    .from(notices)
    .innerJoin(bookings, eq(bookings.id, notices.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .where(sql`${isToTell(bookingId)} and ${isListed(now)}`)
    .orderBy(asc(notices.nextAttemptAt), asc(notices.createdAt), sql`notices.rowid`)
    .limit(MAX_READ + 1);

/** One call for each booking, in the order in which the rows first name it: everything that its client is to be told. */
const groupCalls = (rows: ToTell[]): Call[] =>
  [...Map.groupBy(rows, ({ bookingId }) => bookingId)].map(([id, ofBooking]) => {
    const told = ofBooking.toSorted((one, other) => one.createdAt - other.createdAt);
    const { reference, status, startsAt, client, phone, asksClient, createdAt: until } = told.at(-1)!;
    const tried = told.filter(({ attempts }) => attempts > 0).map(({ nextAttemptAt }) => nextAttemptAt);
    return {
      id,
      reference,
      status,
      startsAt,
      client,
      phone,
      asksClient,
      lines: told.map(({ what }) => what),
      waitingSince: told[0]!.createdAt,
      until,
      triedAt: tried.length === 0 ? null : Math.max(...tried) - CALL_AGAIN_AFTER,
    };
  });

/**
 * Notes that the client was told on the phone what the list showed of this booking, up to the instant `until` (N20): in its
 * history, and logged. Later news stays on the list. Told already: nothing changes.
 */
export async function markTold(
  context: DomainContext,
  admin: AuthenticatedUser,
  told: BookingForCommand,
  until: Instant,
) {
  const { id } = told;
  const isShown = sql`created_at <= ${until}`;
  await officeVerb(context, admin, "clientTold", {
    subject: { kind: "booking", id },
    when: sql`exists (select 1 from notices where ${isToTell(id)} and ${isShown})`,
    do: (recorded) => ({
      event: recordEvent(context, told, "told-by-phone", admin),
      told: closeCalls(context, id, sql`${isShown} and ${recorded}`),
      reached: confirmCallerPhone(context, told.client.id, recorded),
    }),
  });
}

/** When the office last said that it has told a booking's client, if that can be taken back. */
const lastTold = (bookingId: SQL | string, now: Instant): SQL => sql`(select max(at) from audit_log
  where subject_id = ${bookingId} and action = 'clientTold' and at > ${now - TAKE_BACK_TOLD})`;

/** The condition that a booking's client still has no email: no one else is called. */
const isStillCalled = (
  bookingId: SQL | string,
): SQL => sql`exists (select 1 from bookings join users on users.id = client_id
  where bookings.id = ${bookingId} and ${hasNoEmail(users)})`;

/**
 * Takes back that a booking's client was told on the phone, as it was last said within a day (N20): the calls are on the
 * list again. In its history, and logged. Taken back already, or later: nothing changes.
 */
export async function takeBackTold(context: DomainContext, admin: AuthenticatedUser, told: BookingForCommand) {
  const { db, now } = context;
  const { id } = told;
  const those = wasTold(id, lastTold(id, now));
  await officeVerb(context, admin, "clientNotTold", {
    subject: { kind: "booking", id },
    when: sql`exists (select 1 from notices where ${those}) and ${isStillCalled(id)}`,
    do: (recorded) => ({
      event: recordEvent(context, told, "not-told-by-phone", admin),
      calls: reopenCalls(db, sql`${those} and ${recorded}`),
    }),
  });
}

const TOLD_SHOWN = 20;

/** Lists what the office told clients on the phone within a day, by booking, and who did, latest first; at most 20 (N20). */
export const listTold = (db: Database, now: Instant): Promise<ToldClient[]> =>
  db
    .select({
      ...columnsOf(bookings, "id", "reference"),
      client: nameColumns(client),
      adminName: nameById(auditLog.adminId).as("admin_name"),
      at: auditLog.at,
    })
    .from(auditLog)
    .innerJoin(bookings, eq(bookings.id, auditLog.subjectId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .where(
      sql`${auditLog.action} = 'clientTold'
        and ${auditLog.at} = ${lastTold(sql`bookings.id`, now)} and ${auditLog.at} > ${now - TAKE_BACK_TOLD} and ${hasNoEmail(client)}
        and exists (select 1 from notices where ${wasTold(sql`bookings.id`, sql`${auditLog.at}`)})`,
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(TOLD_SHOWN);

/** Notes that no one answered: the call waits at the end of the list for half an hour (N20). Logged. */
export async function noteNoAnswer(context: DomainContext, admin: AuthenticatedUser, { id }: BookingForCommand) {
  const { db, now } = context;
  await officeVerb(context, admin, "clientNotReached", {
    subject: { kind: "booking", id },
    when: sql`exists (select 1 from notices where ${isToTell(id)} and next_attempt_at <= ${now})`,
    do: (recorded) => ({
      later: putOffCalls(db, sql`${isToTell(id)} and ${isListed(now)} and ${recorded}`, now + CALL_AGAIN_AFTER),
    }),
  });
}
