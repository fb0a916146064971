import { expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus } from "~/domain/bookings/booking";
import type { Role } from "~/domain/values/user";
import { env } from "../support/env";
import { AT_ONCE, SITUATIONS, stage } from "../support/booking-situations";
import { STEPS, take, users, type Shown, type StepName } from "../support/booking-steps";
import { MEANWHILE, type Change } from "../support/meanwhile";
import { takeAtOnce } from "../support/steps-at-once";

// Each step on a page as it was before: whatever it depends on has changed meanwhile, or somebody else takes it.

const TO_COME: BookingStatus[] = ["pending", "confirmed"];
const AGREED: BookingStatus[] = ["confirmed", "in-progress"];
const OPEN: BookingStatus[] = ["pending", ...AGREED];
const KEPT: BookingStatus[] = [...AGREED, "completed"];

interface Rule {
  /** From which statuses it takes effect, beside the situation's own; null: the status doesn't matter. */
  from: BookingStatus[] | null;
  /** What else it depends on, as the page had it. */
  on: Change[];
  /** Who else may take it. */
  also?: Role[];
}
/** As the page showed it: its start and its plumber. */
const SHOWN: Change[] = ["moved", "reassigned"];
/** Nothing goes on while the office decides about a missed visit; either side may have said so. */
const BY_CLIENT: Change[] = ["the plumber claims"];
const BY_PLUMBER: Change[] = ["the client claims"];
const OFFICE: Change[] = ["the admin is suspended"];
const PRICE: Change[] = ["priced", "another fee"];
const FREE: Change[] = [...SHOWN, "a payment stands", "a payment is under way", ...OFFICE];

