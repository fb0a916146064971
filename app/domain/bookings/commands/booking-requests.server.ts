import { and, eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database, columnsOf, firstRow, selectFacts } from "~/db/client.server";
import { plumberProfiles, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import { newEmailedToken, type EmailedToken } from "../../accounts/tokens.server";
import { introduce } from "../../contacts/contacts.server";
import type { DomainContext } from "../../domain-context.server";
import { notify, type Recipient } from "../../notices/notify.server";
import { selectTakenTimes } from "../../plumbers/free-starts.server";
import { exceeded, hit, isWithinLimit, refund, type Attempt } from "../../rate-limits/counter.server";
import { PENDING_BOOKINGS_PER_CLIENT, PENDING_BOOKINGS_WITH_ONE_PLUMBER } from "../../rate-limits/limits";
import { isFreeStart, isWithinHours } from "../../time/availability";
import { dateAt, type Instant } from "../../time/harare";
import { isOfferedStart, nearestFreeStarts } from "../../time/slots";
import { cityIn } from "../../values/cities";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser, Named } from "../../values/user";
import { cityAtEnd, joinAddress } from "../address";
import { bookingNotices } from "../booking-notices";
import {
  newReference,
  insertRequest,
  isAlike,
  isStillClient,
  selectHours,
  selectPending,
  selectSameStart,
  type BookingWish,
  type NewRequest,
} from "./booking-request-statements.server";
import { claimDraft } from "./request-drafts.server";
import { recordEvent, transitionRecorded } from "./booking-events.server";
import { transitionBooking } from "./booking-transitions.server";
import { selectForCommand } from "../queries/booking-views.server";
import type { BookingForCommand } from "../booking-views";
import { countInTallies, countJobs } from "./tallies.server";
import { isInLeadTime } from "../booking-machine";
import { isListed } from "../../accounts/listing.server";
import { keepAnswerLink } from "./kept-answer-links.server";

/** A listed plumber as requests and assignments need them; the fee is in cents. */
export interface BookablePlumber extends Named {
  id: string;
  city: string;
  fee: number;
}

/**
 * Requests a booking with a plumber for an offered start (B4), or with one our office will find (null), within 12 months
 * (B5). Of many who ask for a slot one gets it (B6); the same request again gives the first one (`repeated`, B7). It takes
 * over the photos of the draft (B28). `isHeld`: the plumber's slot is held; false: the request waits for the office. Refuses
 * with `onlyClientsBook`, `startNotOffered`, `startNotInFuture`, `slotTaken` and up to three free starts nearby,
 * `plumberNotFound`, `tooManyPending`, `tooManyPendingWithPlumber` (B9), and `tooMany` an hour (L1), where refused ones do
 * not count.
 */
export async function requestBooking(
  context: DomainContext,
  client: AuthenticatedUser,
  plumber: BookablePlumber | null,
  wish: BookingWish,
  draftId: string | null = null,
) {
  const { now } = context;
  if (client.role !== "client") return refuse("onlyClientsBook");
  if (plumber && !isOfferedStart(wish.startsAt, now)) return refuse("startNotOffered");
  if (!plumber && !isInLeadTime(wish.startsAt, now)) return refuse("startNotInFuture");

  const answer = await newEmailedToken();
  // A second attempt only if another booking has the reference.
  for (let attempt = 0; attempt < 3; attempt++) {
    // An attempt whose result got lost is found again as the first of two alike (B7).
    const result = await tryTwice(() => tryToBook(context, client, plumber, wish, draftId, answer));
    if (result) return result;
  }
  throw new Error("No free booking reference after three attempts.");
}

