import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { brand } from "~/brand";
import { statement, type Database } from "~/db/client.server";
import { bookingEvents, bookings, plumberProfiles, users } from "~/db/schema";
import { fullName, type Member } from "../accounts/user";
import type { DomainContext } from "../domain-context.server";
import { queueMail } from "../mail/outbox.server";
import { dateAt, DAY, type Instant } from "../time/harare";
import { isOfferedStart, nearestFreeStarts } from "../time/slots";
import { newId, randomText } from "../values/id";
import { PENDING_BOOKINGS_PER_CLIENT } from "../values/limits";
import { refuse, type Refusal } from "../values/refusal";
import { isOpen, type BookingStatus } from "./booking";
import { isOpenBooking, listDueRequests, type PartiesOfBooking } from "./booking-lists.server";
import { moveLetter, requestLetter, type BookingLetterFacts } from "./booking-letters";
import { REPORTABLE, ruleFor, type BookingMove } from "./booking-machine";
import { introduce } from "./contacts.server";
import { countInTallies } from "./tallies.server";

// Without the signs that are mistaken for one another when read out on the phone.
const REFERENCE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const newReference = () => `PB-${randomText(REFERENCE_ALPHABET, 6)}`;

const YEAR = 366 * DAY;

export interface BookingWish {
  startsAt: Instant;
  serviceType: string | null;
  location: string | null;
  notes: string | null;
}

export interface BookablePlumber {
  id: string;
  name: string;
  username: string;
  email: string;
}

export type RequestResult =
  | { ok: true; id: string; reference: string; repeated: boolean }
  | (Refusal<"slotTaken"> & { nearest: Instant[] })
  | Refusal<"onlyClientsBook" | "startNotOffered" | "startNotInFuture" | "plumberNotFound" | "tooManyPending">;

/**
 * Requests an appointment with a plumber, or an unassigned one (`plumber` null) for the desk to give away
 * (spec 2.11; product.md 19, 21, 25). With a plumber only the starts that the appointment page offers count;
 * without, any start in the coming 12 months. However many ask for one slot at once, one gets it. The same request
 * again while the first is open is answered with the first (`repeated`). Mails the plumber, or the desk.
 */
export async function requestBooking(
  context: DomainContext,
  client: Member,
  plumber: BookablePlumber | null,
  wish: BookingWish,
): Promise<RequestResult> {
  const { now } = context;
  if (client.role !== "client") return refuse("onlyClientsBook");
  if (plumber && !isOfferedStart(wish.startsAt, now)) return refuse("startNotOffered");
  if (!plumber && (wish.startsAt <= now || wish.startsAt > now + YEAR)) return refuse("startNotInFuture");

  // A second time only if the reference was somebody else's already: one in 700 million for each booking there is.
  for (let attempt = 0; attempt < 3; attempt++) {
    const result = await tryToBook(context, client, plumber, wish);
    if (result) return result;
  }
  throw new Error("No free booking reference after three attempts.");
}

