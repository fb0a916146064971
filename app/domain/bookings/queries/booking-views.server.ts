import { and, asc, desc, eq, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import {
  bookingFields,
  client,
  commandFields,
  isByPhone,
  isPlumberSuspended,
  participantAsSeenBy,
  givenLocationSeenBy,
  listedFields,
  noticedFields,
  overviewFields,
  locationSeenBy,
  photosSeenBy,
  pinSeenBy,
  plumber,
} from "./booking-columns.server";
import { isOf } from "./booking-conditions.server";
import { insteadSeenBy, stepDetails } from "./step-columns.server";

export const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
export const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];

/** The query of bookings with what this viewer may see of both sides (law 15), and `more`. */
export const selectViews = <More extends Record<string, SQL.Aliased>>(
  db: Database,
  viewer: SessionClaims,
  now: Instant,
  more: More,
) =>
  db
    .select({
      ...more,
      ...bookingFields,
      location: locationSeenBy(viewer.role).as("location"),
      givenLocation: givenLocationSeenBy(viewer.role).as("given_location"),
      pin: pinSeenBy(viewer.role),
      photos: photosSeenBy(viewer.role),
      isByPhone,
      isPlumberSuspended,
      instead: insteadSeenBy(viewer.role),
      client: participantAsSeenBy(viewer, client, now),
      plumber: participantAsSeenBy(viewer, plumber, now),
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

export const selectForCommand = (db: Database) =>
  db
    .select(commandFields)
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

/** The query of bookings for notices about them, which go to both sides: only for what sends them. */
export const selectNoticed = (db: Database, now: Instant) =>
  db
    .select(noticedFields(now))
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

/** The query of bookings for the lists of one of their sides (`listBooking`). */
export const selectListed = (db: Database, role: "client" | "plumber") =>
  db
    .select(listedFields(role))
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

export const selectForOverview = (db: Database, now: SQL) =>
  db
    .select(overviewFields(now))
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number];

/** The booking with this id, if the viewer is its client, its plumber or an admin; else null (B10). */
export async function findBookingView(db: Database, viewer: SessionClaims, id: string, now: Instant) {
  const [row] = await selectViews(db, viewer, now, stepDetails).where(and(eq(bookings.id, id), isOf(viewer)));
  return row ?? null;
}
