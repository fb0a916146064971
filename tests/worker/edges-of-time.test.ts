import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookings, dailyTallies, notices, payoutDetails } from "~/db/schema";
import { keepForm, listKeptForms } from "~/domain/accounts/kept-forms.server";
import { isReplaceable } from "~/domain/bookings/queries/booking-conditions.server";
import {
  askAboutOpenJobs,
  expireRequests,
  nudgePlumbers,
  remindOfAppointments,
} from "~/domain/bookings/commands/reminders.server";
import { rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { correctBooking } from "~/domain/bookings/commands/corrections.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { ledgerIsSound, checkLedgerNow } from "~/domain/ledger/ledger.server";
import { preparePayouts } from "~/domain/escrow/payout-batches.server";
import { settleDueBookings } from "~/domain/escrow/settlements.server";
import { acceptQuote, writeQuote } from "~/domain/money/quotes.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { DAY, HOUR, instantOf, MINUTE, type Instant } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import {
  admin,
  booking,
  client,
  createBooking,
  completed,
  draft,
  earn,
  paidOnlineJob,
  plumber,
  quote,
  row,
  seedPayers,
} from "../support/money";
import { addDevice, queueNotice, takeAll } from "../support/notices";
import { contextAt, db, now } from "../support/users";
import { changeSetting } from "~/domain/settings/setting-changes.server";

// Every time limit that a verb has, asked of the verb a millisecond before its edge, at it, and after it: a limit that is
// given by the test, or read from the product, would hold nothing.

beforeAll(seedPayers);

/** Tells what the verb does at an instant, on a stage of its own. */
type Asked = (at: Instant) => Promise<unknown>;
interface Edge {
  edge: Instant;
  ask: Asked;
  says: Says;
}
/** At the last millisecond before the edge, at the edge, and behind it. */
interface Says {
  before: unknown;
  at: unknown;
  behind: unknown;
}
const FROM: Says = { before: false, at: true, behind: true };
const UNTIL: Says = { before: true, at: true, behind: false };
const BEFORE: Says = { before: true, at: false, behind: false };

const start = instantOf("2027-03-01", 12 * 60);
const visit = (more: Parameters<typeof createBooking>[0] = {}) => createBooking({ startsAt: start, ...more });
const transition =
  (
    who: () => typeof client,
    name: Parameters<typeof transitionBooking>[3],
    more: Parameters<typeof createBooking>[0] = {},
  ): Asked =>
  async (at) => {
    const id = await visit(more);
    return (await transitionBooking(contextAt(at), who(), await booking(id), name)).ok;
  };
const step =
  (who: () => typeof client, name: Parameters<typeof takeJobStep>[3]): Asked =>
  async (at) =>
    (await takeJobStep(contextAt(at), who(), await booking(await visit()), name)).ok;
const cancelledLate =
  (who: () => typeof client): Asked =>
  async (at) => {
    const id = await visit();
    await transitionBooking(contextAt(at), who(), await booking(id), "cancel");
    return (await row(id)).cancelledLateBy !== null;
  };
/** Whether a scheduled task of that instant changes this column of a booking. */
const marks =
  (
    task: (context: ReturnType<typeof contextAt>) => Promise<unknown>,
    column: keyof typeof bookings.$inferSelect,
    more = {},
  ): Asked =>
  async (at) => {
    const id = await visit(more);
    const before = (await row(id))[column];
    await task(contextAt(at));
    return (await row(id))[column] !== before;
  };
const MORNING = instantOf("2027-01-10", 6 * 60 + 30);
const EVENING = instantOf("2027-01-10", 21 * 60);
/** Whether a push about a booking that starts so much later waits for the end of the quiet hours. */
const waits =
  (ahead: (at: Instant) => Instant): Asked =>
  async (at) => {
    const id = await visit({ startsAt: ahead(at) });
    await addDevice({ db, now }, client);
    await transitionBooking(contextAt(at), plumber, await booking(id), "cancel");
    const isPush = sql`booking_id = ${id} and channel = 'push' and user_id = ${client.id}`;
    const [push] = await db.select().from(notices).where(isPush);
    return push!.nextAttemptAt > at;
  };