async function tryToBook(
  { db, now, origin, announce }: DomainContext,
  client: Member,
  plumber: BookablePlumber | null,
  wish: BookingWish,
): Promise<RequestResult | null> {
  const id = newId();
  const eventId = newId();
  const reference = newReference();
  const plumberId = plumber?.id ?? null;
  const made = happened(eventId);
  const letter = requestLetter({
    id, reference, plumberId, origin,
    startsAt: wish.startsAt,
    serviceType: wish.serviceType,
    location: wish.location,
    clientName: fullName(client),
    plumberName: plumber && fullName(plumber),
  });

  const [inserted, , , , , , [holder], [pending], [profile], taken] = await db.batch([
    statement(db, sql`
      insert into bookings (id, reference, client_id, plumber_id, status, starts_at, service_type, location, notes, created_at, updated_at)
      select ${id}, ${reference}, ${client.id}, ${plumberId}, 'pending', ${wish.startsAt}, ${wish.serviceType}, ${wish.location}, ${wish.notes}, ${now}, ${now}
      where (${plumberId} is null or exists (select 1 from plumber_profiles where user_id = ${plumberId} and listed = 1))
        and (select count(*) from bookings where client_id = ${client.id} and status = 'pending'
          and status in ('pending', 'confirmed', 'in-progress')) < ${PENDING_BOOKINGS_PER_CLIENT}
        and not exists (select 1 from bookings where client_id = ${client.id} and plumber_id is ${plumberId} and starts_at = ${wish.startsAt}
          and status in ('pending', 'confirmed', 'in-progress'))
      on conflict do nothing`),
    recordEvent(db, { id: eventId, bookingId: id, event: "request", actor: client, to: "pending", at: now }),
    statement(db, sql`update plumber_profiles set jobs_total = jobs_total + 1 where user_id = ${plumberId} and ${made}`),
    countInTallies(db, "requested", plumberId, dateAt(now), made),
    introduce(db, client.id, plumberId ?? "", sql`${plumberId} is not null and ${made}`, now),
    queueMail(db, { kind: "bookingRequested", causeId: id, recipient: plumber?.email ?? brand.mail, letter }, made, now),
    db
      .select({ id: bookings.id, reference: bookings.reference, clientId: bookings.clientId })
      .from(bookings)
      .where(
        and(
          plumberId ? eq(bookings.plumberId, plumberId) : and(isNull(bookings.plumberId), eq(bookings.clientId, client.id)),
          eq(bookings.startsAt, wish.startsAt),
          isOpenBooking,
        ),
      ),
    db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(bookings)
      .where(and(eq(bookings.clientId, client.id), eq(bookings.status, "pending"), isOpenBooking)),
    db.select({ listed: plumberProfiles.listed }).from(plumberProfiles).where(eq(plumberProfiles.userId, plumberId ?? "")),
    db
      .select({ startsAt: bookings.startsAt })
      .from(bookings)
      .where(and(eq(bookings.plumberId, plumberId ?? ""), isOpenBooking, sql`starts_at between ${now} and ${now + 8 * DAY}`)),
  ]);

  if (inserted.meta.changes === 1) {
    announce({ type: "bookingChanged", bookingId: id, status: "pending", clientId: client.id, plumberId });
    return { ok: true, id, reference, repeated: false };
  }
  if (holder?.clientId === client.id) return { ok: true, id: holder.id, reference: holder.reference, repeated: true };
  if (plumberId && !profile?.listed) return refuse("plumberNotFound");
  if ((pending?.count ?? 0) >= PENDING_BOOKINGS_PER_CLIENT) return refuse("tooManyPending");
  if (!holder) return null;
  const takenStarts = new Set(taken.map(({ startsAt }) => startsAt));
  return { ...refuse("slotTaken"), nearest: nearestFreeStarts(wish.startsAt, now, takenStarts) };
}

/** Who acts when nobody does: the clock. */
interface System {
  id: null;
  role: "system";
}
const SYSTEM: System = { id: null, role: "system" };

export type MoveResult =
  | { ok: true; status: BookingStatus; changed: boolean }
  | (Refusal<"moveNotPossible"> & { status: BookingStatus });

/**
 * Moves a booking as the table says (spec 4; product.md 23), records who did it and mails the other side, in one
 * batch. `booking` is what `findBookingFor` gave this member: not theirs is not found. The same move again by the
 * same person changes nothing and succeeds; any other refuses with the present status.
 */
export async function moveBooking(
  context: DomainContext,
  actor: Member | System,
  booking: PartiesOfBooking,
  move: BookingMove,
): Promise<MoveResult> {
  const { db, now } = context;
  const rule = ruleFor(move, actor.role);
  if (!rule) return { ...refuse("moveNotPossible"), status: booking.status };

  const eventId = newId();
  const moved = happened(eventId);
  const plumberId = booking.plumber?.id ?? null;
  const owned = { client: sql`client_id = ${actor.id}`, plumber: sql`plumber_id = ${actor.id}`, admin: sql`true`, system: sql`starts_at <= ${now}` }[actor.role];
  // Who has answered has seen; and what is closed is no news any more.
  const seen = actor.role === "plumber" || !isOpen(rule.to) ? sql`coalesce(seen_at, ${now})` : sql`seen_at`;

  // The start and the plumber are those that the letters name: moved meanwhile, nothing happens.
  const [updated, , , , , , [after], [last]] = await db.batch([
    db
      .update(bookings)
      .set({ status: rule.to, updatedAt: now, seenAt: seen })
      .where(
        and(
          eq(bookings.id, booking.id),
          owned,
          inArray(bookings.status, [...rule.from]),
          sql`starts_at = ${booking.startsAt} and plumber_id is ${plumberId}`,
        ),
      ),
    recordEvent(db, { id: eventId, bookingId: booking.id, event: move, actor, to: rule.to, at: now }),
    statement(db, sql`update plumber_profiles set jobs_completed = jobs_completed + 1 where user_id = ${plumberId} and ${rule.to} = 'completed' and ${moved}`),
    countInTallies(db, TALLY_OF[rule.to], plumberId, dateAt(now), moved),
    mailAboutMove(context, actor, booking, move, "client", eventId),
    mailAboutMove(context, actor, booking, move, "plumber", eventId),
    db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, booking.id)),
    db
      .select({ event: bookingEvents.event, actorId: bookingEvents.actorId })
      .from(bookingEvents)
      .where(eq(bookingEvents.bookingId, booking.id))
      .orderBy(sql`at desc, rowid desc`)
      .limit(1),
  ]);

  const status = after?.status ?? booking.status;
  if (updated.meta.changes === 1) {
    context.announce({ type: "bookingChanged", bookingId: booking.id, status, clientId: booking.client.id, plumberId });
    return { ok: true, status, changed: true };
  }
  if (last?.event === move && last.actorId === actor.id) return { ok: true, status, changed: false };
  return { ...refuse("moveNotPossible"), status };
}

