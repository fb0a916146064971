import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onlinePayments, receipts } from "~/db/schema";
import { signMessage } from "~/domain/escrow/paynow";
import { dateAt, DAY, instantOf } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { env } from "../support/env";
import { type BookingColumns, insertBooking, insertOnlinePayment } from "../support/money-rows";
import { currentInstant } from "../support/now";
import { connectPaynow, PAYNOW_SETTINGS, stubPaynow } from "../support/paynow";
import { expectRedirect, DEPLOYED, callsOf, visit, call } from "../support/site";
import { seedTownOnce, town, words } from "../support/money-pages";
import { setBooking } from "../support/town";
import { signedInEarlier } from "../support/users";

// Paying online as the client of a booking sees it, and the posts of Paynow (M10).

const paynow = connectPaynow();
const settings = { ...PAYNOW_SETTINGS, LIMIT_FACTOR: "100" };

beforeAll(seedTownOnce);
afterAll(stubPaynow(paynow));

/** A confirmed booking of the client with a price of $80 and a deposit of $30; gives its id. */
const agreedBooking = (more: BookingColumns = {}): Promise<string> => {
  const sides = { clientId: town.client.id, plumberId: town.plumber.id };
  const startsAt = town.context.now + 90_000_000 + next++ * 60_000;
  return insertBooking(town.context, { ...sides, startsAt, agreedPrice: 80_00, agreedDeposit: 30_00, ...more });
};
let next = 0;

const page = (id: string) => `/client-dashboard/bookings/${id}/pay`;
const read = async (path: string, cookie = town.cookies.client, with_: Record<string, unknown> = settings) => {
  const response = await visit(path, { cookie, settings: with_ });
  return { response, text: (await response.text()).replaceAll("<!-- -->", "") };
};
const textOf = async (...of: Parameters<typeof read>) => (await read(...of)).text;
const send = (id: string, fields: Record<string, string> = {}, cookie = town.cookies.client) => {
  const form = { id: newId(), choice: "deposit 3000", method: "ecocash", phone: "0771111111", ...fields };
  return visit(page(id), { cookie, settings, form });
};
const paymentsOf = (id: string) =>
  town.context.db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id));
/** Posts a body as Paynow does. */
const post = (path: string, body: string, with_: Record<string, unknown> = settings) => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return visit(path, { settings: with_, headers, form: Object.fromEntries(new URLSearchParams(body)) });
};
/** The last post of Paynow. */
async function deliver() {
  const { url, body } = paynow.posts.at(-1)!;
  expect(url.startsWith(`${env.ORIGIN}/hooks/paynow/`)).toBe(true);
  return post(new URL(url).pathname, body);
}

const ticketOf = (id: string) => `/client-dashboard/bookings/${id}`;
const jobOf = (id: string) => `/plumber-dashboard/jobs/${id}`;
const { PAYNOW_ID, PAYNOW_KEY } = PAYNOW_SETTINGS;

test("the pay page begins with what is due, and of what was paid before it says a line", async () => {
  const done = { status: "completed", completedAt: town.context.now, finalAmount: 120_00, paidAmount: 30_00 } as const;
  const id = await agreedBooking({ ...done, agreedPrice: 120_00 });
  const paid = { status: "paid", counts: true, received: 30_00, paidAt: town.context.now } as const;
  await insertOnlinePayment(town.context, { ...paid, bookingId: id, clientId: town.client.id, amount: 30_00 });
  const text = await textOf(page(id));
  expect(text).toMatch(/<b>Paid \$30<\/b>, thank you\..*What is left.*<b[^>]*>\$90<\/b>.*value="rest 9000"/s);
  expect(text.split(/<main|<\/main>/)[1]).not.toContain("<details");
  const unpaid = await textOf(page(await agreedBooking({ ...done, agreedPrice: 120_00, paidAmount: 0 })));
  expect(words(unpaid), "nothing is left of what was never begun").toMatch(/Due now \$120 .* Pay \$120 /);
});

