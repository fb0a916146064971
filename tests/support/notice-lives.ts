import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { openDatabase, columnsOf } from "~/db/client.server";
import { PHONE_CHANNELS, SENT_CHANNELS, type SentChannel } from "~/db/notice-channels";
import { bookings, notices, users, webhookEndpoints } from "~/db/schema";
import { recordConsent } from "~/domain/admin/callers/caller-accounts.server";
import { resendNotice } from "~/domain/admin/desk/system-health.server";
import { mergeAccounts } from "~/domain/admin/people/account-merges.server";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { DeliveryError, type QueuedNotice, type Senders } from "~/domain/notices/notice";
import { recordDeliveryReports } from "~/domain/notices/notice-states.server";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { fullName, type SteppedUpUser } from "~/domain/values/user";
import { pipeline } from "../../workers/d1";
import { env } from "./env";
import { LINE_LOST } from "./failing-d1";
import { insertBooking } from "./money-rows";
import { addDevice, addPhone } from "./notices";
import { contextAt, createCaller, createUser } from "./users";

// Random lives of notices, from the verb that causes them until all is quiet: whatever providers, D1 and people do
// meanwhile, none is sent twice but in the cases of rule 78, none is lost, and none says what is no longer so.

type Client = SteppedUpUser & { role: "client" };
type Plumber = SteppedUpUser & { role: "plumber" };
interface People {
  /** Who asked for the job, and an account that theirs may be merged into. */
  clients: [Client, Client];
  plumbers: [Plumber, Plumber];
  admin: SteppedUpUser;
}
interface Life extends People {
  booking: string;
  now: number;
  /** The notices that providers accepted, with the providers' ids. */
  taken: Map<string, string>;
  /** Those that may go out once more: taken without an answer, not marked by a Worker that died, or sent again by hand. */
  excused: Set<string>;
  /** What was queued for the client when their account was merged. */
  merged: { kind: string; causeId: string }[];
  wrong: string[];
}

let phones = 0;
async function createReachable<Of extends "client" | "plumber">(role: Of) {
  const context = contextAt();
  const user = await createUser(context, role);
  for (const channel of PHONE_CHANNELS)
    await addPhone(context, { userId: user.id, channel, phone: `+26377${String(phones++).padStart(7, "0")}` });
  await addDevice(context, user);
  const topics = JSON.stringify(["requests", "changes"]);
  const endpoint = { id: newId(), url: "https://program.test/", topics, secret: "s", createdAt: context.now };
  await context.db.insert(webhookEndpoints).values({ ...endpoint, userId: user.id });
  return user;
}

/** Who booked: by an account of their own, or on the phone, with a consent to text messages or without one. */
const BOOKED = ["online", "by phone", "by phone, with texts"] as const;

async function createBooker(booked: (typeof BOOKED)[number], admin: SteppedUpUser): Promise<Client> {
  if (booked === "online") return createReachable("client");
  const context = contextAt();
  const caller = await createCaller(context);
  if (booked === "by phone, with texts") await recordConsent(context, admin, caller.id, "Yes, please");
  return { ...caller, role: "client" };
}

async function begin(booked: (typeof BOOKED)[number]): Promise<Life> {
  const context = contextAt();
  const admin = await createUser(context, "admin");
  const client = await createBooker(booked, admin);
  const otherClient = await createReachable("client");
  const plumber = await createReachable("plumber");
  const otherPlumber = await createReachable("plumber");
  const booking = newId();
  const sides = { clientId: client.id, plumberId: plumber.id };
  await insertBooking(context, { id: booking, status: "pending", ...sides, startsAt: context.now + 3 * DAY });
  const own = { taken: new Map<string, string>(), excused: new Set<string>(), merged: [], wrong: [] };
  return {
    clients: [client, otherClient],
    plumbers: [plumber, otherPlumber],
    admin,
    booking,
    now: context.now,
    ...own,
  };
}

interface Moment extends Life {
  context: DomainContext;
  shown: BookingForCommand;
  client: Client;
  /** Who has the job, and who has not. */
  plumber: Plumber;
  other: Plumber;
  part: number;
}

const pickOf = <Item>(items: Item[], part: number): Item | undefined => items[Math.floor((part * items.length) / 101)];
const suspended = (isSuspended: boolean) => (moment: Moment) =>
  moment.context.db
    .update(users)
    .set({ suspendedAt: isSuspended ? moment.context.now : null })
    .where(eq(users.id, moment.plumber.id));

