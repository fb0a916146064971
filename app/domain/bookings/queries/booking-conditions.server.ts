import { eq, sql, type SQL } from "drizzle-orm";
import { CALLED_OFF_STATUSES, CLOSED_STATUSES, KEPT_STATUSES, OPEN_STATUSES } from "~/db/booking-statuses";
import { isOneOf } from "~/db/client.server";
import { bookings, users } from "~/db/schema";
import { hasNoEmail } from "../../notices/calls.server";
import { DAY, HOUR, type Instant } from "../../time/harare";
import { isStillAdmin } from "../../audit-log/audit-log.server";
import type { AuthenticatedUser, Role } from "../../values/user";
import { AGREED_STATUSES } from "../booking";
import { MISSED_VISIT_CLAIMS } from "../job-steps";

// Conditions over `bookings`, spelled like its partial indexes.

export const isOpenBooking = isOneOf(bookings.status, OPEN_STATUSES);
// Most bookings of a list: a plus keeps SQLite from the index by status, and it reads the index of the list's order.
export const isClosedBooking = isOneOf(sql`+${bookings.status}`, CLOSED_STATUSES);
export const isCalledOffBooking = isOneOf(sql`+${bookings.status}`, CALLED_OFF_STATUSES);
export const isKeptBooking = isOneOf(sql`+${bookings.status}`, KEPT_STATUSES);

/**
 * The condition that a booking is open, and its plumber has neither marked it as seen nor answered it (B15). The plus keeps
 * SQLite from the indexes by status.
 */
export const isUnseen = sql`seen_at is null and ${isOneOf(sql`+status`, OPEN_STATUSES)}`;

/** The condition that a booking is still to be done a day after its start (B27). */
export const isStillOpen = (now: Instant): SQL =>
  sql`${isOneOf(bookings.status, AGREED_STATUSES)} and ${bookings.startsAt} <= ${now - DAY}`;

/** The condition that a side says that the visit was missed, and our office has yet to decide (M5): `isUndecided`, in SQL. */
export const isVisitUndecided = sql`(frozen_at is not null and exists (select 1 from disputes
  where booking_id = bookings.id and closed_at is null and ${isOneOf(sql`event`, MISSED_VISIT_CLAIMS)}))`;

export const undecidedVisit = sql<boolean>`${isVisitUndecided}`.mapWith(Boolean).as("is_undecided");

/** The condition that a booking is the viewer's (B10): what is not theirs does not exist for them. Admins see all. */
export const isOf = ({ id, role }: { id: string | SQL; role: Role }): SQL | undefined =>
  ({ client: eq(bookings.clientId, id), plumber: eq(bookings.plumberId, id), admin: undefined })[role];

/** The condition that a client can leave a request that its plumber has not answered: `isUnanswered`, in SQL (B30). */
const isUnansweredBooking = (
  now: Instant,
): SQL => sql`(${bookings.status} = 'pending' and ${bookings.plumberId} is not null
  and ${bookings.proposedBy} is null and ${bookings.agreedPrice} is null and ${bookings.openQuote} is null
  and ${bookings.waitingSince} + min(${DAY}, max(${HOUR}, (${bookings.startsAt} - ${bookings.waitingSince}) / 2)) <= ${now})`;

/** The condition that a client can ask someone else in a booking's place (B31): it is over, missed, or unanswered. */
export const isReplaceable = (now: Instant): SQL =>
  sql`(${isCalledOffBooking} or ${bookings.frozenAt} is not null and ${bookings.status} <> 'completed' or ${isUnansweredBooking(now)})`;

/** The condition that a user speaks for the client: the client, or the office for one without an email (N20). */
export const speaksForClient = ({ id, role }: AuthenticatedUser): SQL =>
  ({
    client: sql`client_id = ${id}`,
    plumber: sql`false`,
    admin: sql`(${isStillAdmin(id)} and exists (select 1 from users where users.id = client_id and ${hasNoEmail(users)}))`,
  })[role];

/** The condition, in any statement, that a user has an open booking on either side. */
export const hasOpenBooking = (userId: string): SQL => sql`(
  exists (select 1 from bookings where client_id = ${userId} and ${isOpenBooking})
  or exists (select 1 from bookings where plumber_id = ${userId} and ${isOpenBooking}))`;
