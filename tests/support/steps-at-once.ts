import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { bookings } from "~/db/schema";
import { messageOf } from "~/http/refusals";
import { contextAt } from "./users";
import { stage, type Situation } from "./booking-situations";
import { take, type Result, type Shown, type StepName } from "./booking-steps";

// Two people act on one booking at once, each on the page as it was before.

const { db } = contextAt();

const TIME = /(\w{3} \d+ \w{3} (\d{4}, |at ))?\d+:\d\d [ap]m/g;
const answerOf = (result: Result) => (result.ok ? "done" : messageOf(result).replace(TIME, "TIME"));

/** The outcome of two steps: the answer to each, the booking, its history, its payments. */
async function outcomeOf({ booking: { id, startsAt } }: Shown, answers: [Result, Result]) {
  const [[row], events, paid] = await Promise.all([
    db.select().from(bookings).where(eq(bookings.id, id)),
    db.all(sql`select event, actor_id from booking_events where booking_id = ${id} order by seq`),
    db.all(sql`select status, amount from payments where booking_id = ${id} order by amount`),
  ]);
  const { status, plumberId, agreedPrice, finalAmount, finalAnswer, paidAmount, proposedStart, frozenAt } = row!;
  return {
    answers: answers.map(answerOf),
    booking: { status, plumberId, agreedPrice, finalAmount, finalAnswer, paidAmount, isFrozen: frozenAt !== null },
    start: row!.startsAt - startsAt,
    proposedStart: proposedStart && proposedStart - startsAt,
    isOnTheWay: row!.onTheWayAt !== null,
    events,
    paid,
  };
}

const SAYS_ENOUGH = [
  // By whom, what and when.
  /(Rudo Moyo|Tendai Ncube|Our office|You) [a-z].* TIME\.$/,
  /^Someone else has assigned this booking to (Farai Dube|Chipo Sibanda) meanwhile\.$/,
  // A review is on the ticket itself.
  /^A finished job can be taken back for 10 minutes, unless it was reviewed/,
];

/**
 * Two people take these steps at once, each on the page as it was before: the outcome is that of one of the two orders, and a
 * refused user reads by whom and what. Returns whether one is refused, in at least one order.
 */
export async function takeAtOnce(situation: Situation, one: StepName, two: StepName): Promise<boolean> {
  const forth = await stage(situation);
  const back = await stage(situation);
  const together = await stage(situation);
  const orders = [await outcomeOf(forth, [await take(one, forth), await take(two, forth)])];
  const before = await take(two, back);
  orders.push(await outcomeOf(back, [await take(one, back), before]));
  const outcome = await outcomeOf(together, await Promise.all([take(one, together), take(two, together)]));
  expect(orders, `${one}, ${two}`).toContainEqual(outcome);
  for (const answer of [...orders, outcome].flatMap(({ answers }) => answers)) {
    const saysEnough = answer === "done" || SAYS_ENOUGH.some((words) => words.test(answer));
    expect(saysEnough, `${one}, ${two}: ${answer}`).toBe(true);
  }
  return orders.some(({ answers }) => answers.some((answer) => answer !== "done"));
}
