import { calendarFields } from "../queries/booking-views.server";
import { and, asc, eq, gte, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { bookings, plumberProfiles, users } from "~/db/schema";
import { storeCalendarToken } from "../../accounts/sessions.server";
import { hashToken, randomToken } from "../../accounts/tokens.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { isLiveSession } from "../../values/live-session.server";
import { refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { DomainContext } from "../../domain-context.server";
import { DAY, type Instant } from "../../time/harare";
import { DEFAULT_SERVICE, DEFAULT_TITLE } from "../booking";

const LOOKBACK = 30 * DAY;
const MAX_JOBS = 500;

/**
 * Gives a plumber's calendar feed a new secret in place of the old, and returns its address: D1 keeps the secret's hash
 * alone (B23). Refuses with `tooMany` beyond 20 a day (L1), and with `sessionEnded`.
 */
export async function renewCalendarFeed(context: DomainContext, plumber: AuthenticatedUser) {
  const { db, now, origin } = context;
  const token = randomToken();
  const attempt: Attempt = ["calendarLinkPerUser", plumber.id];
  const isLive = isLiveSession(plumber.sessionHash, plumber.id, now);
  const isAllowed = sql`${isLive} and ${isWithinLimit(context, attempt)}`;
  const { counted, stored } = await batch(db, {
    counted: hit(context, attempt, isLive),
    stored: storeCalendarToken(db, plumber.id, await hashToken(token), isAllowed),
  });
  if (stored.meta.changes === 1) return { ok: true as const, address: `${origin}/calendar/${token}.ics` };
  return exceeded(context, counted) ?? refuse("sessionEnded");
}

/** Ends a plumber's calendar feed (B23); ended twice is fine. */
export async function endCalendarFeed({ db }: DomainContext, plumber: AuthenticatedUser): Promise<void> {
  await storeCalendarToken(db, plumber.id, null);
}

/**
 * The jobs of the feed with this secret, from 30 days ago on, soonest first, at most 500 (B23). Cancelled ones are
 * among them, or calendars would keep them. Null when there is no such feed, or when its plumber is suspended.
 */
export async function listCalendarJobs(db: Database, token: string, now: Instant) {
  const tokenHash = await hashToken(token);
  const owner = sql`(select user_id from plumber_profiles where calendar_token_hash = ${tokenHash})`;
  const [[plumber], rows] = await Promise.all([
    db
      .select({ id: users.id })
      .from(plumberProfiles)
      .innerJoin(users, eq(users.id, plumberProfiles.userId))
      .where(sql`${plumberProfiles.calendarTokenHash} = ${tokenHash} and ${users.suspendedAt} is null`),
    db
      .select({
        ...calendarFields("plumber"),
        title: bookings.title,
        client: nameIn(users),
      })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.clientId))
      .where(and(sql`${bookings.plumberId} = ${owner}`, gte(bookings.startsAt, now - LOOKBACK)))
      .orderBy(asc(bookings.startsAt))
      .limit(MAX_JOBS),
  ]);
  if (!plumber) return null;
  return rows.map(({ title, serviceType, client, ...job }) => ({
    ...job,
    service: serviceType ?? DEFAULT_SERVICE,
    summary: `${title ?? serviceType ?? DEFAULT_TITLE}: ${client}`,
  }));
}
