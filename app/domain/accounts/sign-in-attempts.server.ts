import { sql, type SQL } from "drizzle-orm";
import {
  exceeded,
  hit,
  isWithinLimit,
  keepPlace,
  refund,
  subjectOf,
  type Attempt,
  type CountingContext,
} from "../rate-limits/counter.server";
import { networkOf } from "../rate-limits/network";
import { giveBack, take, untilThereIsOne } from "../rate-limits/refilling-limit.server";
import { MINUTE, SECOND } from "../time/harare";
import { refuse, type TooMany } from "../values/refusal";

/** What one sign-in has counted, to be taken back when it succeeds. */
export interface CountedSignIn {
  windows: Attempt[];
  refilling: Attempt[];
}

/** Of an email's and of an address's attempts, those that only someone with a place may take. */
const KEPT_OF_EMAIL = 4;
const KEPT_OF_ADDRESS = 20;
/** Who came too early has a place: their next attempt counts as one who waits, from then on and for so long. */
const PLACE_WAITS = 15 * SECOND;
const PLACE_LIVES = 2 * MINUTE;
/** Nobody is told to wait longer for what others have tried. */
const LONGEST_WAIT = 60 * SECOND;

/**
 * Counts a sign-in by a browser that is not known (A13): per email and IP address, and, so that nobody can use them up for
 * the owner, over all addresses by attempts that come back one by one. The last ones of those are kept for who was told
 * to wait and has come back, and for networks that have failed the least with this email. What comes too early counts
 * nowhere. Returns the statements in their order, and how to read what they gave.
 */
export function countStranger(context: CountingContext, email: string, clientAddress: string) {
  const { db, now } = context;
  const perUser: Attempt = ["signInPerUser", `${email} ${clientAddress}`];
  const perEmail: Attempt = ["signInPerEmail", email];
  const perAddress: Attempt = ["signInPerAddress", clientAddress];
  const perNetwork: Attempt = ["signInPerNetwork", `${email} ${networkOf(clientAddress)}`];
  const place = `signInPlace:${email} ${clientAddress}`;

  const placeMatures = sql`coalesce((select window_ends_at - ${PLACE_LIVES - PLACE_WAITS} - ${now}
    from rate_limit_counters where subject = ${place} and window_ends_at between ${now} and ${now + PLACE_LIVES}), ${PLACE_WAITS})`;
  const hasFailed = sql`min(${KEPT_OF_EMAIL}, coalesce((select count from rate_limit_counters
    where subject = ${subjectOf(perNetwork)} and window_ends_at > ${now}), 0))`;
  const untilTurn = (ofEmail: SQL | number, ofAddress: number) =>
    sql`max(${untilThereIsOne(context, perEmail, ofEmail)}, ${untilThereIsOne(context, perAddress, ofAddress)})`;
  const isTurn = sql`(${untilTurn(KEPT_OF_EMAIL, KEPT_OF_ADDRESS)} <= 0 or (${placeMatures} <= 0 and ${untilTurn(hasFailed, 0)} <= 0))`;

  return {
    statements: {
      // Before anything is counted: what it says is what the statements below find.
      turn: db
        .select({
          wait: sql<number>`iif(${isTurn}, 0, max(1, ${placeMatures}, ${untilTurn(hasFailed, 0)}))`.as("wait"),
        })
        .from(sql`(select 1)`),
      counted: hit(context, perUser),
      ofAddress: take(context, perAddress, sql`${isWithinLimit(context, perUser)} and ${isTurn}`),
      // Each asks for the one before it.
      ofEmail: take(context, perEmail, sql`changes() = 1`),
      ofNetwork: hit(context, perNetwork, sql`changes() = 1`),
      takenBack: refund(context, [perUser], sql`changes() = 0`),
      place: keepPlace(context, place, PLACE_LIVES, sql`changes() = 1`),
    },
    counted: { windows: [perUser, perNetwork], refilling: [perEmail, perAddress] } satisfies CountedSignIn,
    tooMany({
      counted,
      turn: [turn],
    }: {
      counted: Parameters<typeof exceeded>[1];
      turn: { wait: number }[];
    }): TooMany | null {
      const over = exceeded(context, counted);
      if (over || !turn?.wait) return over;
      return { ...refuse("tooMany"), retryAfterSeconds: Math.ceil(Math.min(turn.wait, LONGEST_WAIT) / SECOND) };
    },
  };
}

/** The statements that take back what a sign-in has counted, where `condition` holds. */
export const takeBackSignIn = (
  context: CountingContext,
  { windows, refilling }: CountedSignIn,
  condition: SQL = sql`true`,
) => [refund(context, windows, condition), ...refilling.map((attempt) => giveBack(context, attempt, condition))];
