import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlinePayments } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { env } from "../support/env";
import { PAYNOW_SETTINGS, stubPaynow } from "../support/paynow";
import { callsOf, visit } from "../support/site";
import { paynow, settings, town, agreedBooking, page, read, seedPayPages } from "../support/pay-pages";

beforeAll(seedPayPages);

afterAll(stubPaynow(paynow));
const send = (id: string, fields: Record<string, string> = {}, cookie = town.cookies.client) =>
  visit(page(id), {
    cookie,
    settings,
    form: { id: newId(), choice: "deposit 3000", method: "ecocash", phone: "0771111111", ...fields },
  });
const paymentsOf = (id: string) =>
  town.context.db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id));
const post = (path: string, body: string, with_: Record<string, unknown> = settings) =>
  visit(path, { settings: with_, headers: {}, form: Object.fromEntries(new URLSearchParams(body)) });
/** What Paynow posts, as it posts it. */
async function deliver({ url, body }: { url: string; body: string }) {
  const request = { headers: { "Content-Type": "application/x-www-form-urlencoded" } };
  expect(url.startsWith(`${env.ORIGIN}/hooks/paynow/`)).toBe(true);
  return visit(new URL(url).pathname, { settings, form: Object.fromEntries(new URLSearchParams(body)), ...request });
}

const { PAYNOW_ID, PAYNOW_KEY } = PAYNOW_SETTINGS;
const live = { LOCAL_MODE: undefined, LOG_REQUESTS: "off" };