test("who has just paid reads that, and the rest is a link", async () => {
  const id = await agreedBooking({ paidAmount: 30_00 });
  const of = { bookingId: id, clientId: town.client.id, amount: 30_00, paidAt: town.context.now } as const;
  const paid = await insertOnlinePayment(town.context, { ...of, status: "paid", counts: true, received: 30_00 });
  const after = (await textOf(`${page(id)}?payment=${paid}`)).split(/<main|<\/main>/)[1]!;
  expect(words(after)).toMatch(/Paid \$30 Thank you\. .* See the booking Pay the rest now/);
  expect(after).not.toContain('name="choice"');
  expect(await textOf(`${page(id)}?payment=${newId()}`)).toContain('name="choice"');
});

test("the pay page names what was paid while more is due, days later and after another attempt", async () => {
  const id = await agreedBooking({ paidAmount: 10_00 });
  const createdAt = town.context.now - 2 * DAY;
  const old = { bookingId: id, clientId: town.client.id, amount: 10_00, received: 10_00, createdAt } as const;
  await insertOnlinePayment(town.context, { ...old, status: "paid", counts: true, paidAt: createdAt });
  const asked = /<b>Paid \$10<\/b>, thank you\..*The rest of the deposit: \$20.*What is left: \$70/s;
  expect(await textOf(page(id))).toMatch(asked);
  await insertOnlinePayment(town.context, { ...old, received: null, status: "failed", createdAt: createdAt + DAY });
  expect(await textOf(page(id))).toMatch(asked);
  const ticket = words(await textOf(ticketOf(id)));
  expect(ticket).toMatch(/asks for the rest of the deposit \(\$20\) before.*Pay the rest of the deposit, \$20/);
  expect(words(await textOf(jobOf(id), town.cookies.plumber))).toContain("the rest of the deposit ($20) yet.");
});

test("a deposit agreed on during the work is asked for at once, and the plumber reads that it is unpaid", async () => {
  const id = await agreedBooking({ status: "in-progress" });
  const ticket = words(await textOf(ticketOf(id)));
  expect(ticket).toMatch(/is working on it\. Tendai asks for a deposit of \$30\. .* Pay the deposit, \$30/);
  expect(ticket.match(/Pay the deposit, \$30/g), "one link to the pay page").toHaveLength(1);
  const job = words(await textOf(jobOf(id), town.cookies.plumber));
  expect(job).toContain("Rudo hasn't paid the deposit of $30 yet.");
  expect(words(await textOf("/client-dashboard/bookings"))).toContain("Pay the deposit, $30");
});

test("while our office checks a payment, each side reads so, and no page offers to pay again", async () => {
  const left = { amount: 30_00, method: "card", startedAt: instantOf("2026-11-29", 0) };
  const id = await agreedBooking({ uncheckedPayment: JSON.stringify(left) });
  const isUnknown = (whose: string) =>
    `We don't know yet whether ${whose} card payment of $30 of Sun 29 Nov arrived. Our office is checking.`;
  for (const path of [ticketOf(id), page(id)]) {
    const text = words(await textOf(path));
    expect(text).toContain(`${isUnknown("your")} Don't pay again yet.`);
    expect(text).not.toMatch(/Pay (the deposit|\$30|now)/);
  }
  expect(words(await textOf(jobOf(id), town.cookies.plumber))).toContain(isUnknown("Rudo's"));
});

