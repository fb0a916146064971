import { and, eq, isNull, sql } from "drizzle-orm";
import { brand } from "~/brand";
import { statement, type Database } from "~/db/client.server";
import { bookings, plumberProfiles, users } from "~/db/schema";
import { fullName, type Member } from "../accounts/user";
import type { DomainContext } from "../domain-context.server";
import { queueMail } from "../mail/outbox.server";
import { isFreeStart, isWithinHours, LONGEST_JOB, weekdayBit } from "../time/availability";
import { dateAt, DAY, type Instant, MINUTE, minuteAt } from "../time/harare";
import { isOfferedStart, nearestFreeStarts } from "../time/slots";
import { newId, randomText } from "../values/id";
import { cityIn, cityKey } from "../values/place";
import { PENDING_BOOKINGS_PER_CLIENT } from "../values/limits";
import { refuse, type Refusal } from "../values/refusal";
import { happened, recordEvent } from "./booking-events.server";
import { requestLetter } from "./booking-letters";
import { isOpenBooking } from "./booking-lists.server";
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
  const place = cityIn(wish.location);
  const made = happened(eventId);
  const letter = requestLetter({
    id, reference, plumberId, origin, city: null,
    startsAt: wish.startsAt,
    serviceType: wish.serviceType,
    location: wish.location,
    clientName: fullName(client),
    plumberName: plumber && fullName(plumber),
  });

  const [inserted, , , , , , [holder], [pending], [profile], taken] = await db.batch([
    statement(db, sql`
      insert into bookings (id, reference, client_id, plumber_id, city_key, status, starts_at, service_type, location, notes, asked_at, created_at, updated_at)
      select ${id}, ${reference}, ${client.id}, ${plumberId}, coalesce((select city_key from plumber_profiles where user_id = ${plumberId}), ${place && cityKey(place)}), 'pending', ${wish.startsAt}, ${wish.serviceType}, ${wish.location}, ${wish.notes}, ${now}, ${now}, ${now}
      where (${plumberId} is null or exists (select 1 from plumber_profiles where user_id = ${plumberId} and listed = 1 and paused = 0
          and opens_at <= ${minuteAt(wish.startsAt)} and closes_at > ${minuteAt(wish.startsAt)}
          and (days_off & cast(${weekdayBit(dateAt(wish.startsAt))} as integer)) = 0
          and not exists (select 1 from bookings where bookings.plumber_id = user_id and status in ('pending', 'confirmed', 'in-progress')
            and starts_at > ${wish.startsAt} - job_minutes * 60000 and starts_at < ${wish.startsAt} + job_minutes * 60000)))
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
    db
      .select({
        listed: plumberProfiles.listed,
        opensAt: plumberProfiles.opensAt,
        closesAt: plumberProfiles.closesAt,
        daysOff: plumberProfiles.daysOff,
        paused: plumberProfiles.paused,
        jobMinutes: plumberProfiles.jobMinutes,
      })
      .from(plumberProfiles).where(eq(plumberProfiles.userId, plumberId ?? "")),
    db
      .select({ startsAt: bookings.startsAt })
      .from(bookings)
      .where(and(eq(bookings.plumberId, plumberId ?? ""), isOpenBooking, sql`starts_at between ${now - LONGEST_JOB * MINUTE} and ${now + 8 * DAY}`)),
  ]);

  if (inserted.meta.changes === 1) {
    announce({ type: "bookingChanged", bookingId: id, status: "pending", clientId: client.id, plumberId });
    return { ok: true, id, reference, repeated: false };
  }
  if (holder?.clientId === client.id) return { ok: true, id: holder.id, reference: holder.reference, repeated: true };
  if (plumberId && !profile?.listed) return refuse("plumberNotFound");
  if ((pending?.count ?? 0) >= PENDING_BOOKINGS_PER_CLIENT) return refuse("tooManyPending");
  if (!profile) return null;
  if (!isWithinHours(profile, wish.startsAt)) return refuse("startNotOffered");
  const takenStarts = taken.map(({ startsAt }) => startsAt);
  // Free after all: it was the reference that somebody else had.
  if (!holder && isFreeStart(profile, takenStarts, wish.startsAt)) return null;
  return { ...refuse("slotTaken"), nearest: nearestFreeStarts(wish.startsAt, now, (start) => isFreeStart(profile, takenStarts, start)) };
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