const RULES: Record<StepName, Rule> = {
  "the plumber confirms": { from: ["pending"], on: SHOWN },
  "the plumber refuses": { from: ["pending"], on: SHOWN },
  "the client cancels": { from: TO_COME, on: [...SHOWN, ...BY_CLIENT], also: ["plumber", "admin"] },
  "the plumber cancels": { from: TO_COME, on: [...SHOWN, ...BY_PLUMBER], also: ["client", "admin"] },
  "the office cancels": { from: OPEN, on: [...SHOWN, ...OFFICE, ...BY_PLUMBER], also: ["client", "plumber"] },
  "the office assigns it": { from: [], on: [...FREE, "the other is unlisted", "the other is busy"] },
  "the office assigns it to a third": { from: [], on: ["moved", "the third is unlisted", "the third is busy"] },
  "the office moves it": { from: [], on: [...SHOWN, ...OFFICE, "busy ten hours later"] },
  "the client moves it": { from: [], on: ["moved", "assigned"], also: ["admin"] },
  "the client suggests a time": {
    from: TO_COME,
    on: [...SHOWN, "suggested three times", "busy fourteen hours later"],
    also: ["plumber"],
  },
  "the client accepts the time": {
    from: TO_COME,
    on: [...SHOWN, "another suggestion", "one's own suggestion", "busy five hours later"],
  },
  "the client declines the time": { from: TO_COME, on: [...SHOWN, "another suggestion"], also: ["plumber"] },
  "the plumber accepts the time": {
    from: TO_COME,
    on: [...SHOWN, "another suggestion", "the plumber's suggestion", "busy five hours later", ...BY_PLUMBER],
  },
  "the plumber sets off": { from: ["confirmed"], on: [...SHOWN, ...BY_PLUMBER] },
  "the plumber is not on the way": { from: ["confirmed"], on: [...SHOWN, ...BY_PLUMBER] },
  "the plumber starts": { from: ["confirmed"], on: [...SHOWN, ...BY_PLUMBER], also: ["admin"] },
  "the office starts it": { from: ["confirmed"], on: [...SHOWN, ...OFFICE, ...BY_CLIENT], also: ["plumber"] },
  "the plumber finishes": { from: AGREED, on: [...SHOWN, ...PRICE, ...BY_PLUMBER], also: ["admin"] },
  "the office completes it": { from: AGREED, on: [...SHOWN, ...PRICE, ...OFFICE, ...BY_CLIENT], also: ["plumber"] },
  "the plumber is not done yet": {
    from: ["completed"],
    on: [
      ...SHOWN,
      "completed again",
      "reviewed",
      "decided",
      "a payment stands",
      "the plumber is suspended",
      "the plumber is an admin",
      "the client is an admin",
    ],
  },
  "the client says that nobody came": { from: AGREED, on: SHOWN },
  "the plumber says that nobody was there": { from: AGREED, on: SHOWN },
  "the client says that the plumber came": { from: AGREED, on: SHOWN },
  "the client asks someone else": {
    from: [],
    on: [...SHOWN, "priced", "suggested", "a quote is open"],
    also: ["plumber", "admin"],
  },
  "the client corrects the street": {
    from: TO_COME,
    on: ["reassigned", "begun by now", "another street"],
    also: ["admin"],
  },
  "the office corrects the street": { from: OPEN, on: ["reassigned", "another street", ...OFFICE] },
  "the client marks the place": { from: OPEN, on: [] },
  "the plumber writes a report": { from: KEPT, on: ["reassigned"] },
  "the plumber writes a quote": { from: OPEN, on: ["reassigned", ...BY_PLUMBER] },
  "the client accepts the quote": { from: OPEN, on: ["the quote is replaced", ...BY_CLIENT] },
  "the client declines the quote": { from: OPEN, on: ["the quote is replaced", ...BY_CLIENT] },
  "the client records a payment": {
    from: KEPT,
    on: ["reassigned", "frozen", ...BY_CLIENT],
    also: ["plumber", "admin"],
  },
  "the plumber records a payment": {
    from: KEPT,
    on: ["reassigned", "frozen", ...BY_PLUMBER],
    also: ["client", "admin"],
  },
  "the office records a payment": { from: KEPT, on: ["reassigned", "frozen", ...OFFICE], also: ["client", "plumber"] },
  "the plumber records the same payment": {
    from: KEPT,
    on: ["reassigned", "frozen", "the record is the plumber's"],
  },
  "the plumber confirms the payment": {
    from: null,
    on: ["reassigned", "frozen", "paid in full", "the record is answered", "the record is the plumber's"],
  },
  "the plumber denies the payment": {
    from: null,
    on: ["reassigned", "the record is answered", "the record is the plumber's"],
  },
  "the client confirms the payment": { from: null, on: ["frozen", "the record is answered"] },
  "the client denies the payment": { from: null, on: ["the record is answered"] },
  "the client takes the payment back": {
    from: null,
    on: ["the record is answered", "the record is the office's", "the record is the plumber's"],
  },
  "the client agrees": { from: ["completed"], on: ["another final amount", "priced", "agreed", "decided"] },
  "the client does not agree": {
    from: ["completed"],
    on: ["another final amount", "priced", "agreed", "disputed", "decided"],
  },
  "the office decides": {
    from: ["completed"],
    on: ["another final amount", "agreed", "disputed", "frozen", ...OFFICE],
  },
  "the client reviews": { from: ["completed"], on: [] },
  "the client releases the money": {
    from: [],
    on: [
      "reassigned",
      ...PRICE,
      "paid",
      "more held",
      "another final amount",
      "disputed",
      "frozen",
      "completed again",
      "cancelled late",
    ],
  },
  "the client says that something is wrong": {
    from: ["completed"],
    on: ["another final amount", "disputed", "decided", "nothing held"],
  },
  "the office shares the money out": { from: [], on: ["reassigned", "unfrozen", "frozen", "more held", ...OFFICE] },
  "the office finds that the plumber did not come": { from: [], on: [...SHOWN, "frozen", "more held", ...OFFICE] },
  "the office finds another time": {
    from: [],
    on: [...SHOWN, "frozen", "more held", "busy ten hours later", ...OFFICE],
  },
  "the office finds that the visit took place": { from: [], on: [...SHOWN, "frozen", "more held", ...OFFICE] },
  "the office voids the receipt": { from: null, on: ["the receipt is voided", ...OFFICE] },
  "the office settles what was denied": {
    from: null,
    on: ["the dispute is closed", "the dispute is about money", "the dispute is another booking's", ...OFFICE],
  },
  "the office sends the refund": {
    from: null,
    on: ["the refund is smaller", "the reference is used", "the ledger is at fault", ...OFFICE],
  },
  "the office takes the refund back": {
    from: null,
    on: ["the refund is smaller", "the reference is another", "the provider sent it", ...OFFICE],
  },
};

