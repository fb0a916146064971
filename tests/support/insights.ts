import { expect } from "vitest";
import type { Database } from "~/db/client.server";
import { bookingEvents, bookings, jobTallies, ledgerTransfers, requestTallies, reviews } from "~/db/schema";
import { FIGURES, NOTICES, SIDES, sumOf, WAIT_STEPS, type Figures } from "~/domain/admin/insights";
import { dateAt, HOUR, MINUTE, mondayOf } from "~/domain/time/harare";

type Tallies = Map<string, Figures>;

/** Holds that the stored sums are what one counts who reads every booking, its history, its review and the ledger (O20). */
export async function holdTallies(db: Database): Promise<void> {
  const [counted, stored] = [await countAgain(db), await readStored(db)];
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(counted));
}

async function readStored(db: Database): Promise<Tallies> {
  const cells = [...(await db.select().from(requestTallies)), ...(await db.select().from(jobTallies))];
  return byCell(cells.map(({ week, cityKey, serviceType, ...figures }) => [[week, cityKey, serviceType], figures]));
}

function byCell(parts: [cell: string[], figures: Partial<Figures>][]): Tallies {
  const cells = Map.groupBy(parts, ([cell]) => cell.join("|"));
  return new Map(
    [...cells]
      .map(([cell, of]) => [cell, sumOf(of.map(([, figures]) => figures))] as const)
      .filter(([, figures]) => FIGURES.some((name) => figures[name] !== 0)),
  );
}

async function countAgain(db: Database): Promise<Tallies> {
  const [rows, events, reviewRows, transfers] = [
    await db.select().from(bookings),
    Map.groupBy(await db.select().from(bookingEvents), ({ bookingId }) => bookingId),
    await db.select().from(reviews),
    await db.select().from(ledgerTransfers),
  ];
  const weekOf = (instant: number) => mondayOf(dateAt(instant));
  const parts: [string[], Partial<Figures>][] = [];
  for (const row of rows) {
    const own = (events.get(row.id) ?? []).sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    const kind = [row.cityKey ?? "", row.serviceType ?? ""];
    const figures: Partial<Figures> = { requested: 1 };
    if (rows.some((other) => other.clientId === row.clientId && other.createdAt < row.createdAt)) figures.repeated = 1;
    if (own.some(({ toStatus }) => ["confirmed", "in-progress", "completed"].includes(toStatus))) figures.confirmed = 1;
    const ended = own.findLast(({ event }) => event === "cancel" || event === "refuse" || event === "expire");
    if (row.status === "completed") figures.completed = 1;
    if (row.status === "refused") figures[ended?.event === "expire" ? "expired" : "refused"] = 1;
    if (row.status === "cancelled") {
      const side: (typeof SIDES)[number] = SIDES.find((role) => role === ended?.actorRole) ?? "office";
      const ahead = row.startsAt - (ended?.at ?? 0);
      const notice = NOTICES[ahead >= 24 * HOUR ? 0 : ahead >= 2 * HOUR ? 1 : 2];
      const name = `${side}${notice}` as const;
      figures[name] = 1;
    }
    const answer = own.find(({ event }) => event === "confirm" || event === "refuse");
    if (answer) {
      const step = WAIT_STEPS.find((minutes) => answer.at - row.createdAt <= minutes * MINUTE);
      if (step) figures[`waited${step}`] = 1;
      else figures.waitedLonger = 1;
    }
    parts.push([[weekOf(row.createdAt), ...kind], figures]);
    if (row.completedAt === null) continue;

    const job: Partial<Figures> = { jobs: 1, paid: row.paidAmount };
    const isSettled =
      row.finalAnswer === null
        ? row.finalAmount !== null && row.finalAmount <= (row.agreedPrice ?? row.fee ?? row.finalAmount)
        : row.finalAnswer !== "disputed";
    if (isSettled && row.finalAmount !== null) Object.assign(job, { priced: 1, value: row.finalAmount });
    job.commission = transfers
      .filter(({ kind, debit }) => kind === "commission" && debit === `held:${row.id}`)
      .reduce((sum, { amount }) => sum + amount, 0);
    const review = reviewRows.find(({ bookingId, hiddenAt }) => bookingId === row.id && hiddenAt === null);
    if (review) job[`rated${review.rating as 1 | 2 | 3 | 4 | 5}`] = 1;
    parts.push([[weekOf(row.completedAt), ...kind], job]);
  }
  return byCell(parts);
}