test("Payments asks what a booking's card asks: to see a payment under way, to agree to more before paying", async () => {
  const startOf = async (id: string) => (await textOf("/client-dashboard/payments")).split(`bookings/${id}`).slice(1);
  const asked = async (id: string) =>
    (await startOf(id)).map((from) => /^(\/pay)?"[^>]*>([^<]*)</.exec(from)?.slice(1));
  const id = await agreedBooking();
  expect(await asked(id)).toContainEqual(["/pay", "Pay $30"]);
  await setBooking(town.context, id, { underWay: 30_00 });
  expect(await asked(id)).toContainEqual(["/pay", "See the payment"]);
  await setBooking(town.context, id, { paidAmount: 30_00, underWay: 50_00 });
  expect(await asked(id)).toContainEqual(["/pay", "See the payment"]);
  const done = { status: "completed", completedAt: town.context.now, finalAmount: 98_00 } as const;
  await setBooking(town.context, id, { ...done, underWay: null });
  const raised = await asked(id);
  expect(raised).toContainEqual([undefined, "Agree to $18 more?"]);
  expect(raised).toContainEqual(["/pay", "Pay $50"]);
  expect(words((await startOf(id)).join(""))).toMatch(/\$50\.00 due \$18\.00 not agreed/);
  await setBooking(town.context, id, { finalAnswer: "disputed" });
  expect(await asked(id)).toContainEqual(["/pay", "Pay $50"]);
  expect(words((await startOf(id)).join(""))).toContain("Our office looks into it");
  await setBooking(town.context, id, { finalAnswer: "agreed" });
  expect(await asked(id)).toContainEqual(["/pay", "Pay $68"]);
  await setBooking(town.context, id, { underWay: 68_00 });
  expect(await asked(id)).toContainEqual(["/pay", "See the payment"]);
});

test("a site without a provider has no trace of online payment on any page", async () => {
  const id = await agreedBooking();
  const isOff = async (without: Record<string, unknown>, name: string) => {
    expect((await read(page(id), town.cookies.client, without)).response.status, name).toBe(404);
    expect((await post(`/hooks/paynow/${newId()}`, "a=b", without)).status, name).toBe(404);
  };
  await isOff({ PAYNOW_ID, PAYNOW_KEY }, "in local mode with keys, but no stand-in");
  await isOff({ ...DEPLOYED, PAYNOW_ID }, "live with an account's number alone");
  await isOff({ ...DEPLOYED, PAYNOW_KEY }, "live with its key alone");
  for (const [name, without] of Object.entries({ local: { LIMIT_FACTOR: "100" }, live: DEPLOYED })) {
    await isOff(without, name);
    const textWithout = (path: string, cookie?: string) => textOf(path, cookie, without);
    expect(await textWithout(ticketOf(id)), name).not.toMatch(/Paynow|\/pay"/);
    const payments = await textWithout("/client-dashboard/payments");
    expect(payments, name).toContain("Coming soon");
    expect(payments, name).not.toMatch(/Paynow|\/pay"/);
    expect(await textWithout(`${jobOf(id)}/quote`, town.cookies.plumber), name).not.toContain("deposit");
    expect(await textWithout("/admin-dashboard/settings", town.cookies.admin), name).not.toContain("Online payment");
    for (const path of ["/", "/faq"]) {
      const text = await textWithout(path);
      expect(text, name).toContain("You can&#x27;t pay on this site yet");
      expect(text, name).not.toMatch(/OneMoney|InnBucks/);
    }
  }
});

test("a site with a provider says how to pay on it, and what a cancellation costs", async () => {
  for (const path of ["/", "/faq"]) {
    const text = await textOf(path);
    expect(text).toContain(
      "by EcoCash, OneMoney, InnBucks or card: Pombi holds the money until a day after the work is done.",
    );
    expect(text).toContain("the plumber gets the visit fee out of what you paid online.");
    expect(text).not.toContain("pay on this site yet");
  }
});

test("the pay page says what can be paid, and names the phones of the stand-in where that is the provider", async () => {
  const id = await agreedBooking();
  const text = await textOf(page(id));
  expect(text).toContain("The deposit: $30");
  expect(text).toContain("The whole price: $80");
  expect(text.replaceAll("\u00a0", " ")).toMatch(/077 111 1111 pays.*077 222 2222.*077 333 3333 cancels/);
  const there = await textOf(page(id), town.cookies.client, { ...settings, ...DEPLOYED });
  expect(there).toContain("Mobile number that pays");
  expect(there).not.toContain("Demo phones");
});

test("the ticket leads to the payment, and the pages show by themselves that it is paid", async () => {
  const id = await agreedBooking();
  expect(await textOf(ticketOf(id))).toContain("Pay the deposit, $30");
  const payment = newId();
  await expectRedirect(send(id, { id: payment }), `${page(id)}?payment=${payment}`);
  const open = await textOf(page(id));
  for (const text of ["Paying $30 by EcoCash", "Refresh"]) expect(open).toContain(text);
  expect(open).not.toContain("guid=");
  expect(await textOf(ticketOf(id))).toContain("You&#x27;re paying $30 by EcoCash…");
  expect(await textOf(jobOf(id), town.cookies.plumber)).toContain("is paying $30 by EcoCash…");

  await paynow.elapse();
  expect((await deliver()).status).toBe(200);
  expect(await textOf(page(id))).toContain("Paid $30");
  const held = /Agreed \$80\.00 Paid, held by Pombi \$30\.00 Left to pay \$50\.00/;
  expect(words(await textOf(ticketOf(id)))).toMatch(held);
  expect(words(await textOf(jobOf(id), town.cookies.plumber))).toMatch(held);
  const [receipt] = await town.context.db.select().from(receipts).where(eq(receipts.bookingId, id));
  const said = "Paid through Paynow by EcoCash. Pombi holds it for Tendai Own until a day after the work is done.";
  expect(await textOf(`/receipts/PR-${receipt!.number}`)).toContain(said);

  await setBooking(town.context, id, { status: "cancelled" });
  const back = words(await textOf(`/receipts/PR-${receipt!.number}`));
  expect(back).toMatch(/To be refunded .* Paid US\$30\.00 Goes back to you \$30\.00, by\s\w{3}\s\d/);
  expect(back).not.toContain("Pombi holds it");
  expect(words(await textOf(ticketOf(id)))).toMatch(/Money Paid \$30\.00 Goes back to you \$30\.00, by\s\w{3}\s\d/);
  expect(words(await textOf(jobOf(id), town.cookies.plumber))).toMatch(/Goes back to Rudo Own \$30\.00, by\s\w{3}\s\d/);
});

test("the pay page asks about a recorded payment first, and a ticket has a row for one being checked", async () => {
  const id = await agreedBooking({ status: "completed", completedAt: town.context.now, finalAmount: 80_00 });
  const openPayment = JSON.stringify({ amount: 80_00, method: "cash", recordedBy: "plumber" });
  await setBooking(town.context, id, { openPayment });
  const asked = await textOf(page(id));
  for (const text of ["Did you pay $80?", "$80 is recorded as paid in cash, and is to be confirmed first."])
    expect(asked).toContain(text);
  for (const text of ["How do you pay?", "Due now"]) expect(asked).not.toContain(text);
  const uncheckedPayment = JSON.stringify({ amount: 30_00, method: "card", startedAt: town.context.now - DAY });
  await setBooking(town.context, id, { openPayment: null, uncheckedPayment });
  expect(words(await textOf(ticketOf(id)))).toContain("Being checked $30.00");
});

test("before the work a ticket says that paying online is possible then, or offers it", async () => {
  const plain = await agreedBooking({ agreedPrice: null, agreedDeposit: null, fee: 25_00 });
  const told = "$25 is due once the work is done: pay Tendai Own in cash or by EcoCash.";
  expect(await textOf(ticketOf(plain))).toContain(`${told} You can pay online then, too.`);
  expect(await textOf(ticketOf(await agreedBooking()))).toContain("or online on this page.");
  const { text } = await read(ticketOf(plain), town.cookies.client, {});
  expect(text).toContain(told);
  expect(text).not.toContain("You can pay online then");
});

test("the pay page says what becomes of the money, and shows no old failure", async () => {
  const id = await agreedBooking();
  await send(id, { phone: "0774444444" });
  const failed = await textOf(page(id));
  expect(failed).toContain("If you cancel at least 2 hours before the start, all of it goes back to you.");
  expect(failed).toContain("Insufficient balance. Nothing was paid.");
  expect(failed).toContain('value="0774444444"');
  const createdAt = town.context.now - 7_200_000;
  await town.context.db.update(onlinePayments).set({ createdAt }).where(eq(onlinePayments.bookingId, id));
  expect(await textOf(page(id))).not.toContain("Insufficient balance");
  expect((await send(id)).status).toBe(303);
  const soon = await agreedBooking({ startsAt: town.context.now + 3_600_000 });
  expect(await textOf(page(soon))).toContain("If you cancel, Tendai Own gets the visit fee, and the rest goes back");
  const finished = await agreedBooking({ status: "completed", completedAt: town.context.now, finalAmount: 80_00 });
  expect(await textOf(page(finished))).toContain("Pombi passes the money on to Tendai Own within 24 hours.");
});

const refresh = async (id: string, cookie = town.cookies.client) => {
  const [payment] = await paymentsOf(id);
  return visit(page(id), { cookie, settings, form: { intent: "check", payment: payment!.id } });
};

test("Refresh on the pay page asks, and only for one's own payment", async () => {
  const id = await agreedBooking();
  await send(id, { phone: "0773333333" });
  await paynow.elapse();
  expect((await refresh(id, town.cookies.otherClient)).status).toBe(404);
  expect((await refresh(id)).status).toBe(303);
  const text = await textOf(page(id));
  expect(text).toContain("You cancelled the payment of $30");
  expect(text).toContain("Pay another way");
});

test("without script a page that waits for a payment loads again, until it is decided", async () => {
  const reload = /<noscript>.*<meta http-equiv="refresh" content="\d+"\/>.*loads again by itself.*<\/noscript>/s;
  const id = await agreedBooking();
  expect(await textOf(page(id))).not.toMatch(reload);
  await send(id);
  expect(await textOf(page(id))).toMatch(reload);
  await paynow.elapse();
  await deliver();
  expect(await textOf(page(id))).not.toMatch(reload);
});

test("a card goes on to Paynow's page, and InnBucks shows its code", async () => {
  const card = await agreedBooking();
  const code = await agreedBooking();
  const response = await send(card, { method: "card", phone: "" });
  const { number } = paynow.standIn.transactions.at(-1)!;
  expect(response.headers.get("Location")).toBe(`https://paynow.test/Payment/ConfirmPayment/${number}`);
  expect(await textOf(page(card))).toContain("Go on to Paynow");
  await send(code, { method: "innbucks" });
  expect(await textOf(page(code))).toMatch(/Your InnBucks code:.*7000\d{5}/);
});

test("a card whose page got lost on the way is not waited for, and what Paynow gave back is said", async () => {
  const id = await agreedBooking();
  paynow.standIn.behaviour.losesAnswers = "after";
  await send(id, { method: "card", phone: "" });
  paynow.standIn.behaviour.losesAnswers = null;
  await refresh(id);
  const lost = await textOf(page(id));
  expect(lost).toContain("there is nothing to pay with");
  expect(lost).not.toMatch(/Go on to Paynow|Cancel it/);
  const one = paynow.standIn.transactions.at(-1)!;
  for (const status of ["Paid", "Refunded"] as const) {
    await paynow.standIn.change(one, status);
    expect((await deliver()).status).toBe(200);
  }
  const back = await textOf(page(id));
  expect(back).toContain("$30 went back to you");
  expect(await textOf("/admin-dashboard/payments/online", town.cookies.admin)).toContain("gave it back to the payer");
});

test("the pay page refuses another amount, method or phone", async () => {
  const id = await agreedBooking();
  for (const { name, fields, status = 400, text } of [
    { name: "another amount", fields: { choice: "deposit 100" }, status: 409, text: "has changed" },
    { name: "no amount at all", fields: { choice: "deposit" }, text: "Amount is required" },
    { name: "an unknown method", fields: { method: "gold" }, text: "Payment method is required" },
    { name: "a phone that pays nothing", fields: { phone: "024 270 0700" }, text: "mobile number that pays" },
    { name: "no phone", fields: { phone: "" }, text: "mobile number that pays" },
  ] as const) {
    const response = await send(id, fields);
    expect(response.status, name).toBe(status);
    expect(await response.text(), name).toContain(text);
  }
  expect(await paymentsOf(id)).toEqual([]);
});

test("the dashboard, the ticket and the lists lead to the pay page, and say what is due and under way", async () => {
  const id = await agreedBooking({ startsAt: town.context.now + 60_000 });
  const asks =
    "Tendai asks for a deposit of $30 before the work, and may not start without it. Pombi holds it until a day after the work is done.";
  const cards = ["/client-dashboard", ticketOf(id)];
  const lists = ["/client-dashboard/bookings", "/bookings"];
  for (const path of cards)
    for (const text of [asks, "Pay the deposit, $30"]) expect(await textOf(path), path).toContain(text);
  for (const path of lists) {
    const text = await textOf(path);
    expect(text, path).toContain("Pay the deposit, $30");
    expect(text, path).toContain(`href="${page(id)}"`);
  }
  await send(id);
  for (const path of cards) expect(await textOf(path), path).not.toContain(asks);
  for (const path of lists) {
    const text = await textOf(path);
    expect(text, path).not.toContain("Pay the deposit, $30");
    expect(text, path).toContain("See the payment");
  }
});

test("Payments lists what can be paid, a deposit that is asked for under its own heading", async () => {
  await agreedBooking();
  const asked = await textOf("/client-dashboard/payments");
  expect(asked).toContain("Deposits requested");
  expect(asked).not.toContain("You can pay ahead");
  await agreedBooking({ agreedDeposit: null });
  const text = await textOf("/client-dashboard/payments");
  expect(text).toContain("You can pay ahead");
  expect(text).toContain("Pay $30");
  expect(text).not.toContain("Coming soon");
});

test("a post of Paynow's is refused without a D1 call where it is forged, too large or cut off", async () => {
  const id = await agreedBooking();
  await send(id);
  await paynow.elapse();
  const { url, body } = paynow.posts.at(-1)!;
  const path = new URL(url).pathname;
  const cutOff = [body.replace(/hash=.*/, ""), body.slice(0, -1), ""];
  const forged = [body.replace("30.00", "3000.00"), `${body}&more=${"x".repeat(1000)}`, "x=".repeat(300)];
  const fields = [...new URLSearchParams(body)].filter(([name]) => name !== "hash");
  const tooLarge = (await signMessage([...fields, ["more", "x".repeat(5000)]], PAYNOW_KEY)).toString();
  for (const text of [...forged, tooLarge, ...cutOff]) {
    const response = await post(path, text);
    expect([response.status, callsOf(response)]).toEqual([400, 0]);
  }
  expect((await paymentsOf(id))[0]!.status).toBe("open");
  // While Paynow itself says nothing, so that it posts it again.
  const restore = stubPaynow({ fetch: () => Promise.resolve(new Response("", { status: 500 })) });
  expect((await deliver()).status).toBe(503);
  restore();
  // The right post about a payment that the address doesn't name.
  expect((await post(`/hooks/paynow/${newId()}`, body)).status).toBe(404);
  expect((await visit(path, { settings })).status).toBe(404);
  expect((await deliver()).status).toBe(200);
  expect((await deliver()).status).toBe(200);
});

test("a quote asks for a deposit of at most its total, which accepting it makes the booking's", async () => {
  const id = await agreedBooking({ agreedPrice: null, agreedDeposit: null });
  const path = `${jobOf(id)}/quote`;
  expect(await textOf(path, town.cookies.plumber)).toContain("Ask for a deposit");
  const validUntil = dateAt(currentInstant() + 2 * DAY);
  const quote = { "lines[0].what": "Work", "lines[0].amount": "50", deposit: "20.50", validUntil };
  expect((await visit(path, { cookie: town.cookies.plumber, settings, form: quote })).status).toBe(303);
  expect(await textOf(ticketOf(id))).toContain(
    "Deposit: $20.50, to be paid in advance. Pombi holds it until a day after the work is done.",
  );
  const form = { version: "1" };
  await visit(`${ticketOf(id)}/money/accept-quote`, { cookie: town.cookies.client, settings, form });
  expect(await textOf(page(id))).toContain("The deposit: $20.50");
});

test("the office lets clients pay the fee with the request", async () => {
  const id = await agreedBooking({ status: "pending", agreedPrice: null, agreedDeposit: null });
  const save = (feeMode: string, cookie = town.cookies.admin) =>
    visit("/admin-dashboard/settings", { cookie, settings, form: { form: "fee-mode", feeMode } });
  expect((await save("always")).status).toBe(400);
  // A stolen session alone changes nothing about money.
  expect((await save("optional", await signedInEarlier(town.context, town.admin))).status).toBe(403);
  expect(await textOf(page(id))).toContain("There is nothing to pay online right now.");
  expect((await save("optional")).status).toBe(303);
  expect(await textOf(ticketOf(id))).toContain("Pay $25");
  expect(await textOf(page(id))).toContain("The visit fee");
});

test("the API starts a payment once for its Idempotency-Key, and never tells where its status is asked for", async () => {
  const id = await agreedBooking();
  const path = `/api/bookings/${id}/online-payments`;
  const token = town.tokens.client;
  const json = { purpose: "deposit", amount: 30, method: "ecocash", phone: "0771111111" };
  const start = () => call("POST", path, { token, settings, json, headers: { "Idempotency-Key": `pay-${id}` } });
  const first = await start();
  const second = await start();
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const list = await call("GET", path, { token, settings });
  expect(list.body).toMatchObject({
    choices: [
      { purpose: "deposit", amount: 30 },
      { purpose: "price", amount: 80 },
    ],
    payments: [{ status: "open", amount: 30 }],
  });
  expect(JSON.stringify([first.body, list.body])).not.toMatch(/guid|poll/i);
  expect((await call("GET", path, { token, settings: { LIMIT_FACTOR: "100" } })).status).toBe(404);
});
