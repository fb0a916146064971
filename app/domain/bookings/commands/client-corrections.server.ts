import { and, eq, sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { deletePhotos } from "../../photos/private-photos.server";
import type { AuthenticatedUser } from "../../values/user";
import { isOpen, OPEN_STATUSES } from "../booking";
import type { BookingForCommand } from "../booking-for-command";
import { notAllowed, type NotAllowed } from "../latest-event";
import { recordEvent, selectPresent } from "./booking-events.server";

type CorrectionResult = { ok: true } | NotAllowed;

const isOpenOf = (client: AuthenticatedUser, { id }: BookingForCommand) =>
  sql`id = ${id} and client_id = ${client.id} and ${isOneOf(sql`status`, OPEN_STATUSES)}`;

/**
 * Removes a photo of the problem from an open booking, as the client who sent it (P5). One that the office has hidden
 * stays, as evidence. What is gone already, or is not theirs, changes nothing. Refuses with `transitionNotAllowed` and
 * the status once the booking has ended.
 */
export async function removeJobPhoto(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  photoId: string,
): Promise<CorrectionResult> {
  const { db, now } = context;
  const isOwn = sql`id = ${photoId} and booking_id = ${booking.id} and uploaded_by = ${client.id} and kind = 'problem' and hidden_at is null`;
  const condition = sql`exists (select 1 from bookings where ${isOpenOf(client, booking)})`;
  const results = await batch(db, {
    removed: deletePhotos(db, isOwn, condition, now),
    event: recordEvent(context, booking, "remove-photo", client),
    present: selectOwn(context, client, booking),
  });
  return answer(context, booking, results);
}

/**
 * Sets the mark on the map of an open booking, as its client, or removes it (`pin` null). The same one again changes
 * nothing. Refuses as `removeJobPhoto` does.
 */
export async function setPin(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  pin: string | null,
): Promise<CorrectionResult> {
  const { db, now } = context;
  const results = await batch(db, {
    updated: db
      .update(bookings)
      .set({ pin, updatedAt: now })
      .where(sql`${isOpenOf(client, booking)} and pin is not ${pin}`),
    event: recordEvent(context, booking, pin === null ? "remove-pin" : "set-pin", client),
    present: selectOwn(context, client, booking),
  });
  return answer(context, booking, results);
}

const selectOwn = ({ db }: DomainContext, client: AuthenticatedUser, { id }: BookingForCommand) =>
  selectPresent(db, and(eq(bookings.id, id), eq(bookings.clientId, client.id)));

function answer(
  { emit }: DomainContext,
  booking: BookingForCommand,
  { event, present: [present] }: { event: D1Result; present: Awaited<ReturnType<typeof selectOwn>> },
): CorrectionResult {
  const status = present?.status ?? booking.status;
  if (!isOpen(status)) return notAllowed(status);
  if (present && event.meta.changes > 0) emit({ type: "bookingChanged", bookingId: booking.id, ...present });
  return { ok: true };
}
