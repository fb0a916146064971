import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm";
import { alias, type SelectedFields, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { type Database, columnsOf, firstRow, isOneOf } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { STANDING_PAYMENT_STATUSES } from "~/db/money-words";
import { bookings, users } from "~/db/schema";
import { hasNoEmail, hasPhoneChannel } from "../../notices/calls.server";
import type { Instant } from "../../time/harare";
import type { Role, SessionClaims } from "../../values/user";
import {
  ACCEPTED_STATUSES,
  AGREED_STATUSES,
  isOpen,
  OPEN_STATUSES,
  PHONES_SHARED_AFTER,
  type OpenStatus,
} from "../booking";
import { REOPENING_WINDOW } from "../booking-machine";
import type { Booking, BookingForCommand, BookingView } from "../booking-views";
import { JOB_PHOTO_KINDS } from "../job-photos";
import { isCalledOffBooking, isOf, isVisitUndecided } from "./booking-conditions.server";
import {
  json,
  moneyColumns,
  openOrder,
  orNull,
  own,
  paidInHand,
  passedOn,
  stepMoney,
  replacedSeenBy,
  replacementSeenBy,
  ruling,
  stepDetails,
  waitingSince,
} from "./step-columns.server";

export const client = alias(users, "client");
export const plumber = alias(users, "plumber");
type Side = typeof client | typeof plumber;
type Text = string | null;

export const participantOf = <User extends Side>(user: User) =>
  columnsOf(user, "id", "firstName", "lastName", "photoKey");
export const nameColumns = <User extends Side>(user: User) => columnsOf(user, "id", "firstName", "lastName");

/** The condition that the two sides of a booking see each other's phone (B18). */
const sharesPhones = (now: Instant | SQL): SQL =>
  sql`(${isOneOf(bookings.status, AGREED_STATUSES)}
    or ${bookings.status} = 'completed' and ${bookings.completedAt} >= ${now} - ${PHONES_SHARED_AFTER})`;

export const phoneWhileShared = <User extends Side>(user: User, now: Instant | SQL) =>
  sql<Text>`iif(${sharesPhones(now)}, ${user.phone}, null)`;

/** One side of a booking as a viewer may see it (B18), cut by the query (law 15): only admins see emails. */
export function participantAsSeenBy<User extends Side>(viewer: SessionClaims, user: User, now: Instant) {
  const seesAll = viewer.role === "admin";
  const seesPhone = sql`${user.id} = ${viewer.id} or ${sharesPhones(now)}`;
  return {
    ...participantOf(user),
    phone: sql<Text>`${seesAll ? user.phone : sql`iif(${seesPhone}, ${user.phone}, null)`}`,
    email: sql<Text>`${seesAll ? user.email : sql`null`}`,
  };
}

const asBoolean = (condition: SQL, name: string) => sql<boolean>`${condition}`.mapWith(Boolean).as(name);
export const isByPhone = asBoolean(hasNoEmail(client), "is_by_phone");
const no = (name: string) => asBoolean(sql`0`, name);
/** Nothing reaches the client but a call: no phone of their own either. */
export const isOnlyCalled = asBoolean(
  sql`${hasNoEmail(client)} and not ${hasPhoneChannel(sql`client.id`)}`,
  "is_only_called",
);
/** Only our office speaks for a client, and clients know how they are reached. */
const reachOf = (role: Role) => ({
  isByPhone: role === "admin" ? isByPhone : no("is_by_phone"),
  isOnlyCalled: role === "client" ? no("is_only_called") : isOnlyCalled,
});
export const isPlumberSuspended = asBoolean(sql`(${plumber.suspendedAt} is not null)`, "is_suspended");

const givenLocation = sql<Text>`coalesce(${bookings.street} || ', ' || ${bookings.suburb}, ${bookings.street}, ${bookings.suburb})`;

/** A line with the city behind it, as `joinAddress` writes it. `end`: its last part. */
const withCity = (line: SQL, end: SQL = line) =>
  sql<Text>`${line} || iif(substr(${end}, -length(${bookings.city})) = ${bookings.city} collate nocase,
    '', coalesce(', ' || ${bookings.city}, ''))`;

const wholeLocation = withCity(givenLocation, sql`coalesce(${bookings.suburb}, ${bookings.street})`);

const plumberCity = sql`(select city from plumber_profiles where user_id = ${bookings.plumberId})`;

/** The suburb with its city, else the city: what the plumber sees until they confirm. */
export const area = sql<Text>`coalesce(${withCity(sql`${bookings.suburb}`)}, ${bookings.city}, ${plumberCity})`;

/** The address as a role sees it: the plumber the whole of it from confirmation on, and until then a part (B18). */
const seenBy = <Whole extends SQL<Text> | SQLiteColumn>(role: Role, whole: Whole, part: SQL = sql`null`) =>
  role === "plumber" ? sql<Text>`iif(${isOneOf(bookings.status, ACCEPTED_STATUSES)}, ${whole}, ${part})` : whole;

export const locationSeenBy = (role: Role) => seenBy(role, wholeLocation, area);

/** As much of the address as a role may see, without the city unless the client wrote it: what the API has published (X2). */
const givenLocationSeenBy = (role: Role) =>
  seenBy(role, givenLocation, sql`coalesce(${bookings.suburb}, ${plumberCity})`);

export const streetSeenByPlumber = sql<Text>`${seenBy("plumber", bookings.street)}`;

export const cityOrPlumbers = sql<Text>`coalesce(${bookings.city}, ${plumberCity})`;

/** The pin as `latitude,longitude`, or null if it is missing or hidden from the role (B18). */
export const pinSeenBy = (role: Role) => seenBy(role, bookings.pin);

const photosOfBooking = z.array(z.object({ id: z.string(), kind: z.enum(JOB_PHOTO_KINDS) }));

/** The photos of a booking that a role may see, by kind and oldest first (P5): hidden ones only the office. */
const photosSeenBy = (role: Role) =>
  sql`(select json_group_array(json_object('id', id, 'kind', kind)) from (
    select id, kind from private_photos
    where booking_id = ${bookings.id} ${role === "admin" ? sql`` : sql`and hidden_at is null`}
    order by kind, created_at, id))`
    .mapWith((json: string) => photosOfBooking.parse(JSON.parse(json)))
    .as("photos");

/** Until when a completion can be taken back (B2): not once it was reviewed, paid, settled or decided. */
export const reopenableUntil = sql<
  number | null
>`iif(${bookings.status} = 'completed' and ${bookings.reviewedAt} is null
    and ${bookings.finalAnswer} is not 'decided'
    and not exists (select 1 from settlements where booking_id = ${bookings.id}) and not exists (
    select 1 from payments where booking_id = ${bookings.id}
      and ${isOneOf(sql`status`, STANDING_PAYMENT_STATUSES)}
      and recorded_at >= ${bookings.completedAt}), ${bookings.completedAt} + ${REOPENING_WINDOW}, null)`;

const preferredPlumberName = nameById(bookings.preferredPlumberId).as("preferred");

/** The status in which a booking was cancelled or refused: of its last event before that. */
const closedFrom = sql<OpenStatus | null>`iif(${isCalledOffBooking},
  (select to_status from booking_events where booking_id = ${bookings.id}
    and ${isOneOf(sql`to_status`, OPEN_STATUSES)} order by seq desc limit 1), null)`.as("closed_from");

/** Over `bookings`: nothing of its money is open, and no recorded payment waits for an answer (M4). */
export const isPaid = asBoolean(sql`(${bookings.isPaid} and ${bookings.openPayment} is null)`, "is_paid");

/** An open booking is missed while a side says so (O31), any other one if our office has decided so (M5). */
export const isMissed = asBoolean(sql`(${bookings.missedBy} is not null or ${isVisitUndecided})`, "is_missed");

/** The number of photos of the problem that the two sides see (P5). */
export const problemPhotos = sql<number>`(
  select count(*) from private_photos
  where booking_id = ${bookings.id} and kind = 'problem' and hidden_at is null)`.as("photos");

/** The first of them; null: there is none. */
const problemPhoto = sql<Text>`(
  select id from private_photos where booking_id = ${bookings.id} and kind = 'problem' and hidden_at is null
  order by created_at, id limit 1)`.as("photo");

/** A booking's own columns, with the whole address: for what no plumber reads. */
const bookingFields = {
  ...own("id", "reference", "status", "startsAt", "serviceType", "suburb", "city", "notes", "title", "report"),
  ...own("seenAt", "onTheWayAt", "expectedAt", "completedAt", "releasedAt", "reviewedAt", "createdAt"),
  ...own("proposedStart", "proposedBy", "proposals", "cancelledLateBy", "missedBy", "preferredPlumberId"),
  ...moneyColumns,
  location: wholeLocation.as("location"),
  reopenableUntil: reopenableUntil.as("reopenable_until"),
  isPaid,
  isMissed,
  waitingSince,
  preferredPlumberName,
};

/** The same for pages and notices, which say where it was closed, and where it is as its plumber may know. */
const shownFields = { ...bookingFields, area: area.as("area"), closedFrom };

export const commandFields = {
  ...bookingFields,
  paidInHand: paidInHand.as("paid_in_hand"),
  passedOn: passedOn.as("passed_on"),
  jobMinutes: bookings.jobMinutes,
  isByPhone,
  isOnlyCalled,
  isPlumberSuspended,
  client: participantOf(client),
  plumber: participantOf(plumber),
};

const NO_PHONE = sql<Text>`null`;

/** The columns of a side's own list (`ListedBooking`): of its cards, and of their next steps. */
export const listedFields = (role: "client" | "plumber", now: SQL) => ({
  ...own("id", "status", "startsAt", "serviceType", "title", "onTheWayAt", "expectedAt", "frozenAt", "reviewedAt"),
  ...own("reference", "proposedStart", "proposedBy", "cancelledLateBy", "missedBy", "agreedDeposit"),
  ...stepMoney,
  location: locationSeenBy(role).as("location"),
  isMissed,
  waitingSince,
  preferredPlumberName,
  isOnlyCalled: role === "client" ? no("is_only_called") : isOnlyCalled,
  isPlumberSuspended,
  ...stepDetails,
  instead: replacementSeenBy(role),
  underWay: bookings.underWay,
  openOrder,
  // The other side's phone: a step may be to call it.
  client: { ...nameColumns(client), phone: role === "plumber" ? phoneWhileShared(client, now) : NO_PHONE },
  plumber: { ...participantOf(plumber), phone: role === "client" ? phoneWhileShared(plumber, now) : NO_PHONE },
});

/** The columns of an entry in a calendar. `sequence` grows with each change: of two versions, calendars keep the higher one. */
export const calendarFields = (role: Role) => ({
  ...own("id", "reference", "status", "startsAt", "serviceType", "updatedAt"),
  isMissed,
  minutes: bookings.jobMinutes,
  location: locationSeenBy(role).as("location"),
  sequence: sql<number>`(select max(seq) from booking_events where booking_id = ${bookings.id})`.as("sequence"),
});

export const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
/** A row's place in a side's own list: open ones in their order, then the closed ones, newest first. */
export const placeOf = ({
  status,
  openOrder,
  startsAt,
}: Pick<Booking, "status" | "startsAt"> & { openOrder: number }) =>
  isOpen(status) ? openOrder : Number.MAX_SAFE_INTEGER - startsAt;

export const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];

