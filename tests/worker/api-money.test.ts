import { beforeAll, expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { call, type ApiCall, type One } from "../support/api";
import { newId } from "~/domain/values/id";
import { seedTownForAdmin, type TownUser } from "../support/town";

// What clients and plumbers do on the site, done by calls (decision 024 has the list).

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

test("a job's money: quote, acceptance, a higher final amount, agreement, payment, receipt", async () => {
  const id = newId();
  const { now, db } = town.context;
  await db.insert(bookings).values({
    id,
    reference: `PB-${id.slice(0, 8)}`,
    clientId: town.client.id,
    plumberId: town.plumber.id,
    status: "in-progress",
    startsAt: now - 3_600_000,
    fee: 25_00,
    createdAt: now,
    updatedAt: now,
  });
  const send = (user: TownUser, method: "POST" | "PATCH", path: string, json: object, key?: string) =>
    call(method, `/api/bookings/${id}${path}`, as(user, { json, ...(key && { headers: { "Idempotency-Key": key } }) }));
  const lines = [
    { what: "Valve", amount: 19.99 },
    { what: "Work", amount: 40 },
  ];
  const validUntil = new Date(now + 86_400_000).toISOString().slice(0, 10);
  expect(await send("plumber", "POST", "/quotes", { lines, validUntil })).toMatchObject({
    status: 201,
    body: { version: 1, total: 59.99, lines, status: "open", validUntil },
  });
  for (const amount of [-1, 19.999, 100_001, "19"])
    expect(await send("plumber", "POST", "/quotes", { lines: [{ what: "Work", amount }], validUntil })).toMatchObject({
      status: 422,
    });
  expect(await send("client", "PATCH", "/quotes/1", { answer: "accept" })).toMatchObject({
    status: 200,
    body: { agreedPrice: 59.99 },
  });
  expect(await send("plumber", "PATCH", "/status", { status: "completed", finalAmount: 70 })).toMatchObject({
    status: 422,
    body: { code: "final_reason_required" },
  });
  const finished = { status: "completed", finalAmount: 70, finalReason: "A second valve" };
  expect(await send("plumber", "PATCH", "/status", finished)).toMatchObject({
    status: 200,
    body: { finalAmount: 70, finalReason: "A second valve", due: 59.99, paidAmount: 0 },
  });
  expect(await send("client", "PATCH", "/final-amount", { answer: "agree", amount: 70 })).toMatchObject({
    status: 200,
    body: { finalAnswer: "agreed", due: 70 },
  });
  const recorded = await send("client", "POST", "/payments", { amount: 70, method: "cash" }, "pay-once-0001");
  expect(recorded).toMatchObject({ status: 201, body: { amount: 70, status: "open", receipt: null } });
  expect(await send("client", "POST", "/payments", { amount: 70, method: "cash" }, "pay-once-0001")).toMatchObject({
    status: 201,
    body: recorded.body as object,
  });
  expect(await send("client", "POST", "/payments", { amount: 1, method: "cash" })).toMatchObject({
    status: 409,
    body: { code: "payment_open" },
  });
  const wrong = recorded.body as One;
  expect(await send("plumber", "PATCH", `/payments/${String(wrong.id)}`, { answer: "withdraw" })).toMatchObject({
    status: 409,
    body: { code: "payment_answered" },
  });
  expect(await send("client", "PATCH", `/payments/${String(wrong.id)}`, { answer: "withdraw" })).toMatchObject({
    status: 200,
    body: { status: "withdrawn", receipt: null },
  });
  expect(await send("plumber", "PATCH", `/payments/${String(wrong.id)}`, { answer: "confirm" })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Rudo Own took back the payment of \$70 at \d+:\d\d [ap]m\.$/) as string },
  });
  const again = await send("client", "POST", "/payments", { amount: 70, method: "cash" }, "pay-once-0002");
  const { id: payment } = again.body as One;
  const confirmed = await send("plumber", "PATCH", `/payments/${String(payment)}`, { answer: "confirm" });
  expect(confirmed).toMatchObject({ status: 200, body: { status: "confirmed" } });
  const { receipt } = confirmed.body as One;
  expect(receipt).toMatch(/^PR-\d+$/);
  expect((await call("GET", `/api/bookings/${id}/receipts`, as("client"))).body).toEqual([
    { number: receipt, payment, amount: 70, voids: null, reason: null, issuedAt: expect.any(String) as string },
  ]);
  const history = (await call("GET", `/api/bookings/${id}/history`, as("plumber"))).body as One[];
  expect(history.map(({ event, amount }) => [event, amount])).toEqual([
    ["quote", 59.99],
    ["accept-quote", 59.99],
    ["complete", 70],
    ["agree-final", 70],
    ["record-payment", 70],
    ["withdraw-payment", 70],
    ["record-payment", 70],
    ["confirm-payment", 70],
  ]);
});