/** Null: everything was fine but the reference, which another booking has. */
async function tryToBook(
  context: DomainContext,
  client: AuthenticatedUser,
  plumber: BookablePlumber | null,
  wish: BookingWish,
  draftId: string | null,
  answer: EmailedToken,
) {
  const { db, now, emit } = context;
  const line = joinAddress(columnsOf(wish, "street", "suburb"));
  const request = {
    ...wish,
    city: wish.city ?? cityAtEnd(line ?? "") ?? plumber?.city ?? cityIn(line),
    id: newId(),
    reference: newReference(),
    clientId: client.id,
    plumberId: plumber?.id ?? null,
    draftId,
  };
  const attempt: Attempt = ["bookingPerClient", client.id];
  const found = await batch(db, {
    counted: hit(context, attempt),
    inserted: insertRequest(db, request, now, isWithinLimit(context, attempt)),
    ...followRequest(context, client, client.id, plumber, request, answer),
    draft: draftId === null ? null : claimDraft(db, draftId, request, wasMade(request), now),
    replaced: draftId === null ? null : selectReplaced(db, request),
    may: selectFacts(db, { book: isStillClient(client.id) }),
    sameStart: selectSameStart(db, request),
    pending: selectPending(db, request),
    hours: plumber && selectHours(db, plumber.id),
    taken: plumber && selectTakenTimes(db, plumber.id, now),
    // Refused requests do not count.
    refunded: refund(context, [attempt], sql`${isWithinLimit(context, attempt)} and not ${wasMade(request)}`),
  });

  const tooMany = exceeded(context, found.counted);
  const own = found.sameStart.find(({ clientId }) => clientId === client.id);
  // Of the same request sent again, too: the first attempt may have ended between the two.
  const [replaced] = found.replaced ?? [];
  if (replaced) await withdrawReplaced(context, client, replaced);
  if (found.inserted.meta.changes > 0) {
    // Read behind the insert, `own` is the new request: without a plumber it waits for the office (B8).
    const plumberId = own?.plumberId ?? null;
    emit({ type: "bookingChanged", bookingId: request.id, status: "pending", clientId: client.id, plumberId });
    return { ...OK, id: request.id, reference: request.reference, repeated: false, isHeld: plumberId !== null };
  }
  // Why it was not made, from what the batch has read.
  if (!found.may[0]?.book) return refuse("onlyClientsBook");
  if (own) return { ...OK, id: own.id, reference: own.reference, repeated: true, isHeld: own.plumberId !== null };
  if (tooMany) return tooMany;
  const [pending] = found.pending;
  const [hours] = found.hours ?? [];
  const taken = found.taken ?? [];
  if (plumber && !hours?.listed) return refuse("plumberNotFound");
  if (pending && pending.total >= PENDING_BOOKINGS_PER_CLIENT) return refuse("tooManyPending");
  if (!hours) return null;
  if (pending && pending.withPlumber >= PENDING_BOOKINGS_WITH_ONE_PLUMBER) return refuse("tooManyPendingWithPlumber");
  if (!isWithinHours(hours, wish.startsAt)) return refuse("startNotOffered");
  const isFree = (start: Instant) => isFreeStart(hours, taken, start);
  if (found.sameStart.length === 0 && isFree(wish.startsAt)) return null;
  return { ...refuse("slotTaken"), nearest: nearestFreeStarts(wish.startsAt, now, isFree) };
}

/** The query of the unanswered request in whose place this one, or one alike, was made (B31). */
const selectReplaced = (db: Database, request: NewRequest) =>
  selectForCommand(db).where(sql`bookings.id in (select replaces_id from bookings where ${isAlike(request)})
    and bookings.status = 'pending'`);

/** Withdraws an unanswered request in whose place another was made (B31); a plumber who answers at that moment keeps it. */
const withdrawReplaced = (context: DomainContext, client: AuthenticatedUser, replaced: BookingForCommand) =>
  transitionBooking(context, client, replaced, "cancel", {
    reason: "No answer, I've asked someone else",
    isUnanswered: true,
  });

export const wasMade = ({ id }: NewRequest) => sql`exists (select 1 from bookings where id = ${id})`;

/** The consequences of a request: history, figures, contacts, notices. `actor`: its client, or an admin (B29). */
export function followRequest(
  context: DomainContext,
  actor: AuthenticatedUser,
  clientId: string,
  plumber: Pick<BookablePlumber, "id"> | null,
  request: NewRequest,
  answer: EmailedToken,
) {
  const { db, now } = context;
  const eventId = newId();
  const isHeld = sql`exists (select 1 from bookings where id = ${request.id} and plumber_id is not null)`;
  const isForOffice = sql`exists (select 1 from bookings where id = ${request.id} and plumber_id is null)`;
  const today = dateAt(now);
  const ask = (recipient: Recipient, token: string | null, condition: SQL) =>
    notify(context, {
      to: recipient,
      cause: request.id,
      when: condition,
      notice: bookingNotices.bookingRequested,
      facts: { booking: request, token },
    });
  return {
    event: recordEvent(context, { id: request.id, status: "pending" }, "request", actor, { id: eventId }),
    siteTally: countInTallies(db, "requested", null, today, transitionRecorded(request, eventId)),
    jobs: plumber && countJobs(db, "jobsTotal", plumber.id, 1, isHeld),
    plumberTally: plumber && countInTallies(db, "requested", plumber.id, today, isHeld, { forSite: false }),
    contacts: plumber && introduce(db, clientId, plumber.id, isHeld, now),
    answerLink: plumber && keepAnswerLink(context, answer, request, plumber.id, isHeld),
    noticeToPlumber: plumber && ask(plumber.id, answer.token, isHeld),
    noticeToClient: notify(context, {
      to: clientId,
      cause: request.id,
      when: wasMade(request),
      notice: bookingNotices.requestReceived,
      facts: { booking: request },
    }),
    noticeToOffice: actor.role === "admin" ? null : ask({ office: true }, null, isForOffice),
  };
}

/** A listed plumber as `requestBooking` and `assignBooking` need them; null for anyone else (B3). */
export function findBookablePlumber(db: Database, id: string): Promise<BookablePlumber | null> {
  const { city, feeCents: fee, userId } = plumberProfiles;
  const plumber = db.select({ ...columnsOf(users, "id", "firstName", "lastName"), city, fee }).from(plumberProfiles);
  return firstRow(plumber.innerJoin(users, eq(users.id, userId)).where(and(isListed, eq(userId, id))));
}