/** The query of bookings with these columns of them and of both sides. */
export const selectWithSides = <Fields extends SelectedFields>(db: Database, fields: Fields) =>
  db
    .select({ id: bookings.id, ...fields })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

/** The query of bookings with what this viewer may see of both sides (law 15), and `more`. */
export const selectViews = <More extends Record<string, SQL.Aliased>>(
  db: Database,
  viewer: SessionClaims,
  now: Instant,
  more: More,
) =>
  selectWithSides(db, {
    ...more,
    ...shownFields,
    location: locationSeenBy(viewer.role).as("location"),
    givenLocation: givenLocationSeenBy(viewer.role).as("given_location"),
    pin: pinSeenBy(viewer.role),
    photos: photosSeenBy(viewer.role),
    ...reachOf(viewer.role),
    isPlumberSuspended,
    instead: replacementSeenBy(viewer.role),
    replacesId: replacedSeenBy(viewer.role),
    client: participantAsSeenBy(viewer, client, now),
    plumber: participantAsSeenBy(viewer, plumber, now),
  });

export const selectForCommand = (db: Database, role: Role = "admin") =>
  selectWithSides(db, { ...commandFields, ...reachOf(role) }) satisfies PromiseLike<BookingForCommand[]>;

const ofProfile = (figure: "rating_sum" | "rating_count") =>
  sql<number | null>`(select ${sql.identifier(figure)} from plumber_profiles where user_id = ${bookings.plumberId})`.as(
    figure,
  );

