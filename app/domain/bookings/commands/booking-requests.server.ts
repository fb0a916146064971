import { and, eq, or, sql } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { bookings, plumberProfiles, users } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { availabilityColumns, isFreeStartInSql, selectTakenStarts } from "../../plumbers/free-starts.server";
import { isFreeStart, isWithinHours } from "../../time/availability";
import { dateAt, DAY, type Instant } from "../../time/harare";
import { isOfferedStart, nearestFreeStarts } from "../../time/slots";
import { newId, randomText } from "../../values/id";
import { cityIn, cityKey } from "../../values/cities";
import { PENDING_BOOKINGS_PER_CLIENT, PENDING_BOOKINGS_WITH_ONE_PLUMBER } from "../../rate-limits/limits";
import { exceeded, hit, isWithinLimit, refund, type Attempt } from "../../rate-limits/counter.server";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import { transitionRecorded, recordEvent } from "./booking-events.server";
import { bookingNotices } from "../booking-notices";
import { isOpenBooking } from "../queries/booking-conditions.server";
import { introduce } from "../../contacts/contacts.server";
import { mayHoldSlot } from "./slot-holding.server";
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
  firstName: string;
  lastName: string;
}

export type RequestResult =
  /** `isHeld`: false of a request that waits for the desk to look at it, and holds no slot. */
  | { ok: true; id: string; reference: string; repeated: boolean; isHeld: boolean }
  | (Refusal<"slotTaken"> & { nearest: Instant[] })
  | Refusal<
      | "onlyClientsBook"
      | "startNotOffered"
      | "startNotInFuture"
      | "plumberNotFound"
      | "tooManyPending"
      | "tooManyPendingWithPlumber"
    >
  | TooMany;

/**
 * Requests an appointment with a plumber, or an unassigned one (`plumber` null) for the desk to give away
 * (B3 to B9). With a plumber only the starts that the appointment page offers count;
 * without, any start in the coming 12 months. However many ask for one slot at once, one gets it. A new client's
 * request beyond the third of that day waits unassigned with its wish, for the desk to give away. The same request
 * again while the first is open is answered with the first (`repeated`). Emails the plumber, or the desk. Refuses with
 * `slotTaken` and the nearest free starts, `tooManyPending` (5 in all), `tooManyPendingWithPlumber` (2 with one),
 * `startNotOffered`, `startNotInFuture`, `plumberNotFound`, `onlyClientsBook`, and `tooMany`: bookings count per client
 * (L1), what is refused does not.
 */