const STRANGERS = {
  client: users.otherClient,
  plumber: users.otherPlumber,
  admin: users.formerAdmin,
  otherAdmin: users.formerAdmin,
};
const ROLES = ["client", "plumber", "admin"] as const;
/** Every row of a booking that a step could have changed. */
const TABLES = [
  "booking_events",
  "payments",
  "quotes",
  "receipts",
  "refunds",
  "settlements",
  "disputes",
  "notices",
  "ledger_transfers",
  "reviews",
];
const rowsOf = async ({ booking: { id } }: Shown): Promise<string> => {
  const ofTables = TABLES.map((name) => `select * from ${name} where booking_id = ?1`);
  const queries = ["select * from bookings where id = ?1", ...ofTables];
  const found = await env.DB.batch(queries.map((query) => env.DB.prepare(query).bind(id)));
  return JSON.stringify(found.map(({ results }) => results));
};

/** Each step, in the first situation in which it takes effect. */
const FIRST = Object.keys(STEPS).map((name) => {
  const step = name as StepName;
  const [situation] = Object.values(SITUATIONS).filter(({ steps }) => steps.includes(step));
  return [step, situation!] as const;
});

async function takesEffect(
  step: StepName,
  shown: Shown,
  before: string,
  by?: (typeof users)[keyof typeof users],
): Promise<boolean> {
  await take(step, shown, by);
  return (await rowsOf(shown)) !== before;
}

test.each(FIRST)(
  "%s: only on a booking that is as the page showed it, and nobody else does",
  async (step, situation) => {
    const { from, on, also = [] } = RULES[step];
    const { by } = STEPS[step];
    const shown = await stage(situation);
    // Without a plumber a booking is not confirmed.
    const statuses = BOOKING_STATUSES.filter(
      (status) => status !== situation.status && (shown.booking.plumber !== null || !KEPT.includes(status)),
    );
    const before = await rowsOf(shown);
    const effective: string[] = [];
    const others = ROLES.filter((role) => role !== by && role !== STRANGERS[by].role && !also.includes(role));
    for (const user of [...others.map((role) => users[role]), STRANGERS[by]])
      if (await takesEffect(step, shown, before, user)) effective.push(user.role);
    for (const what of [...statuses.filter((status) => from && !from.includes(status)), ...on]) {
      const undo = await MEANWHILE[what](shown);
      await take(step, shown);
      await undo();
      if ((await rowsOf(shown)) !== before) effective.push(what);
    }
    expect(effective).toEqual([]);
    for (const status of [null, ...statuses.filter((one) => from?.includes(one))]) {
      const other = await stage(situation);
      if (status) await MEANWHILE[status](other);
      expect(await takesEffect(step, other, await rowsOf(other)), `${status}`).toBe(true);
    }
  },
);

test.each(Object.entries(AT_ONCE))(
  "neighbouring steps at once on %s come to what one order gives",
  async (_, situation) => {
    const { steps } = situation;
    for (const [at, one] of steps.entries()) await takeAtOnce(situation, one, steps[(at + 1) % steps.length]!);
  },
);