/** The query of bookings for notices about them, which go to both sides: only for what sends them. */
export const selectNoticed = (db: Database, now: Instant) =>
  selectWithSides(db, {
    ...shownFields,
    ...stepDetails,
    instead: replacementSeenBy("system"),
    underWay: bookings.underWay,
    ruling,
    paidInHand: paidInHand.as("paid_in_hand"),
    photos: problemPhotos,
    photo: problemPhoto,
    isOnlyCalled,
    isPlumberSuspended,
    client: { ...nameColumns(client), phone: phoneWhileShared(client, now) },
    plumber: { ...participantOf(plumber), phone: phoneWhileShared(plumber, now) },
    ratingSum: ofProfile("rating_sum"),
    ratingCount: ofProfile("rating_count"),
    clientPhone: sql<Text>`${client.phone}`.as("client_phone"),
    quoted: orNull(
      "quoted",
      json(
        z.object({
          lines: z.array(z.object({ what: z.string(), amount: z.number() })),
          total: z.number(),
          deposit: z.number().nullable(),
        }),
      ),
      sql`(select json_object('lines',json(lines),'total',total,'deposit',deposit) from quotes
where booking_id=bookings.id and quotes.status='open' and valid_until>=${now})`,
    ),
    receipt: sql<number | null>`(select max(number) from receipts where booking_id=bookings.id and voids is null)`.as(
      "latest_receipt",
    ),
  });

/** The query of a client's overview, as of their list: it has no cancelled, refused or expired booking. */
export const selectForOverview = (db: Database, now: SQL) =>
  selectWithSides(db, {
    ...listedFields("client", now),
    closing: sql<null>`null`.as("closing"),
    instead: sql<null>`null`.as("instead"),
  });

/** A booking as its ticket shows it: the rest is in the words of its page, and would come to the phone twice. */
export const ticketOf = (booking: BookingView) =>
  columnsOf(
    booking,
    "id",
    "reference",
    "status",
    "closedFrom",
    "startsAt",
    "serviceType",
    "title",
    "notes",
    "report",
    "location",
    "pin",
    "client",
    "plumber",
    "onTheWayAt",
    "reviewedAt",
    "reopenableUntil",
    "proposedBy",
    "proposals",
    "isPaid",
    "isMissed",
    "isOnlyCalled",
  );

/** The booking with this id, if the viewer is its client, its plumber or an admin; else null (B10). */
export const findBookingView = (db: Database, viewer: SessionClaims, id: string, now: Instant) =>
  firstRow(
    selectViews(db, viewer, now, { ...stepDetails, ruling }).where(and(eq(bookings.id, id), isOf(viewer))),
  ) satisfies Promise<BookingView | null>;