const NIGHT = instantOf("2027-01-10", 23 * 60);
const completedAt = start + HOUR;
const finished = { status: "completed", completedAt, finalAmount: 25_00 } as const;

const EDGES: Record<string, Edge> = {
  "“Not done yet”, ten minutes": {
    edge: completedAt + 10 * MINUTE,
    ask: transition(() => plumber, "reopen", finished),
    says: UNTIL,
  },
  "the plumber's start, an hour ahead": { edge: start - HOUR, ask: transition(() => plumber, "start"), says: FROM },
  "the plumber's completion, the start": { edge: start, ask: transition(() => plumber, "complete"), says: FROM },
  "the office's completion, the start": { edge: start, ask: transition(() => admin, "complete"), says: FROM },
  "a request without an answer, the start": {
    edge: start,
    ask: marks(expireRequests, "status", { status: "pending" }),
    says: FROM,
  },
  "a missed visit, half an hour": {
    edge: start + 30 * MINUTE,
    ask: step(() => client, "plumber-did-not-come"),
    says: FROM,
  },
  "a missed client, half an hour": {
    edge: start + 30 * MINUTE,
    ask: step(() => plumber, "nobody-was-there"),
    says: FROM,
  },
  "on the way, the day in Harare": {
    edge: instantOf("2027-03-01", 0),
    ask: step(() => plumber, "on-the-way"),
    says: FROM,
  },
  "a late client, two hours": { edge: start - 2 * HOUR + 1, ask: cancelledLate(() => client), says: FROM },
  "a late plumber, two hours": { edge: start - 2 * HOUR + 1, ask: cancelledLate(() => plumber), says: FROM },
  "a client's correction, the start": {
    edge: start,
    ask: async (at) => {
      const correction = { drawn: { street: null }, corrected: { street: "1 New Street" } };
      return (await correctBooking(contextAt(at), client, await booking(await visit()), correction)).ok;
    },
    says: BEFORE,
  },
  "a reminder, a day": { edge: start - DAY, ask: marks(remindOfAppointments, "remindedDayAt"), says: FROM },
  "a reminder, two hours": { edge: start - 2 * HOUR, ask: marks(remindOfAppointments, "remindedHoursAt"), says: FROM },
  "a nudge, two hours": {
    edge: now + 2 * HOUR,
    ask: marks(nudgePlumbers, "nudges", { status: "pending", askedAt: now }),
    says: FROM,
  },
  "a second nudge, a day": {
    edge: now + DAY,
    ask: marks(nudgePlumbers, "nudges", { status: "pending", askedAt: now, nudges: 1 }),
    says: FROM,
  },
  "a job still open, a day": { edge: start + DAY, ask: marks(askAboutOpenJobs, "askedToCloseAt"), says: FROM },
  "someone else, a day without an answer": {
    edge: now + DAY,
    ask: async (at) => {
      const id = await visit({ status: "pending", askedAt: now });
      return (await db.$count(bookings, sql`id = ${id} and ${isReplaceable(at)}`)) === 1;
    },
    says: FROM,
  },
  "someone else, half the time to a near visit": {
    edge: now + 2 * HOUR,
    ask: async (at) => {
      const id = await visit({ status: "pending", askedAt: now, startsAt: now + 4 * HOUR });
      return (await db.$count(bookings, sql`id = ${id} and ${isReplaceable(at)}`)) === 1;
    },
    says: FROM,
  },
  "another start, 366 days": {
    edge: start + 10 * DAY - 366 * DAY,
    ask: async (at) =>
      (await rescheduleBooking(contextAt(at), admin, await booking(await visit()), start + 10 * DAY)).ok,
    says: FROM,
  },
  "held money, a day after completion": {
    edge: now + DAY,
    ask: async (at) => {
      const id = await paidOnlineJob();
      await settleDueBookings(contextAt(at));
      return (await row(id)).heldAmount === 0;
    },
    says: FROM,
  },
  "a quote, its last moment": {
    edge: now + 7 * DAY,
    ask: async (at) => {
      const id = await createBooking();
      await writeQuote(contextAt(now), plumber, await booking(id), draft(30_00));
      return (await acceptQuote(contextAt(at), client, await booking(id), await quote(id, 1))).ok;
    },
    says: UNTIL,
  },
  "a quote's validity, the end of the ninetieth day": {
    edge: instantOf("2027-02-19", 0) - 1,
    ask: async (at) => {
      const id = await createBooking();
      return (await writeQuote(contextAt(now), plumber, await booking(id), draft(30_00, { validUntil: at }))).ok;
    },
    says: UNTIL,
  },
  "changed payout details, 48 hours": {
    edge: now + 2 * DAY,
    ask: async (at) => {
      await earn();
      await db.update(payoutDetails).set({ validFrom: now + 2 * DAY });
      await checkLedgerNow(contextAt(at));
      return (await preparePayouts(contextAt(at), admin, { id: newId(), method: "ecocash" })).ok;
    },
    says: FROM,
  },
  "a sound ledger, 26 hours": {
    edge: now + 26 * HOUR,
    ask: async (at) => {
      await checkLedgerNow(contextAt(now));
      return (await db.all<{ is: number }>(sql`select ${ledgerIsSound(at)} as "is"`))[0]!.is === 1;
    },
    says: BEFORE,
  },
  "a kept form, an hour": {
    edge: now + HOUR,
    ask: async (at) => {
      const id = await keepForm(contextAt(now), { path: "/profile", deviceToken: "device", answers: {} });
      return (await listKeptForms(contextAt(at), [id!], "/profile")).length > 0;
    },
    says: BEFORE,
  },
  "quiet hours, their first minute": { edge: EVENING, ask: waits(() => EVENING + 30 * DAY), says: FROM },
  "quiet hours, their last minute": { edge: MORNING, ask: waits(() => MORNING + 30 * DAY), says: BEFORE },
  "quiet hours, a visit twelve hours ahead": {
    edge: NIGHT,
    ask: waits(() => NIGHT + 12 * HOUR),
    says: UNTIL,
  },
};

