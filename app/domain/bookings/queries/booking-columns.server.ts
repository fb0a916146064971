import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { bookings, users } from "~/db/schema";

// What queries about bookings select, and of whom.

export const client = alias(users, "client");
export const plumber = alias(users, "plumber");

export const participantOf = <User extends typeof client | typeof plumber>(
  user: User,
): Pick<User, "id" | "firstName" | "lastName" | "photoKey"> => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  photoKey: user.photoKey,
});
export const contactDetailsOf = <User extends typeof client | typeof plumber>(
  user: User,
): Pick<User, "id" | "firstName" | "lastName" | "photoKey" | "email" | "phone"> => ({
  ...participantOf(user),
  email: user.email,
  phone: user.phone,
});

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
  preferredPlumberName: sql<
    string | null
  >`(select first_name || ' ' || last_name from users where users.id = ${bookings.preferredPlumberId})`.as(
    "preferred_plumber_name",
  ),
};

/** When a booking was completed, or null: how long both sides see each other's phone hangs on it. */
export const completedAt = sql<number | null>`(
  select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'completed')`;