export async function requestBooking(
  context: DomainContext,
  client: AuthenticatedUser,
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
  context: DomainContext,
  client: AuthenticatedUser,
  plumber: BookablePlumber | null,
  wish: BookingWish,
): Promise<RequestResult | null> {
  const { db, now, emit } = context;
  const id = newId();
  const eventId = newId();
  const reference = newReference();
  const preferredId = plumber?.id ?? null;
  const place = cityIn(wish.location);
  const made = transitionRecorded(eventId);
  const isHeld = sql`exists (select 1 from bookings where id = ${id} and plumber_id is not null)`;
  const isForDesk = sql`exists (select 1 from bookings where id = ${id} and plumber_id is null)`;
  const asked = {
    id,
    reference,
    startsAt: wish.startsAt,
    serviceType: wish.serviceType,
    location: wish.location,
    client,
  };
  const attempt: Attempt = ["bookingPerClient", client.id];
  const [counted, inserted, , , , , , , , sameStart, [pending], [profile], taken] = await db.batch([
    hit(context, attempt),
    statement(
      db,
      sql`
      insert into bookings (id, reference, client_id, plumber_id, preferred_plumber_id, city_key, status, starts_at, service_type, location, notes, asked_at, created_at, updated_at)
      select ${id}, ${reference}, ${client.id}, asked.plumber_id, iif(asked.plumber_id is null, ${preferredId}, null),
        coalesce((select city_key from plumber_profiles where user_id = ${preferredId}), ${place && cityKey(place)}),
        'pending', ${wish.startsAt}, ${wish.serviceType}, ${wish.location}, ${wish.notes}, ${now}, ${now}, ${now}
      from (select iif(${mayHoldSlot(client.id, preferredId ?? "", wish.startsAt)}, ${preferredId}, null) as plumber_id) as asked
      where (${preferredId} is null or exists (select 1 from plumber_profiles where user_id = ${preferredId} and listed = 1
          and ${isFreeStartInSql(wish.startsAt)}))
        and ${PENDING_BOOKINGS_PER_CLIENT} > (select count(*) from bookings where ${isPendingOf(client.id)})
        and (${preferredId} is null or ${PENDING_BOOKINGS_WITH_ONE_PLUMBER} > (select count(*) from bookings where ${isPendingOf(client.id)} and ${isWith(preferredId)}))
        and not exists (select 1 from bookings where client_id = ${client.id} and ${isWith(preferredId)} and starts_at = ${wish.startsAt}
          and ${isOpenBooking})
        and ${isWithinLimit(context, attempt)}
      on conflict do nothing`,
    ),
    recordEvent(db, { id: eventId, bookingId: id, event: "request", actor: client, to: "pending", at: now }),
    statement(
      db,
      sql`update plumber_profiles set jobs_total = jobs_total + 1 where user_id = ${preferredId} and ${isHeld}`,
    ),
    countInTallies(db, "requested", null, dateAt(now), made),
    countInTallies(db, "requested", preferredId, dateAt(now), isHeld, { forSite: false }),
    introduce(db, client.id, preferredId ?? "", isHeld, now),
    notify(
      context,
      { user: preferredId },
      bookingNotices.bookingRequested,
      { booking: { ...asked, plumber }, preferred: null },
      { causeId: id, condition: isHeld },
    ),
    notify(
      context,
      { office: true },
      bookingNotices.bookingRequested,
      { booking: { ...asked, plumber: null }, preferred: plumber },
      { causeId: id, condition: isForDesk },
    ),
    db
      .select({
        id: bookings.id,
        reference: bookings.reference,
        clientId: bookings.clientId,
        plumberId: bookings.plumberId,
      })
      .from(bookings)
      .where(
        and(
          preferredId
            ? or(eq(bookings.plumberId, preferredId), and(eq(bookings.clientId, client.id), isWith(preferredId)))
            : and(eq(bookings.clientId, client.id), isWith(null)),
          eq(bookings.startsAt, wish.startsAt),
          isOpenBooking,
        ),
      ),
    db
      .select({
        inAll: sql<number>`count(*)`.as("in_all"),
        withPlumber: sql<number>`coalesce(sum(${isWith(preferredId)}), 0)`.as("with_plumber"),
      })
      .from(bookings)
      .where(isPendingOf(client.id)),
    db
      .select({
        listed: plumberProfiles.listed,
        ...availabilityColumns,
      })
      .from(plumberProfiles)
      .where(eq(plumberProfiles.userId, preferredId ?? "")),
    selectTakenStarts(db, preferredId ?? "", now),
    // What was not booked does not count.
    refund(context, [attempt], sql`${isWithinLimit(context, attempt)} and not ${made}`),
  ]);

  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;

  const own = sameStart.find(({ clientId }) => clientId === client.id);
  if (inserted.meta.changes === 1) {
    const plumberId = own?.plumberId ?? null;
    emit({ type: "bookingChanged", bookingId: id, status: "pending", clientId: client.id, plumberId });
    return { ok: true, id, reference, repeated: false, isHeld: plumberId !== null };
  }
  if (own) return { ok: true, id: own.id, reference: own.reference, repeated: true, isHeld: own.plumberId !== null };
  if (preferredId && !profile?.listed) return refuse("plumberNotFound");
  if ((pending?.inAll ?? 0) >= PENDING_BOOKINGS_PER_CLIENT) return refuse("tooManyPending");
  if (preferredId && (pending?.withPlumber ?? 0) >= PENDING_BOOKINGS_WITH_ONE_PLUMBER)
    return refuse("tooManyPendingWithPlumber");
  if (!profile) return null;
  if (!isWithinHours(profile, wish.startsAt)) return refuse("startNotOffered");
  const takenStarts = taken.map(({ startsAt }) => startsAt);
  // Free after all: it was the reference that somebody else had.
  if (sameStart.length === 0 && isFreeStart(profile, takenStarts, wish.startsAt)) return null;
  return {
    ...refuse("slotTaken"),
    nearest: nearestFreeStarts(wish.startsAt, now, (start) => isFreeStart(profile, takenStarts, start)),
  };
}

// In the words of the partial index of open bookings.
const isPendingOf = (clientId: string) => sql`client_id = ${clientId} and status = 'pending' and ${isOpenBooking}`;
/** A booking with this plumber, or that waits for the desk with a wish for them; null: with nobody, and no wish. */
const isWith = (plumberId: string | null) => sql`coalesce(plumber_id, preferred_plumber_id) is ${plumberId}`;

/** A listed plumber as a request needs them, or null. */
export async function findBookablePlumber(db: Database, id: string): Promise<BookablePlumber | null> {
  const [row] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(plumberProfiles)
    .innerJoin(users, eq(users.id, plumberProfiles.userId))
    .where(and(eq(plumberProfiles.userId, id), sql`${plumberProfiles.listed} = 1`));
  return row ?? null;
}