const ACTIONS = {
  confirm: ({ context, plumber, shown }) => transitionBooking(context, plumber, shown, "confirm"),
  refuse: ({ context, plumber, shown }) => transitionBooking(context, plumber, shown, "refuse"),
  cancelByClient: ({ context, client, shown }) => transitionBooking(context, client, shown, "cancel"),
  cancelByPlumber: ({ context, plumber, shown }) => transitionBooking(context, plumber, shown, "cancel"),
  suggest: ({ context, client, shown, part }) =>
    proposeTime(context, client, shown, shown.startsAt + (part + 1) * HOUR),
  accept: ({ context, plumber, shown }) => acceptTime(context, plumber, shown, shown.proposedStart ?? 0),
  decline: ({ context, plumber, shown }) => declineTime(context, plumber, shown, shown.proposedStart ?? 0),
  reassign: async ({ context, admin, other, shown }) => {
    const assigned = await findBookablePlumber(context.db, other.id);
    if (assigned) await assignBooking(context, admin, shown, assigned, shown.plumber?.id ?? null);
  },
  merge: async ({ context, admin, clients: [one, other], merged }) => {
    const isQueued = sql`user_id = ${one.id} and status = 'queued'`;
    const queued = await context.db
      .select({ kind: notices.kind, causeId: notices.causeId })
      .from(notices)
      .where(isQueued);
    if ((await mergeAccounts(context, admin, one.id, other.id)).ok) merged.push(...queued);
  },
  suspend: suspended(true),
  restore: suspended(false),
  report: async ({ context: { db, now }, taken, excused, part }) => {
    const one = pickOf([...taken], part);
    if (!one) return;
    const [id, providerId] = one;
    const failed = { code: "131026", reason: "Undeliverable", isRefused: part % 5 === 0 };
    const report = part % 3 === 0 ? { failed } : { deliveredAt: now, ...(part % 2 === 0 && { seenAt: now }) };
    await recordDeliveryReports(db, [{ noticeId: id, providerId, ...report }]);
    await recordDeliveryReports(db, [{ noticeId: id, providerId, ...report }]);
    const [{ status } = { status: null }] = await db
      .select({ status: notices.status })
      .from(notices)
      .where(eq(notices.id, id));
    if (status !== "sent") excused.add(id);
  },
  sendAgain: async ({ context, admin, booking, excused, part }) => {
    const isFailed = sql`booking_id = ${booking} and status = 'failed'`;
    const failed = await context.db
      .select(columnsOf(notices, "id", "kind", "recipient"))
      .from(notices)
      .where(isFailed);
    const one = pickOf(failed, part);
    if (!one) return;
    await resendNotice(context, admin, one);
    excused.add(one.id);
  },
  nothing: () => Promise.resolve(),
} satisfies Record<string, (moment: Moment) => Promise<unknown>>;

/** What a provider does with what it is given. */
const ANSWERS = ["takes", "takes", "takes", "is busy", "refuses", "is broken", "hangs", "reports first"] as const;
type Answer = (typeof ANSWERS)[number];

/** What a Worker that died waits for. */
const never = () => Promise.withResolvers<never>().promise;

const wordsIn = ({ email, short }: QueuedNotice) =>
  email ? `${email.subject}\n${email.text}` : `${short?.title}\n${short?.body}`;

/** The reasons why a notice is not true of its booking as it is now. */
async function untrueOf(life: Life, notice: QueuedNotice): Promise<string[]> {
  const row = (await contextAt().db.select().from(bookings).where(eq(bookings.id, life.booking)))[0]!;
  const words = wordsIn(notice);
  const holder = life.plumbers.find(({ id }) => id === row.plumberId);
  const wasPlumber = life.plumbers.some(({ id }) => id === notice.userId) && notice.userId !== row.plumberId;
  const untrue = {
    "confirmed, but it is not":
      /has confirmed the booking/.test(words) && !["confirmed", "in-progress"].includes(row.status),
    "confirmed by another plumber":
      life.clients.some(({ id }) => id === notice.userId) &&
      /has confirmed the booking/.test(words) &&
      !words.includes(fullName(holder!)),
    "cancelled, but it is not": /cancelled the booking/.test(words) && row.status !== "cancelled",
    "asks for an answer that was given": notice.kind === "bookingRequested" && row.status !== "pending",
    "tells a plumber of a job that is another's": wasPlumber && !/reassigned|another plumber/.test(words),
    "a suggestion that is over": /would like to move/.test(words) && row.proposedStart === null,
  };
  return Object.entries(untrue).flatMap(([why, isSo]) => (isSo ? [`${notice.kind} by ${notice.channel}: ${why}`] : []));
}

