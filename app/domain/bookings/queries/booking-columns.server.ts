import { sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isOneOf } from "~/db/columns";
import { bookings, users } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import { AGREED_STATUSES, PHONES_SHARED_AFTER } from "../booking";

// What queries about bookings select, and of whom.

export const client = alias(users, "client");
export const plumber = alias(users, "plumber");
type Side = typeof client | typeof plumber;

/** What each side of a booking may always see of the other. */
export const participantOf = <User extends Side>(
  user: User,
): Pick<User, "id" | "firstName" | "lastName" | "photoKey"> => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  photoKey: user.photoKey,
});

const nameOf = <User extends Side>(user: User): Pick<User, "id" | "firstName" | "lastName"> => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
});

const completedAt = sql`(
  select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'completed')`;

/** The condition that the two sides of a booking see each other's phone (B18). */
const sharesPhones = (now: Instant): SQL =>
  sql`(${isOneOf(bookings.status, AGREED_STATUSES)}
    or ${bookings.status} = 'completed' and ${completedAt} >= ${now - PHONES_SHARED_AFTER})`;

const phoneAsSeenBy = <User extends Side>(viewer: SessionClaims, user: User, now: Instant) =>
  sql<string | null>`iif(${user.id} = ${viewer.id} or ${sharesPhones(now)}, ${user.phone}, null)`;

/**
 * What a viewer may see of one side of a booking (B18): decided only here and cut by the query (law 15).
 * Admins see phones and emails; the two sides see their own phone always, the other's while it is shared, and no email.
 */
export function participantAsSeenBy<User extends Side>(viewer: SessionClaims, user: User, now: Instant) {
  const seesAll = viewer.role === "admin";
  return {
    ...participantOf(user),
    phone: seesAll ? sql<string | null>`${user.phone}` : phoneAsSeenBy(viewer, user, now),
    email: seesAll ? sql<string | null>`${user.email}` : sql<string | null>`null`,
  };
}

const preferredPlumberName = sql<
  string | null
>`(select first_name || ' ' || last_name from users where users.id = ${bookings.preferredPlumberId})`.as(
  "preferred_plumber_name",
);

/** A booking's own columns. */
export const bookingFields = {
  id: bookings.id,
  reference: bookings.reference,
  status: bookings.status,
  startsAt: bookings.startsAt,
  serviceType: bookings.serviceType,
  location: bookings.location,
  notes: bookings.notes,
  title: bookings.title,
  report: bookings.report,
  seenAt: bookings.seenAt,
  proposedStart: bookings.proposedStart,
  proposedBy: bookings.proposedBy,
  proposals: bookings.proposals,
  createdAt: bookings.createdAt,
  preferredPlumberId: bookings.preferredPlumberId,
  preferredPlumberName,
};

/** Why a booking was refused or cancelled, in the words of the user who did it; else null (B11). */
export const reason = sql<string | null>`(
  select reason from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = ${bookings.status}
    and booking_events.event <> 'assign' and reason is not null limit 1)`.as("reason");

const rowFields = {
  id: bookings.id,
  reference: bookings.reference,
  status: bookings.status,
  startsAt: bookings.startsAt,
  serviceType: bookings.serviceType,
  location: bookings.location,
  proposedStart: bookings.proposedStart,
  proposedBy: bookings.proposedBy,
  openOrder: sql<number>`${bookings.openOrder}`,
};

/** What a row of a list shows (`BookingSummary`). */
export const summaryFields = {
  ...rowFields,
  title: bookings.title,
  client: nameOf(client),
  plumber: nameOf(plumber),
};

/** What a row of this client's list shows (`ClientBooking`). */
export const clientBookingFields = (viewer: SessionClaims, now: Instant) => ({
  ...rowFields,
  proposals: bookings.proposals,
  report: bookings.report,
  reviewedAt: bookings.reviewedAt,
  preferredPlumberName,
  reason,
  plumber: { ...participantOf(plumber), phone: phoneAsSeenBy(viewer, plumber, now) },
});