/** Closes requests whose start has come without an answer (product.md 23), at most 20 a run, and tells both sides. */
export async function expireRequests(context: DomainContext): Promise<number> {
  const due = await listDueRequests(context.db, context.now, 20);
  const results = await Promise.all(due.map((booking) => moveBooking(context, SYSTEM, booking, "expire")));
  return results.filter((result) => result.ok && result.changed).length;
}

const TALLY_OF = {
  confirmed: "confirmed",
  completed: "completed",
  cancelled: "cancelled",
  refused: "refused",
  pending: null,
  "in-progress": null,
} as const satisfies Record<BookingStatus, string | null>;

function mailAboutMove(
  { db, now, origin }: DomainContext,
  actor: Member | System,
  booking: PartiesOfBooking,
  move: BookingMove,
  reader: "client" | "plumber",
  eventId: string,
) {
  const { client, plumber } = booking;
  const facts: BookingLetterFacts = {
    ...booking,
    origin,
    clientName: fullName(client),
    plumberName: plumber && fullName(plumber),
    plumberId: plumber?.id ?? null,
  };
  const recipient = reader === "client" ? client.email : plumber?.email;
  const concerns = recipient && actor.role !== reader ? happened(eventId) : sql`false`;
  return queueMail(
    db,
    { kind: "bookingMoved", causeId: eventId, recipient: recipient ?? "", letter: moveLetter(move, actor.role, reader, facts) },
    concerns,
    now,
  );
}

/** Marks a booking as seen by its plumber (spec 2.7.5). Seen twice is fine; not theirs is not found. */
export async function markBookingSeen(
  { db, now, announce }: DomainContext,
  plumber: Member,
  id: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound">> {
  const rows = await db
    .update(bookings)
    .set({ seenAt: sql`coalesce(seen_at, ${now})` })
    .where(and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id)))
    .returning({ status: bookings.status, clientId: bookings.clientId });
  const [seen] = rows;
  if (!seen) return refuse("bookingNotFound");
  announce({ type: "bookingChanged", bookingId: id, status: seen.status, clientId: seen.clientId, plumberId: plumber.id });
  return { ok: true };
}

/**
 * Writes the report of a job, or writes it anew (product.md 24): its plumber alone, once it is confirmed. Before
 * that, and after a cancellation, it refuses.
 */
export async function writeReport(
  { db, now, announce }: DomainContext,
  plumber: Member,
  id: string,
  report: string,
): Promise<{ ok: true } | Refusal<"bookingNotFound" | "reportNotPossible">> {
  const own = and(eq(bookings.id, id), eq(bookings.plumberId, plumber.id));
  const [written, [booking]] = await db.batch([
    db.update(bookings).set({ report, updatedAt: now }).where(and(own, inArray(bookings.status, [...REPORTABLE]))),
    db.select({ status: bookings.status, clientId: bookings.clientId }).from(bookings).where(own),
  ]);
  if (booking && written.meta.changes === 1) {
    announce({ type: "bookingChanged", bookingId: id, status: booking.status, clientId: booking.clientId, plumberId: plumber.id });
    return { ok: true };
  }
  return refuse(booking ? "reportNotPossible" : "bookingNotFound");
}

/** A listed plumber as a request needs them, or null. */
export async function findBookablePlumber(db: Database, id: string): Promise<BookablePlumber | null> {
  const [row] = await db
    .select({ id: users.id, name: users.name, username: users.username, email: users.email })
    .from(plumberProfiles)
    .innerJoin(users, eq(users.id, plumberProfiles.userId))
    .where(and(eq(plumberProfiles.userId, id), sql`${plumberProfiles.listed} = 1`));
  return row ?? null;
}

// `changes()` sees only the statement directly before it: the history row asks it, all later ones ask for that row.
function recordEvent(
  db: Database,
  event: { id: string; bookingId: string; event: "request" | BookingMove; actor: Member | System; to: BookingStatus; at: Instant },
) {
  return statement(db, sql`
    insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, at)
    select ${event.id}, ${event.bookingId}, ${event.event}, ${event.actor.role}, ${event.actor.id}, ${event.to}, ${event.at}
    where changes() = 1`);
}

const happened = (eventId: string) => sql`exists (select 1 from booking_events where id = ${eventId})`;