describe("without a provider", () => {
  test.each<[string, Record<string, unknown>]>([
    ["in local mode", { LIMIT_FACTOR: "100" }],
    ["in local mode with keys, but no stand-in", { PAYNOW_ID, PAYNOW_KEY }],
    ["live", live],
    ["live with an account's number alone", { ...live, PAYNOW_ID }],
    ["live with its key alone", { ...live, PAYNOW_KEY }],
  ])("there is no trace of online payment on any page: %s", async (_, without) => {
    const id = await agreedBooking();
    expect((await read(page(id), town.cookies.client, without)).response.status).toBe(404);
    const ticket = await read(`/client-dashboard/bookings/${id}`, town.cookies.client, without);
    expect(ticket.text).not.toMatch(/Paynow|\/pay"/);
    const payments = await read("/client-dashboard/payments", town.cookies.client, without);
    expect(payments.text).toContain("Coming soon");
    expect(payments.text).not.toMatch(/Paynow|\/pay"/);
    const quote = await read(`/plumber-dashboard/jobs/${id}/quote`, town.cookies.plumber, without);
    expect(quote.text).not.toContain("deposit");
    const office = await read("/admin-dashboard/settings", town.cookies.admin, without);
    expect(office.text).not.toContain("Online payment");
    for (const path of ["/", "/faq"]) {
      const { text } = await read(path, undefined, without);
      expect(text).toContain("You can&#x27;t pay on this site yet");
      expect(text).not.toMatch(/OneMoney|InnBucks/);
    }
    expect((await post(`/hooks/paynow/${newId()}`, "a=b", without)).status).toBe(404);
  });
});

test.each(["/", "/faq"])(
  "with a provider %s says how to pay on the site, and what a cancellation costs",
  async (path) => {
    const { text } = await read(path);
    expect(text).toContain("by EcoCash, OneMoney, InnBucks or card: Pombi holds the money until the work is done.");
    expect(text).toContain("the plumber gets the visit fee out of what you paid online.");
    expect(text).not.toContain("pay on this site yet");
  },
);

describe("the pay page", () => {
  test("is the client's own, and alone names Paynow's origin", async () => {
    const id = await agreedBooking();
    for (const cookie of [town.cookies.otherClient, town.cookies.plumber, town.cookies.admin])
      expect((await read(page(id), cookie)).response.status).toBe(404);
    expect((await visit(page(id), { settings })).status).toBe(303);
    const { response, text } = await read(page(id));
    expect(text).toContain("The deposit: $30");
    expect(text).toContain("The whole price: $80");
    expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'self' https://paynow.test;");
    for (const path of [`/client-dashboard/bookings/${id}`, "/client-dashboard/payments", "/"])
      expect((await read(path)).response.headers.get("Content-Security-Policy")).not.toContain("paynow");
  });

  test("leads from the ticket to the payment, and shows by itself that it is paid", async () => {
    const id = await agreedBooking();
    expect((await read(`/client-dashboard/bookings/${id}`)).text).toContain("Pay the deposit, $30");
    const response = await send(id);
    expect([response.status, response.headers.get("Location")]).toEqual([303, page(id)]);
    const [payment] = await paymentsOf(id);
    const open = (await read(page(id))).text;
    expect(open).toContain("Paying $30 by EcoCash");
    expect(open).toContain("Refresh");
    expect(open).not.toContain("guid=");
    expect((await read(`/client-dashboard/bookings/${id}`)).text).toContain(
      "You're paying $30 by EcoCash…".replace("'", "&#x27;"),
    );
    expect((await read(`/plumber-dashboard/jobs/${id}`, town.cookies.plumber)).text).toContain(
      "is paying $30 by EcoCash…",
    );

    await paynow.elapse();
    expect((await deliver(paynow.posts.at(-1)!)).status).toBe(200);
    expect((await read(page(id))).text).toContain("Paid $30");
    expect((await read(`/client-dashboard/bookings/${id}`)).text).toMatch(
      /\$30 is held for .* until the work is done\./,
    );
    expect((await read(`/plumber-dashboard/jobs/${id}`, town.cookies.plumber)).text).toMatch(
      /\$30 is held for .* until the work is done\./,
    );
    const [{ number }] = (await town.context.db.all<{ number: number }>(
      sql`select number from receipts where payment_id = ${payment!.id}`,
    )) as [{ number: number }];
    expect((await read(`/receipts/PR-${number}`)).text).toContain(
      "Paid through Paynow by EcoCash. Pombi holds it for Tendai Own until the work is done.",
    );
  });

  test("says what becomes of the money, and shows no old failure", async () => {
    const id = await agreedBooking();
    await send(id, { phone: "0774444444" });
    const failed = (await read(page(id))).text;
    expect(failed).toContain("If you cancel at least 2 hours before the start, all of it goes back to you.");
    expect(failed).toContain("Insufficient balance. Nothing was paid.");
    expect(failed).toContain('value="0774444444"');
    await town.context.db
      .update(onlinePayments)
      .set({ createdAt: town.context.now - 7_200_000 })
      .where(eq(onlinePayments.bookingId, id));
    expect((await read(page(id))).text).not.toContain("Insufficient balance");
    const soon = await agreedBooking({ startsAt: town.context.now + 3_600_000 });
    expect((await read(page(soon))).text).toContain(
      "If you cancel, Tendai Own gets the visit fee, and the rest goes back",
    );
    const finished = await agreedBooking({ status: "completed", completedAt: town.context.now, finalAmount: 80_00 });
    expect((await read(page(finished))).text).toContain("Pombi passes the money on to Tendai Own within 24 hours.");
  });

  test("Refresh asks, and only for one's own payment", async () => {
    const id = await agreedBooking();
    await send(id, { phone: "0773333333" });
    const [payment] = await paymentsOf(id);
    await paynow.elapse();
    const check = { intent: "check", payment: payment!.id };
    expect((await visit(page(id), { cookie: town.cookies.otherClient, settings, form: check })).status).toBe(404);
    expect((await visit(page(id), { cookie: town.cookies.client, settings, form: check })).status).toBe(303);
    expect((await read(page(id))).text).toContain("You cancelled the payment of $30");
    expect((await read(page(id))).text).toContain("Pay another way");
  });

  test("a card goes on to Paynow's page", async () => {
    const id = await agreedBooking();
    const response = await send(id, { method: "card", phone: "" });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(
      `https://paynow.test/Payment/ConfirmPayment/${paynow.standIn.transactions.at(-1)!.number}`,
    );
    expect((await read(page(id))).text).toContain("Go on to Paynow");
  });

  test("a card whose page got lost on the way is not waited for, and what Paynow gave back is said", async () => {
    const id = await agreedBooking();
    paynow.standIn.behaviour.losesAnswers = "after";
    await send(id, { method: "card", phone: "" });
    paynow.standIn.behaviour.losesAnswers = null;
    const [payment] = await paymentsOf(id);
    const refresh = () =>
      visit(page(id), { cookie: town.cookies.client, settings, form: { intent: "check", payment: payment!.id } });
    await refresh();
    const lost = (await read(page(id))).text;
    expect(lost).toContain("there is nothing to pay with");
    expect(lost).not.toMatch(/Go on to Paynow|Cancel it/);
    const one = paynow.standIn.transactions.at(-1)!;
    for (const status of ["Paid", "Refunded"] as const) {
      await paynow.standIn.change(one, status);
      expect((await deliver(paynow.posts.at(-1)!)).status).toBe(200);
    }
    const back = (await read(page(id))).text;
    expect(back).toContain("$30 went back to you");
    expect((await read("/admin-dashboard/payments/online", town.cookies.admin)).text).toContain(
      "gave it back to the payer",
    );
  });

  test("names the phones of the provider's stand-in where that is the provider, and only there", async () => {
    const id = await agreedBooking();
    const { text } = await read(page(id));
    expect(text.replaceAll("\u00a0", " ")).toMatch(/077 111 1111 pays.*077 222 2222.*077 333 3333 cancels/);
    const there = await read(page(id), town.cookies.client, { ...settings, LOCAL_MODE: undefined });
    expect(there.text).toContain("Mobile number that pays");
    expect(there.text).not.toContain("Demo phones");
  });

  test("InnBucks shows its code and until when it holds", async () => {
    const id = await agreedBooking();
    await send(id, { method: "innbucks" });
    expect((await read(page(id))).text).toMatch(/Your InnBucks code:.*7000\d{5}/);
  });

  test.each([
    ["another amount", { choice: "deposit 100" }, 409, "has changed"],
    ["no amount at all", { choice: "deposit" }, 400, "choose what you pay"],
    ["another purpose", { choice: "rest 3000" }, 409, "has changed"],
    ["an unknown method", { method: "gold" }, 400, "choose how you pay"],
    ["a phone that pays nothing", { phone: "024 270 0700" }, 400, "mobile number that pays"],
    ["no phone", { phone: "" }, 400, "mobile number that pays"],
  ])("refuses %s", async (_, fields, status, text) => {
    const id = await agreedBooking();
    const response = await send(id, fields);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
    expect(await paymentsOf(id)).toEqual([]);
  });

  test("another client cannot pay, a plumber neither", async () => {
    const id = await agreedBooking();
    for (const cookie of [town.cookies.otherClient, town.cookies.plumber])
      expect((await send(id, {}, cookie)).status).toBe(404);
    expect(await paymentsOf(id)).toEqual([]);
  });

  test("the first card of both dashboards says what the ticket says: the deposit, and the payment that is under way", async () => {
    const id = await agreedBooking({ startsAt: town.context.now + 60_000 });
    const asks = "Tendai asks for a deposit of $30 before the work: Pombi holds it until the work is done.";
    for (const path of ["/client-dashboard", `/client-dashboard/bookings/${id}`]) {
      const card = await read(path);
      expect(card.text.includes(asks), path).toBe(true);
      expect(card.text.includes("Pay the deposit, $30"), path).toBe(true);
    }
    await send(id);
    for (const path of ["/client-dashboard", `/client-dashboard/bookings/${id}`])
      expect((await read(path)).text.includes(asks), path).toBe(false);
    const dashboard = await read("/plumber-dashboard", town.cookies.plumber);
    expect(callsOf(dashboard.response)).toBe(
      callsOf((await read("/plumber-dashboard/jobs", town.cookies.plumber)).response),
    );
  });

  test("lists say what the ticket says: the deposit that is asked for, and the payment that is under way", async () => {
    const id = await agreedBooking();
    const lists = ["/client-dashboard/bookings", "/bookings"];
    for (const path of lists) {
      const { text } = await read(path);
      expect(text, path).toContain("Deposit of $30 to pay");
      expect(text, path).toContain(`href="${page(id)}"`);
    }
    await send(id);
    for (const path of lists) {
      const { text } = await read(path);
      expect(text, path).not.toContain("Deposit of $30 to pay");
      expect(text, path).toContain("Payment under way");
    }
  });

  test("Payments lists what can be paid, a deposit that is asked for under its own heading", async () => {
    await agreedBooking();
    const asked = (await read("/client-dashboard/payments")).text;
    expect(asked).toContain("Deposits asked for");
    expect(asked).not.toContain("You can pay ahead");
    await agreedBooking({ agreedDeposit: null });
    const { text } = await read("/client-dashboard/payments");
    expect(text).toContain("You can pay ahead");
    expect(text).toContain("Pay $30");
    expect(text).not.toContain("Coming soon");
  });
});

describe("what Paynow posts", () => {
  test("is refused without a D1 call where it is forged, too large or cut off", async () => {
    const id = await agreedBooking();
    await send(id);
    await paynow.elapse();
    const { url, body } = paynow.posts.at(-1)!;
    const path = new URL(url).pathname;
    for (const forged of [
      body.replace("30.00", "3000.00"),
      body.replace(/hash=.*/, ""),
      body.slice(0, -1),
      "",
      `${body}&more=${"x".repeat(5000)}`,
      "x=".repeat(300),
    ]) {
      const response = await post(path, forged);
      expect([response.status, callsOf(response)]).toEqual([400, 0]);
    }
    expect((await paymentsOf(id))[0]!.status).toBe("open");
    // The right post about a payment that the address doesn't name.
    expect((await post(`/hooks/paynow/${newId()}`, body)).status).toBe(404);
    expect((await visit(path, { settings })).status).toBe(404);
    expect((await deliver(paynow.posts.at(-1)!)).status).toBe(200);
    expect((await deliver(paynow.posts.at(-1)!)).status).toBe(200);
  });

  test("is answered 503 while Paynow itself says nothing, so that it posts it again", async () => {
    const id = await agreedBooking();
    await send(id);
    await paynow.elapse();
    const restore = stubPaynow({ fetch: () => Promise.resolve(new Response("", { status: 500 })) });
    expect((await deliver(paynow.posts.at(-1)!)).status).toBe(503);
    restore();
    expect((await deliver(paynow.posts.at(-1)!)).status).toBe(200);
  });
});
