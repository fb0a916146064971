import { and, eq, gte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, payoutBatches, payouts, settlements } from "~/db/schema";
import { client } from "../bookings/queries/booking-columns.server";
import { owedTo } from "./accounts";
import { balanceOf } from "./ledger.server";
import { addDays, dateAt, instantOf, mondayOf, type Instant, type LocalDate } from "../time/harare";
import { listPage } from "../values/key-cursor";
import { latestFirst } from "../values/key-order.server";
import { maskNumber, placeOf } from "./payout";
import type { OwnPayout, PlumberMoney, ReleasedRow } from "./plumber-money";

/** What Pombi holds for a plumber's jobs, owes them, and has paid out (M8). */
export async function findPlumberMoney(db: Database, plumberId: string): Promise<PlumberMoney> {
  const [row] = await db
    .select({
      held: sql<number>`(select coalesce(sum(held_amount), 0) from bookings where plumber_id = ${plumberId} and held_amount > 0)`.as(
        "held",
      ),
      owed: balanceOf(owedTo(plumberId)).as("owed"),
      paidOut:
        sql<number>`(select coalesce(sum(amount), 0) from payouts where plumber_id = ${plumberId} and status = 'sent')`.as(
          "paid_out",
        ),
    })
    .from(sql`(select 1)`);
  return row ?? { held: 0, owed: 0, paidOut: 0 };
}

const WEEKS_SHOWN = 8;
const PAGE_SIZE = 20;

/**
 * What was released for a plumber's jobs in each of the last eight weeks in Harare, this one included, oldest first, and
 * what of it was commission, in cents.
 */
export async function listReleasedByWeek(
  db: Database,
  plumberId: string,
  now: Instant,
): Promise<{ monday: LocalDate; released: number; commission: number }[]> {
  const first = addDays(mondayOf(dateAt(now)), -7 * (WEEKS_SHOWN - 1));
  const rows = await db
    .select({ at: settlements.at, earned: settlements.earned, commission: settlements.commission })
    .from(settlements)
    .where(and(eq(settlements.plumberId, plumberId), gte(settlements.at, instantOf(first, 0))));
  return Array.from({ length: WEEKS_SHOWN }, (_, week) => {
    const monday = addDays(first, 7 * week);
    const ofWeek = rows.filter(({ at }) => mondayOf(dateAt(at)) === monday);
    return {
      monday,
      released: ofWeek.reduce((sum, { earned, commission }) => sum + earned + commission, 0),
      commission: ofWeek.reduce((sum, { commission }) => sum + commission, 0),
    };
  });
}

/** A page of what jobs' held money has brought a plumber, the latest first, from the cursor `after` (L4). */
export async function listReleased(db: Database, plumberId: string, after: string | null) {
  const byAge = latestFirst(settlements.at, settlements.id);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: (cursor, limit): Promise<ReleasedRow[]> =>
      db
        .select({
          id: settlements.id,
          bookingId: settlements.bookingId,
          reference: bookings.reference,
          client: sql<string>`${client.firstName} || ' ' || ${client.lastName}`.as("client_name"),
          reason: settlements.reason,
          earned: settlements.earned,
          commission: settlements.commission,
          at: settlements.at,
        })
        .from(settlements)
        .innerJoin(bookings, eq(bookings.id, settlements.bookingId))
        .innerJoin(client, eq(client.id, bookings.clientId))
        .where(sql`${settlements.plumberId} = ${plumberId} and ${byAge.after(cursor) ?? sql`true`}`)
        .orderBy(...byAge.order)
        .limit(limit),
    at: ({ at }) => at,
  });
  return { released: items, next };
}

const PAYOUTS_SHOWN = 20;

/** A plumber's latest payouts, at most 20; cancelled ones are left out. */
export async function listOwnPayouts(db: Database, plumberId: string): Promise<OwnPayout[]> {
  const byAge = latestFirst(payouts.createdAt, payouts.id);
  const rows = await db
    .select({
      id: payouts.id,
      amount: payouts.amount,
      bank: payouts.bank,
      ending: sql<string>`substr(${payouts.number}, -3)`.as("ending"),
      status: payouts.status,
      createdAt: payouts.createdAt,
      sentAt: payoutBatches.sentAt,
      reference: payoutBatches.reference,
    })
    .from(payouts)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payouts.batchId))
    .where(sql`${payouts.plumberId} = ${plumberId} and ${payouts.status} <> 'cancelled'`)
    .orderBy(...byAge.order)
    .limit(PAYOUTS_SHOWN);
  return rows.map(({ bank, ending, ...row }) => ({ ...row, place: placeOf({ bank, masked: maskNumber(ending) }) }));
}
