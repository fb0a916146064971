import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { readRows } from "~/db/once.server";
import { bookings } from "~/db/schema";
import { dateAt, DAY, type Instant } from "../../time/harare";
import { AGREED_STATUSES, isAgreed, isAccepted, isOpen } from "../booking";
import { type ListedBooking, linkedStep, listBooking, urgentFirst } from "../next-step/next-step";
import {
  client,
  isOnlyCalled,
  nameColumns,
  placeOf,
  phoneWhileShared,
  pinSeenBy,
  cityOrPlumbers,
  streetSeenByPlumber,
  soonestFirst,
} from "./booking-views.server";
import { isKeptBooking, isOpenBooking, isUnseen } from "./booking-conditions.server";
import { joinAddress } from "../address";
import { claimants } from "../next-step/step-facts";
import { openOrder, stepDetails, own, stepMoney, waitingSince } from "./step-columns.server";

const { openQuote, openPayment, uncheckedPayment, deniedBy, closing, claimEvents } = stepDetails;

const jobFields = (now: Instant) => ({
  ...own("id", "reference", "status", "startsAt", "serviceType", "title", "suburb", "onTheWayAt", "frozenAt"),
  ...own("proposedStart", "proposedBy", "cancelledLateBy", "missedBy", "agreedDeposit"),
  ...stepMoney,
  openOrder,
  waitingSince,
  street: streetSeenByPlumber.as("street"),
  city: cityOrPlumbers.as("city"),
  openQuote,
  openPayment,
  uncheckedPayment,
  underWay: bookings.underWay,
  deniedBy,
  closing,
  claimEvents,
  isOnlyCalled,
  client: { ...nameColumns(client), phone: phoneWhileShared(client, now) },
});

const selectJobs = (db: Database, now: Instant) =>
  db.select(jobFields(now)).from(bookings).innerJoin(client, eq(client.id, bookings.clientId));

type JobRow = Awaited<ReturnType<typeof selectJobs>>[number];

const UNREAD = { plumber: null, isPlumberSuspended: false };

const jobFacts = ({ street, suburb, city, ...row }: JobRow) => ({
  ...UNREAD,
  ...row,
  location: joinAddress({ street, suburb, city }) ?? (isAccepted(row.status) ? null : city),
  isMissed: isMissed(row),
});

/** The office has decided that the visit was missed, or has not decided, and a side says so (B27). */
const isMissed = (row: Pick<JobRow, "frozenAt" | "claimEvents" | "startsAt" | "missedBy">): boolean =>
  row.missedBy !== null || (row.frozenAt !== null && claimants(row).length > 0);

const listJob = (row: JobRow, now: Instant): ListedBooking => listBooking(jobFacts(row), "plumber", now);

/** A plumber's jobs from `from` until before `until`, soonest first, at most 200; of called-off ones those that were missed. */
export async function listJobsBetween(db: Database, plumberId: string, from: Instant, until: Instant) {
  const isListed = sql`(${isKeptBooking} or ${bookings.missedBy} is not null)`;
  const isInPeriod = sql`${bookings.startsAt} >= ${from} and ${bookings.startsAt} < ${until}`;
  const rows = await readRows(
    db,
    db
      .select({
        ...own("id", "startsAt", "status", "onTheWayAt", "title", "serviceType", "suburb", "frozenAt", "missedBy"),
        claimEvents,
        client: nameColumns(client),
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .where(and(eq(bookings.plumberId, plumberId), isListed, isInPeriod))
      .orderBy(...soonestFirst)
      .limit(200),
  );
  return rows.map((row) => ({ ...row, isMissed: isMissed(row) }));
}

const OPEN_READ = 40;
const CLOSED_READ = 10;
const NOTES_SHOWN = 240;

/**
 * A plumber's day (B19): `next` runs or comes first of what is agreed on (null: nothing is); what else is `waiting` for
 * them, and happens `today`. Of the open jobs the first 40 are read, of the finished ones the latest 10.
 */
export async function findPlumberDay(db: Database, plumberId: string, now: Instant) {
  const isOwn = eq(bookings.plumberId, plumberId);
  const isAgreedOn = isOneOf(bookings.status, AGREED_STATUSES);
  const first = (which: SQL | undefined, order: SQL, limit: number) =>
    sql`select id from (${db.select({ id: bookings.id }).from(bookings).where(and(isOwn, which)).orderBy(order).limit(limit)})`;
  const inOrder = asc(bookings.openOrder);
  const parts = [
    first(and(isOpenBooking, isAgreedOn), inOrder, 1),
    first(
      and(isOpenBooking, sql`(${bookings.plumberAskedFrom} <= ${now} or ${bookings.startsAt} < ${now + DAY})`),
      inOrder,
      OPEN_READ,
    ),
    first(
      sql`${bookings.status} = 'completed' and ${bookings.plumberAskedUntil} > ${now}`,
      desc(bookings.startsAt),
      CLOSED_READ,
    ),
  ];
  const rows = await readRows(
    db,
    db
      .select({
        ...jobFields(now),
        expectedAt: bookings.expectedAt,
        notes: sql<string | null>`iif(${isAgreedOn}, substr(notes, 1, ${NOTES_SHOWN}), null)`.as("notes"),
        photoKey: client.photoKey,
        pin: sql<string | null>`${pinSeenBy("plumber")}`.as("pin"),
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .where(sql`${bookings.id} in (${sql.join(parts, sql` union all `)})`),
  );
  rows.sort((a, b) => placeOf(a) - placeOf(b));
  const top = rows.find(({ status }) => isAgreed(status));
  const rest = rows.filter((row) => row !== top).map((row) => listJob(row, now));
  const facts = top && jobFacts(top);
  return {
    // As its card shows it: the rest is in its step's words, and would come to the phone twice.
    next: facts
      ? {
          ...columnsOf(facts, "id", "status", "startsAt", "serviceType", "location", "plumber"),
          ...columnsOf(facts, "onTheWayAt", "isMissed", "isOnlyCalled"),
          ...columnsOf(top, "notes", "pin"),
          client: { ...top.client, photoKey: top.photoKey, email: null },
          closedFrom: null,
          isPaid: false,
        }
      : null,
    step: facts ? linkedStep({ ...facts, expectedAt: top.expectedAt }, "plumber", now) : null,
    waiting: urgentFirst(rest.filter(({ step }) => step.isAsked)),
    today: rest.filter(
      ({ status, startsAt, step }) => isOpen(status) && dateAt(startsAt) === dateAt(now) && !step.isAsked,
    ),
  };
}

/** The number of bookings that a plumber has not seen (B15), up to 100. */
export const countUnseenBookings = (db: Database, plumberId: string): Promise<number> =>
  db.$count(
    sql`(select 1 from bookings indexed by bookings_unseen where plumber_id = ${plumberId} and ${isUnseen} limit 100)`,
  );

/** The first jobs that a plumber has not yet marked as seen, soonest first (B15). */
export async function listUnseenJobs(db: Database, plumberId: string, limit: number, now: Instant) {
  const rows = await readRows(
    db,
    selectJobs(db, now)
      .where(and(eq(bookings.plumberId, plumberId), isUnseen))
      .orderBy(...soonestFirst)
      .limit(limit),
  );
  return rows.map((row) => listJob(row, now));
}
