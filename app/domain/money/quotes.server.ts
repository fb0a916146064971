import { and, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { batch, type Database, columnsOf, insertWhere, firstRow, isOneOf } from "~/db/client.server";
import { bookings, quotes } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking-views";
import { MAX_VERSIONS, isUnusualQuote, type Quote } from "./quote";
import { isOpen, OPEN_STATUSES } from "../bookings/booking";
import { BOOKING_CHANGES, withLatest } from "../bookings/booking-event";
import { notAllowed, undecided } from "../bookings/transition-refusals";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { isOf, isVisitUndecided, undecidedVisit, speaksForClient } from "../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser, SessionClaims } from "../values/user";
import { emitChange, type MoneyChange, recordChange } from "./money-events.server";
import { isPossibleValidity, type quoteForm } from "./quote-schemas";

type Draft = z.output<typeof quoteForm>;

/**
 * Writes a quote for an open booking of this plumber; it replaces the open one (M2). The same again changes nothing.
 * Returns the version that is open now. Refuses with `validityNotPossible`, `quoteUnusual` (unless `isSure`), `quotesUsed`
 * after twenty, `visitUndecided` (M5), or `transitionNotAllowed` and the present status.
 */
export async function writeQuote(
  context: DomainContext,
  plumber: AuthenticatedUser,
  booking: BookingForCommand,
  { lines, deposit, note, validUntil, isSure }: Omit<Draft, "isSure"> & Partial<Draft>,
) {
  const { db, now } = context;
  if (!isPossibleValidity(validUntil, now)) return refuse("validityNotPossible");
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (isUnusualQuote(total, booking) && !isSure) return refuse("quoteUnusual");
  const text = JSON.stringify(lines);
  const change: MoneyChange = {
    id: newId(),
    actor: plumber,
    booking,
    event: "quote",
    amount: total,
    lines,
    deposit,
    note,
  };
  const nextVersion = sql`(select coalesce(max(version), 0) + 1 from quotes where booking_id = ${booking.id})`;
  const quote = { id: change.id, bookingId: booking.id, version: nextVersion, status: "open" } as const;
  const isSame = sql`booking_id = ${booking.id} and status = 'open' and lines = ${text} and deposit is ${deposit}
    and note is ${note} and valid_until = ${validUntil}`;
  const possible = sql`exists (select 1 from bookings where id = ${booking.id} and plumber_id = ${plumber.id}
    and ${isOneOf(sql`status`, OPEN_STATUSES)} and not ${isVisitUndecided})
    and (select count(*) from quotes where booking_id = ${booking.id}) < ${MAX_VERSIONS}
    and not exists (select 1 from quotes where ${isSame})`;
  const isReplaced = sql`booking_id = ${booking.id} and status = 'open' and ${possible}`;
  const { written, present, versions, same, latest } = await batch(db, {
    replaced: db.update(quotes).set({ status: "replaced", answeredAt: now }).where(isReplaced),
    written: insertWhere(db, quotes, { ...quote, lines, total, deposit, note, validUntil, createdAt: now }, possible),
    ...recordChange(context, change),
    present: selectPresent(db, booking.id),
    versions: selectVersions(db, booking.id).limit(1),
    same: db.select({ version: quotes.version }).from(quotes).where(isSame),
    latest: selectLatest(db, booking.id),
  });
  const version = versions[0]?.version ?? 0;
  if (written.meta.changes > 0) {
    emitChange(context, booking);
    return { ...OK, version };
  }
  const status = present[0]?.status ?? booking.status;
  if (!isOpen(status) || present[0]?.plumberId !== plumber.id)
    return withLatest(notAllowed(status), latest, BOOKING_CHANGES, plumber, now);
  if (present[0].isUndecided) return undecided(latest, plumber, now);
  return same[0] ? { ...OK, version: same[0].version } : refuse("quotesUsed");
}

/** The quote of this version, if the viewer may see the booking; else null. */
export function findQuote(db: Database, viewer: SessionClaims, bookingId: string, version: number) {
  const isIt = and(eq(quotes.bookingId, bookingId), eq(quotes.version, version), isOf(viewer));
  return firstRow(selectQuotes(db).where(isIt));
}

const quoteAnswer =
  (event: "accept-quote" | "decline-quote") =>
  async (
    context: DomainContext,
    speaker: AuthenticatedUser,
    booking: BookingForCommand,
    { version, total, deposit, validUntil }: Quote,
    reason: string | null = null,
  ) => {
    const { db, now } = context;
    const isAccepted = event === "accept-quote";
    const answer = isAccepted ? "accepted" : "declined";
    const why = isAccepted ? null : reason;
    const change: MoneyChange = { id: newId(), actor: speaker, booking, event, amount: total, reason: why };
    const recorded = transitionRecorded(booking, change.id);
    const isIt = sql`id = ${booking.id} and ${recorded}`;
    const isEarlier = sql`booking_id = ${booking.id} and version <> ${version} and status = 'accepted' and ${recorded}`;
    const { answered, present, versions, latest } = await batch(db, {
      answered: db.update(quotes).set({ status: answer, answeredAt: now })
        .where(sql`booking_id = ${booking.id} and version = ${version}
          and status = 'open' ${isAccepted ? sql`and valid_until >= ${now}` : sql``}
          and exists (select 1 from bookings where id = ${booking.id} and ${speaksForClient(speaker)}
            and ${isOneOf(sql`status`, OPEN_STATUSES)} and not ${isVisitUndecided})`),
      ...recordChange(context, change),
      ...(isAccepted && {
        price: db.update(bookings).set({ agreedPrice: total, agreedDeposit: deposit, updatedAt: now }).where(isIt),
        earlier: db.update(quotes).set({ status: "replaced" }).where(isEarlier),
      }),
      present: selectPresent(db, booking.id),
      versions: selectVersions(db, booking.id),
      latest: selectLatest(db, booking.id),
    });
    if (answered.meta.changes > 0) emitChange(context, booking);
    const mine = versions.find((one) => one.version === version);
    if (mine?.status === answer) return OK;
    const status = present[0]?.status ?? booking.status;
    if (!isOpen(status)) return withLatest(notAllowed(status), latest, BOOKING_CHANGES, speaker, now);
    if (present[0]?.isUndecided) return undecided(latest, speaker, now);
    if (versions.some((one) => one.version > version))
      return withLatest(refuse("quoteReplaced"), latest, ["quote"], speaker, now);
    return mine?.status === "open" && validUntil < now
      ? refuse("quoteExpired")
      : withLatest(refuse("quoteGone"), latest, ["accept-quote", "decline-quote", "assign"], speaker, now);
  };

/**
 * Accepts the quote that the page showed (M2), for its client or the office for one without an email (N20): its total is
 * the agreed price then, its deposit what is asked for in advance. Twice changes nothing. Refuses with `quoteReplaced`,
 * `quoteExpired`, `quoteGone` (declined, or ended), `visitUndecided` (M5), or `transitionNotAllowed` and the present status.
 */
export const acceptQuote = quoteAnswer("accept-quote");

/** Declines the quote that the page showed, for a `reason` or null. Refuses as `acceptQuote` does, except for its time. */
export const declineQuote = quoteAnswer("decline-quote");

/** A booking's quotes, the latest first; empty when the viewer is not its client, its plumber or an admin. */
export const listQuotes = (db: Database, viewer: SessionClaims, bookingId: string) =>
  selectQuotes(db)
    .where(and(eq(quotes.bookingId, bookingId), isOf(viewer)))
    .orderBy(desc(quotes.version));

const selectQuotes = (db: Database) =>
  db
    .select({
      ...columnsOf(quotes, "version", "lines", "total", "deposit", "note", "validUntil", "createdAt"),
      status: sql<(typeof quotes.$inferSelect)["status"]>`${quotes.status}`.as("quote_status"),
    })
    .from(quotes)
    .innerJoin(bookings, eq(bookings.id, quotes.bookingId)) satisfies PromiseLike<Quote[]>;

const selectPresent = (db: Database, bookingId: string) =>
  db
    .select({
      ...columnsOf(bookings, "status", "plumberId"),
      isUndecided: undecidedVisit,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));

const selectVersions = (db: Database, bookingId: string) =>
  db
    .select({ version: quotes.version, status: quotes.status })
    .from(quotes)
    .where(eq(quotes.bookingId, bookingId))
    .orderBy(desc(quotes.version));
