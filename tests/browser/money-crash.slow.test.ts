import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-logins";
import { storageIn } from "../../scripts/local-storage";
import { startPaynow } from "../../scripts/paynow/paynow-server";
import type { Transaction } from "../../scripts/paynow/paynow-stand-in";
import { makeVapidKeys } from "../../scripts/vapid-keys";
import { AMOUNT, seedRounds, STEP, type Round } from "./support/crash-money";
import { freePort, removeState } from "./support/processes";
import { startProcess, type Server } from "./support/server";

// The power goes while money is on its way: while clients start payments, Paynow posts, the cron asks, shares out and
// refunds, clients release and cancel, and the office notes a payout and refunds as sent. All of it at once, and killed
// when the first answers have come.

declare module "vitest" {
  interface ProvidedContext {
    /** How often the power goes in every step: more often in the soak than among the slow tests. */
    crashes: number;
  }
}

const crashes = inject("crashes");
const SECRET = "a-secret-of-the-tests-of-32-letters-or-more";
/** Longer than a request to Paynow can be on its way. */
const AFTERWARDS = 3 * 60_000;

const NAMES = ["start", "post", "cron", "release", "cancel", "payout", "refund"] as const;
/** A step that is quick has mostly been answered when the power goes. */
const MOST_ROUNDS = 3 * crashes;

interface Step {
  name: (typeof NAMES)[number];
  press(): Promise<unknown>;
  /** Whether the books show it. */
  isDone(): boolean;
}

const paynow = await startPaynow({ behaviour: { waits: 0.05 } });
const stateDir = mkdtempSync(join(tmpdir(), "pombi-"));
cpSync(join(inject("prepared"), "state"), stateDir, { recursive: true });
const port = await freePort();
const settings = { SESSION_SECRET: SECRET, LIMIT_FACTOR: "1000", ...makeVapidKeys(), ...paynow.variables };
const start = () => startProcess({ prepared: inject("prepared"), stateDir, port, settings });

let server: Server | null = null;
afterAll(async () => {
  await server?.kill();
  await paynow.close();
  removeState(stateDir);
});

const { transactions } = paynow.standIn;
const transactionOf = (bookingId: string) => transactions.find(({ reference }) => reference === paymentOf(bookingId));
const paymentOf = (bookingId: string) => `pay${bookingId}`.slice(0, 24);

/** Reads what workerd has written, while it goes on. */
function read<Row>(query: string, ...values: string[]): Row[] {
  const folder = join(storageIn(stateDir), "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))!;
  const database = new DatabaseSync(join(folder, file), { readOnly: true, timeout: 5000 });
  try {
    return database.prepare(query).all(...values) as Row[];
  } finally {
    database.close();
  }
}
const exists = (query: string, ...values: string[]) => read(`${query} limit 1`, ...values).length > 0;

const origin = `http://localhost:${port}`;
async function send(path: string, cookie: string, form: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams({ ...form, current: DEMO_PASSWORD, factorPassword: DEMO_PASSWORD }),
    redirect: "manual",
    headers: { Origin: origin, Cookie: cookie },
  });
  expect(answer.status, path).toBeLessThan(500);
  return answer;
}
const runCron = async () => expect((await fetch(`${origin}/cdn-cgi/local/scheduled`)).ok).toBe(true);
async function setClock(instant: number) {
  const body = new URLSearchParams({ to: new Date(instant).toISOString() });
  expect((await fetch(`${origin}/dev/clock`, { method: "POST", body, headers: { Origin: origin } })).ok).toBe(true);
}

const isPaid = ({ status }: Transaction) => status === "Paid";
const cents = ({ amount }: Transaction) => Math.round(Number(amount) * 100);

