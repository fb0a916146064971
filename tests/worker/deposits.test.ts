import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptQuote, findQuote } from "~/domain/money/quotes.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { saveFeeMode } from "~/domain/online-payments/fee-mode.server";
import { call } from "../support/api";
import { stubPaynow } from "../support/paynow";
import { visit } from "../support/site";
import { signedInEarlier } from "../support/users";
import { currentInstant } from "../support/now";
import { paynow, settings, town, agreedBooking, page, read, seedPayPages } from "../support/pay-pages";

beforeAll(seedPayPages);

afterAll(stubPaynow(paynow));

describe("deposits and the fee", () => {
  test("a quote asks for a deposit of at most its total, which its acceptance makes the booking's", async () => {
    const id = await agreedBooking({ agreedPrice: null, agreedDeposit: null });
    const quote = (deposit: string) =>
      visit(`/plumber-dashboard/jobs/${id}/quote`, {
        cookie: town.cookies.plumber,
        settings,
        form: {
          "lines[0].what": "Work",
          "lines[0].amount": "50",
          deposit,
          validUntil: new Date(currentInstant() + 2 * 86_400_000).toISOString().slice(0, 10),
        },
      });
    expect((await read(`/plumber-dashboard/jobs/${id}/quote`, town.cookies.plumber)).text).toContain(
      "Ask for a deposit",
    );
    for (const wrong of ["50.01", "-1", "much"]) expect((await quote(wrong)).status).toBe(400);
    expect((await quote("20.50")).status).toBe(303);
    expect((await read(`/client-dashboard/bookings/${id}`)).text).toContain(
      "Deposit: $20.50, held by Pombi until the work is done.",
    );
    const { context, client } = town;
    const found = (await findBookingFor(context.db, client, id))!;
    await acceptQuote(
      { ...context, now: currentInstant() },
      client,
      found,
      (await findQuote(context.db, client, id, 1))!,
    );
    expect((await read(page(id))).text).toContain("The deposit: $20.50");
  });

  test("the office lets clients pay the fee with the request", async () => {
    const id = await agreedBooking({ status: "pending", agreedPrice: null, agreedDeposit: null });
    expect((await read(page(id))).text).toContain("There is nothing to pay online right now.");
    const save = (feeMode: string, cookie = town.cookies.admin) =>
      visit("/admin-dashboard/settings", { cookie, settings, form: { form: "fee-mode", feeMode } });
    expect((await save("always")).status).toBe(400);
    // A stolen session alone changes nothing about money.
    expect((await save("optional", await signedInEarlier(town.context, town.admin))).status).toBe(403);
    expect((await read(page(id))).text).toContain("There is nothing to pay online right now.");
    expect((await save("optional")).status).toBe(303);
    expect((await read(`/client-dashboard/bookings/${id}`)).text).toContain("Pay $25");
    expect((await read(page(id))).text).toContain("The visit fee");
    await saveFeeMode(town.context, town.admin, "none");
  });
});

describe("the API", () => {
  test("starts a payment once for its Idempotency-Key, and never tells where its status is asked for", async () => {
    const id = await agreedBooking();
    const path = `/api/bookings/${id}/online-payments`;
    const token = town.tokens.client;
    const start = () =>
      call("POST", path, {
        token,
        settings,
        json: { purpose: "deposit", amount: 30, method: "ecocash", phone: "0771111111" },
        headers: { "Idempotency-Key": `pay-${id}` },
      });
    const [first, second] = [await start(), await start()];
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
    expect((await call("GET", path, { token: town.tokens.otherClient, settings })).status).toBe(404);
    expect((await call("GET", path, { token, settings: { LIMIT_FACTOR: "100" } })).status).toBe(404);
  });
});
