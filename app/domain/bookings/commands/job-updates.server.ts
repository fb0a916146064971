import { and, eq, sql } from "drizzle-orm";
import { batch, columnsOf, isAsShown, isOneOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../booking-views";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { refuse, refuseChanged, OK } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { ACCEPTED_STATUSES, isOpen, OPEN_STATUSES } from "../booking";
import { selectPresent, recordEvent } from "./booking-events.server";
import { deletePhotos } from "../../photos/private-photos.server";
import { notAllowed } from "../transition-refusals";

/** Marks a booking as seen by its plumber (B15); again is fine. Refuses with `bookingNotFound` when it is not theirs. */
export async function markBookingSeen({ db, now, emit }: DomainContext, plumber: AuthenticatedUser, id: string) {
  const [seen] = await db
    .update(bookings)
    .set({ seenAt: sql`coalesce(seen_at, ${now})` })
    .where(and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id)))
    .returning(columnsOf(bookings, "status", "clientId", "plumberId"));
  if (!seen) return refuse("bookingNotFound");
  emit({ type: "bookingChanged", bookingId: id, ...seen });
  return OK;
}

/**
 * Writes or rewrites the report of a job, as its plumber (B17). Refuses with `bookingNotFound` when it is not theirs,
 * and with `reportNotPossible` before it is confirmed and once it is cancelled or refused.
 */
export async function writeReport(
  { db, now, emit }: DomainContext,
  plumber: AuthenticatedUser,
  id: string,
  report: string,
) {
  const own = sql`id = ${id} and plumber_id = ${plumber.id}`;
  const isAccepted = sql`${own} and ${isOneOf(sql`status`, ACCEPTED_STATUSES)}`;
  const { written, present } = await batch(db, {
    written: db.update(bookings).set({ report, updatedAt: now }).where(isAccepted),
    present: selectPresent(db, own),
  });
  const [booking] = present;
  if (!booking) return refuse("bookingNotFound");
  if (written.meta.changes !== 1) return refuse("reportNotPossible");
  emit({ type: "bookingChanged", bookingId: id, ...booking });
  return OK;
}

/**
 * Gives a job another title, null for the usual one, as an admin (B17, O1), where it is still the one `shown`. Refuses with
 * `bookingNotFound`, and with `changedMeanwhile` and the `present` title.
 */
export async function retitleBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  id: string,
  { title, shown }: { title: string | null; shown?: string },
) {
  const { db, now, emit } = context;
  const { isDone, present, after } = await officeVerb(context, admin, "bookingRetitled", {
    subject: { kind: "booking", id },
    before: sql`(select json_object('title', title) from bookings where id = ${id})`,
    after: { title },
    when: sql`exists (select 1 from bookings where id = ${id} and title is not ${title} and ${isAsShown(sql`title`, shown)})`,
    do: (recorded) => ({
      updated: db
        .update(bookings)
        .set({ title, updatedAt: now })
        .where(and(eq(bookings.id, id), recorded)),
      present: selectPresent(db, eq(bookings.id, id)),
      after: db.select({ title: bookings.title }).from(bookings).where(eq(bookings.id, id)),
    }),
  });
  const [booking] = present;
  if (!booking) return refuse("bookingNotFound");
  if (after[0]?.title !== title) return refuseChanged({ title: after[0]?.title ?? null });
  if (isDone) emit({ type: "bookingChanged", bookingId: id, ...booking });
  return OK;
}

const isOpenOf = (client: AuthenticatedUser, { id }: BookingForCommand) =>
  sql`id = ${id} and client_id = ${client.id} and ${isOneOf(sql`status`, OPEN_STATUSES)}`;

/**
 * Removes a photo of the problem from an open booking, as the client who sent it (P5); one that the office has hidden
 * stays, as evidence. A photo that is gone or not theirs changes nothing. Refuses an ended booking: `transitionNotAllowed`.
 */
export async function removeJobPhoto(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  photoId: string,
) {
  const { db, now } = context;
  const isOwn = sql`id = ${photoId} and booking_id = ${booking.id} and uploaded_by = ${client.id} and kind = 'problem'
    and hidden_at is null`;
  const condition = sql`exists (select 1 from bookings where ${isOpenOf(client, booking)})`;
  const results = await batch(db, {
    removed: deletePhotos(db, isOwn, condition, now),
    event: recordEvent(context, booking, "remove-photo", client),
    present: selectOwn(context, client, booking),
  });
  return answer(context, booking, results);
}

/** Sets the mark on the map of an open booking, or removes it (null), as its client. Refuses as `removeJobPhoto`. */
export async function setPin(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  pin: string | null,
) {
  const { db, now } = context;
  const isChange = sql`${isOpenOf(client, booking)} and pin is not ${pin}`;
  const results = await batch(db, {
    updated: db.update(bookings).set({ pin, updatedAt: now }).where(isChange),
    event: recordEvent(context, booking, pin === null ? "remove-pin" : "set-pin", client),
    present: selectOwn(context, client, booking),
  });
  return answer(context, booking, results);
}

const selectOwn = ({ db }: DomainContext, client: AuthenticatedUser, { id }: BookingForCommand) =>
  selectPresent(db, sql`id = ${id} and client_id = ${client.id}`);

type Present = Pick<typeof bookings.$inferSelect, "status" | "clientId" | "plumberId">;

function answer(
  { emit }: DomainContext,
  booking: BookingForCommand,
  { event, present: [present] }: { event: D1Result; present: Present[] },
) {
  const status = present?.status ?? booking.status;
  if (!isOpen(status)) return notAllowed(status);
  if (present && event.meta.changes > 0) emit({ type: "bookingChanged", bookingId: booking.id, ...present });
  return OK;
}