/** Paynow's list and the books are the same money, and the books add up. */
function holdAgainstPaynow() {
  const booked = read<{ id: string; received: number }>(
    "select id, received from online_payments where status = 'paid' order by id",
  );
  const taken = transactions.filter(isPaid).map((one) => ({ id: one.reference, received: cents(one) }));
  expect(booked).toEqual(taken.sort((a, b) => (a.id < b.id ? -1 : 1)));
  const [books] = read<{ clearing: number; sum: number; wrong: number; below: number; held: number }>(`
    with moved as (select credit as account, amount from ledger_transfers union all select debit, -amount from ledger_transfers),
      recomputed as (select account, sum(amount) as amount from moved group by account)
    select -(select amount from ledger_balances where account = 'clearing') as clearing,
      (select sum(amount) from ledger_balances) as sum,
      (select count(*) from recomputed join ledger_balances using (account) where recomputed.amount <> ledger_balances.amount) as wrong,
      (select count(*) from ledger_balances where amount < 0 and kind not in ('clearing', 'bank')) as below,
      (select sum(held_amount) from bookings) - (select sum(amount) from ledger_balances where kind = 'held') as held`);
  const paid = taken.reduce((sum, { received }) => sum + received, 0);
  expect(books).toEqual({ clearing: paid, sum: 0, wrong: 0, below: 0, held: 0 });
}

function stepsOf({ rounds, cookies }: Awaited<ReturnType<typeof seedRounds>>, number: number, batch: string): Step[] {
  const { client, admin } = cookies;
  const round = rounds[number]!;
  const previous = rounds[number - 1]!;
  const page = (id: string) => `/client-dashboard/bookings/${id}`;
  const isShared = (id: string) => exists("select 1 from settlements where booking_id = ?", id);
  const refundsDue = read<{ id: string; amount: number }>(
    `select id, amount from refunds where booking_id in (${previous.cancel.map((id) => `'${id}'`).join(",")})`,
  );
  expect(refundsDue).toHaveLength(previous.cancel.length);
  const toStart = { choice: `price ${AMOUNT}`, method: "ecocash", phone: "0779999999" };
  return [
    ...round.start.map((id): Step => ({
      name: "start",
      press: () => send(`${page(id)}/pay`, client, { ...toStart, id: paymentOf(id) }),
      isDone: () => exists("select 1 from online_payments where id = ?", paymentOf(id)),
    })),
    ...previous.start.flatMap((id): Step[] => {
      const one = transactionOf(id);
      if (!one) return [];
      return [
        {
          name: "post",
          press: () => paynow.standIn.change(one, "Paid"),
          isDone: () => exists("select 1 from online_payments where id = ? and status = 'paid'", one.reference),
        },
      ];
    }),
    { name: "cron", press: runCron, isDone: () => round.wait.every(isShared) },
    ...round.release.map((id): Step => ({
      name: "release",
      press: () => send(`${page(id)}/release`, client),
      isDone: () => isShared(id),
    })),
    ...round.cancel.map((id): Step => ({
      name: "cancel",
      press: () => send(`${page(id)}/cancel`, client),
      isDone: () => exists("select 1 from bookings where id = ? and status = 'cancelled'", id),
    })),
    {
      name: "payout",
      press: () => send(`/admin-dashboard/payouts/${batch}`, admin, { intent: "sent", reference: `S${batch}` }),
      isDone: () => exists("select 1 from payout_batches where id = ? and sent_at is not null", batch),
    },
    ...refundsDue.map(({ id, amount }): Step => ({
      name: "refund",
      press: () => send(`/admin-dashboard/refunds/${id}`, admin, { reference: `R${id}`, amount: String(amount) }),
      isDone: () => exists("select 1 from refunds where id = ? and sent_at is not null", id),
    })),
  ];
}