function sendersOf(life: Life, answer: Answer, isDead: () => boolean): Senders {
  const send = async (notice: QueuedNotice, signal: AbortSignal): Promise<string> => {
    if (answer === "is busy") throw new DeliveryError("Busy", 10 * MINUTE);
    if (answer === "refuses") throw new DeliveryError("No", "final");
    if (answer === "is broken") throw new DeliveryError("Broken", "retry");
    if (notice.channel !== "webhook") life.wrong.push(...(await untrueOf(life, notice)));
    if (isDead()) return never();
    if (life.taken.has(notice.id) && !life.excused.delete(notice.id))
      life.wrong.push(`twice: ${notice.kind} by ${notice.channel}`);
    const providerId = newId();
    life.taken.set(notice.id, providerId);
    const report = { noticeId: notice.id, providerId, deliveredAt: life.now };
    if (answer === "reports first") await recordDeliveryReports(contextAt().db, [report]);
    if (answer !== "hangs") return providerId;
    life.excused.add(notice.id);
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("Too late"))));
  };
  return Object.fromEntries(SENT_CHANNELS.map((channel: SentChannel) => [channel, { send }]));
}

/** What becomes of D1 from a call on: that one is lost on its way, or its answer is; or the Worker dies with it. */
type Break = "none" | "lost" | "answer lost" | "dies";
interface D1Fate {
  breaks: Break;
  /** At which call, from 1, of those that write or of all. */
  at: number;
  ofWrites: boolean;
}
const WELL: D1Fate = { breaks: "none", at: 0, ofWrites: false };

async function send(life: Life, answer: Answer, { breaks, at, ofWrites }: D1Fate): Promise<void> {
  let calls = 0;
  let isDead = false;
  const { promise: death, resolve: die } = Promise.withResolvers<void>();
  const d1 = pipeline(env.DB, async (call, ask) => {
    if (!ofWrites || call.statements.some((one) => one.startsWith("update"))) calls += 1;
    if (breaks === "none" || calls < at || (breaks !== "dies" && calls > at)) return ask(call);
    if (breaks === "dies") {
      isDead = true;
      die();
      return never();
    }
    if (breaks === "answer lost") await ask(call);
    throw new Error(LINE_LOST);
  });
  const before = new Set(life.taken.values());
  const run = sendDueNotices(
    contextAt(life.now, { db: openDatabase(d1) }),
    sendersOf(life, answer, () => isDead),
    // A busy machine is no provider that hangs.
    { answerWithin: answer === "hangs" ? 20 : 10_000 },
  );
  await Promise.race([run.catch((error: Error) => expect(String(error.cause ?? error)).toContain(LINE_LOST)), death]);
  if (breaks === "dies") for (const [id, given] of life.taken) if (!before.has(given)) life.excused.add(id);
}

const step = fc.record({
  action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  part: fc.integer({ min: 0, max: 100 }),
  minutes: fc.constantFrom(0, 1, 6, 11, 40, 130),
  answer: fc.constantFrom(...ANSWERS),
  d1: fc.record({
    breaks: fc.constantFrom<Break[]>("none", "none", "none", "lost", "answer lost", "dies"),
    at: fc.integer({ min: 1, max: 8 }),
    ofWrites: fc.boolean(),
  }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Lives one booking's notices to their end; gives their number. */
async function live(booked: (typeof BOOKED)[number], steps: Step[]): Promise<number> {
  const life = await begin(booked);
  for (const { action, part, minutes, answer, d1 } of steps) {
    life.now += minutes * MINUTE;
    const context = contextAt(life.now);
    const shown = (await findBookingFor(context.db, life.admin, life.booking))!;
    const [one, two] = life.plumbers;
    const [plumber, other] = shown.plumber?.id === two.id ? [two, one] : [one, two];
    const client = life.clients.find(({ id }) => id === shown.client.id)!;
    await ACTIONS[action]({ ...life, context, shown, client, plumber, other, part });
    await send(life, answer, d1);
  }
  const { db } = contextAt();
  const isOfJob = eq(notices.bookingId, life.booking);
  for (let hours = 0; hours < 60; hours += 6) {
    life.now += 6 * HOUR;
    await send(life, "takes", WELL);
  }
  const rows = await db.select().from(notices).where(isOfJob);
  for (const { id, kind, channel, status, lastError } of rows) {
    const name = `${kind} by ${channel}`;
    if (channel === "call") continue;
    if (status === "queued") life.wrong.push(`never sent: ${name}`);
    if (status === "sent" && !life.taken.has(id)) life.wrong.push(`said to be sent: ${name}`);
    if (status !== "sent" && lastError === null) life.wrong.push(`${status} without a reason: ${name}`);
  }
  const survivor = life.clients[1].id;
  for (const { kind, causeId } of life.merged)
    if (!rows.some((row) => row.kind === kind && row.causeId === causeId && row.userId === survivor))
      life.wrong.push(`lost by a merge: ${kind}`);
  expect(life.wrong).toEqual([]);
  return rows.length;
}

/** Lives so many bookings' notices; gives the number of the notices. */
export async function liveNotices(count: number): Promise<number> {
  let lived = 0;
  const lives = fc.array(step, { minLength: 4, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BOOKED), lives, async (booked, steps) => {
      lived += await live(booked, steps);
    }),
    { numRuns: count, endOnFailure: true },
  );
  return lived;
}