const CASES = Object.entries(EDGES).flatMap(([name, { edge, ask, says }]) =>
  [
    { off: -1, expected: says.before },
    { off: 0, expected: says.at },
    { off: 1, expected: says.behind },
  ].map(({ off, expected }) => ({ name, off, at: edge + off, ask, expected })),
);

test.each(CASES)("the edge of $name is kept to the millisecond by its verb, at $off", async ({ at, ask, expected }) => {
  expect(await ask(at)).toBe(expected);
});

test.each([0, 30, 119, 120, 1439])(
  "minute %i in Harare belongs to the date of its figures and budgets",
  async (minute) => {
    const at = instantOf("2027-01-10", minute);
    await leaveReview(contextAt(at), client, { bookingId: await completed(), rating: 4, comment: null });
    const [day] = await db
      .select()
      .from(dailyTallies)
      .where(sql`plumber_id = ${plumber.id} and reviews > 0`);
    expect(day).toMatchObject({ day: "2027-01-10", reviews: 1, ratingSum: 4 });
    await changeSetting(contextAt(now), admin, "budgets", { whatsapp: 500, sms: 1 });
    const midnight = instantOf("2027-01-10", 0);
    const { sent, senders } = takeAll();
    const send = async (sentAt: Instant) => {
      await db.delete(notices);
      await queueNotice({ db, now: sentAt }, { channel: "sms", status: "sent", sentAt });
      await queueNotice({ db, now: at }, { channel: "sms" });
      await sendDueNotices(contextAt(at), senders);
      return sent.filter(({ channel }) => channel === "sms").length;
    };
    // What went out yesterday counts no longer; what did today does.
    expect([await send(midnight), await send(midnight - 1)]).toEqual([0, 1]);
  },
);