/** Everything of a round has happened, and once. */
function holdOnce(round: Round, previous: Round, batch: string) {
  const list = (ids: string[]) => ids.map((id) => `'${id}'`).join(",");
  const shared = [...round.release, ...round.wait, ...round.cancel];
  const count = (query: string) => read<{ n: number }>(`select count(*) as n from ${query}`)[0]!.n;
  expect(count(`settlements where booking_id in (${list(shared)})`)).toBe(shared.length);
  expect(count(`bookings where id in (${list(shared)}) and held_amount = 0`)).toBe(shared.length);
  expect(count(`refunds where booking_id in (${list(previous.cancel)}) and sent_at is not null`)).toBe(2);
  expect(count(`ledger_transfers where kind = 'refund-sent' and booking_id in (${list(previous.cancel)})`)).toBe(2);
  expect(
    count(
      `ledger_transfers where kind = 'payout' and cause_id in (select id from payouts where batch_id = '${batch}')`,
    ),
  ).toBe(1);
  expect(count(`online_payments where id in (${list(round.start.map(paymentOf))})`)).toBe(round.start.length);
  for (const id of round.start)
    expect(transactions.filter(({ reference }) => reference === paymentOf(id)).length).toBeLessThan(2);
}

test(`${crashes} times in every step the power goes while money is on its way: after a restart and one run of the cron, the same money stands at Paynow and in the books`, async () => {
  const seeded = await seedRounds({ stateDir, secret: SECRET, standIn: paynow.standIn }, MOST_ROUNDS);
  const { began, rounds, cookies } = seeded;
  const cutOff = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Step["name"], number>;
  const least = () => Math.min(...Object.values(cutOff));
  let number = 0;
  server = await start();
  await setClock(began);
  // The first round's goes well, so that the next one has refunds, payouts and payments under way.
  const first = rounds[0]!;
  for (const id of first.start)
    await send(`/client-dashboard/bookings/${id}/pay`, cookies.client, {
      id: paymentOf(id),
      choice: `price ${AMOUNT}`,
      method: "ecocash",
      phone: "0779999999",
    });
  for (const id of first.cancel) await send(`/client-dashboard/bookings/${id}/cancel`, cookies.client);
  for (const id of first.release) await send(`/client-dashboard/bookings/${id}/release`, cookies.client);
  await runCron();

  while (least() < crashes && number < MOST_ROUNDS) {
    number += 1;
    await setClock(began + number * STEP);
    const batch = `batch${number}`.padEnd(24, "0");
    await send("/admin-dashboard/payouts", cookies.admin, { id: batch, method: "ecocash" });
    await fetch(`${origin}/payout-files/${batch}`, { headers: { Cookie: cookies.admin } });
    const steps = stepsOf(seeded, number, batch).sort(() => Math.random() - 0.5);

    const answered = new Set<Step>();
    // Mostly before the second answer: then the others are under way.
    const [until, deadline] =
      Math.random() < 0.2
        ? [Math.floor(Math.random() * steps.length), Infinity]
        : [1, performance.now() + Math.random() * 300];
    let [power, hasEnded] = [true, false];
    const pressed = Promise.all(
      steps.map((step) =>
        step.press().then(
          () => power && answered.add(step),
          () => undefined,
        ),
      ),
    );
    void pressed.finally(() => (hasEnded = true));
    while (answered.size < until && !hasEnded && performance.now() < deadline) await setImmediate();
    power = false;
    await server.kill();
    for (const name of new Set(steps.filter((step) => !answered.has(step)).map((step) => step.name))) cutOff[name] += 1;

    server = await start();
    // Also so that workerd has mended its files before anybody else reads them.
    await setClock(began + number * STEP + AFTERWARDS);
    for (const step of answered) expect(step.isDone(), `${step.name} was answered`).toBe(true);
    await pressed;
    await runCron();
    holdAgainstPaynow();

    // Whoever has seen no answer does it again.
    await Promise.all(steps.map(({ press }) => press()));
    await runCron();
    for (const step of steps) expect(step.isDone(), step.name).toBe(true);
    holdOnce(rounds[number]!, rounds[number - 1]!, batch);
    holdAgainstPaynow();
  }
  console.info(`${number} hard kills cut off: ${JSON.stringify(cutOff)}`);
  expect(least()).toBe(crashes);
});
