import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookings, dailyTallies, payments, receipts } from "~/db/schema";
import { dateAt, DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { expectPage, visit } from "../support/site";
import { createSignedInUser } from "../support/users";
import { payFor, type TownUser } from "../support/town";
import { currentInstant } from "../support/now";
import {
  town,
  id,
  createJob,
  nextJob,
  words,
  markup,
  read,
  send,
  ticket,
  jobPage,
  office,
  row,
  sendQuote,
  seedTownOnce,
  createJobUnderWay,
} from "../support/money-pages";

beforeAll(seedTownOnce);
beforeEach(createJobUnderWay);

describe("a payment", () => {
  const record = async (as: "client" | "plumber", amount: string, formId = newId()) =>
    send(`${as === "client" ? ticket() : jobPage()}/money/record-payment`, as, { id: formId, amount, method: "cash" });
  const open = async () => (await town.context.db.select().from(payments).where(eq(payments.bookingId, id)))[0]!;
  beforeEach(() => nextJob({ completedAt: town.context.now, finalAmount: 25_00 }));

  test("a payment is recorded once, even sent twice, with what is due filled in, and not before the work", async () => {
    const paidCash = `${ticket()}/money/record-payment?method=cash`;
    expect(await markup(ticket(), "client")).toContain(`href="${paidCash}"`);
    expect(await markup(ticket(town.confirmed), "client")).not.toContain("record-payment");
    const html = await markup(paidCash, "client");
    expect(html).toMatch(/<option[^>]*value="cash"[^>]*selected|<option[^>]*selected[^>]*value="cash"/);
    expect(html).toMatch(/<input[^>]*name="amount"[^>]*value="25"|<input[^>]*value="25"[^>]*name="amount"/);
    const formId = /name="id" value="([a-z0-9]{24})"/.exec(html)![1]!;
    expect((await record("client", "10", formId)).status).toBe(303);
    expect((await record("client", "10", formId)).status).toBe(303);
    expect(await town.context.db.$count(payments, eq(payments.bookingId, id))).toBe(1);
    expect(await read(ticket(), "client")).toContain("Waiting for Tendai Own to confirm it.");
    expect(await read(jobPage(), "plumber")).toContain("Rudo Own recorded that $10 was paid in cash");
  });

  test("a payment of more than what is due is refused", async () => {
    await expectPage(record("client", "25.01"), 409, "At most $25 is due.");
  });

  test("a payment that waits for an answer leaves no room for another; a confirmed one has a receipt", async () => {
    const button = "/money/record-payment";
    expect(await markup(jobPage(), "plumber")).toContain(button);
    await record("client", "25");
    const asked = await markup(jobPage(), "plumber");
    expect(words(asked)).toMatch(/Did you get it\? Yes, I got \$25 I didn't get \$25 More/);
    for (const page of [asked, await markup(ticket(), "client")]) expect(page).not.toContain(button);
    const payment = (await open()).id;
    expect((await send(`${ticket()}/money/confirm-payment`, "client", { payment })).status).toBe(409);
    expect((await send(`${jobPage()}/money/confirm-payment`, "plumber", { payment })).status).toBe(303);
    const [receipt] = await town.context.db.select().from(receipts).where(eq(receipts.bookingId, id));
    expect(await read(ticket(), "client")).toContain(`PR-${receipt!.number}`);
    const page = await markup(`/receipts/pr-${receipt!.number}`, "client");
    expect(page).toContain('<meta name="robots" content="noindex"');
    const said = "Paid to Tendai Own, recorded by Pombi. Not a fiscal tax invoice.";
    for (const text of [said, "Client Rudo Own", "Paid by Cash", "Paid US$25.00"]) expect(words(page)).toContain(text);
  });

  test("a payment has a receipt whose lines add up, with what was more or less than the quote, and why", async () => {
    const receiptOf = async (asked: string, answer?: "agree-final" | "dispute-final") => {
      await nextJob({ status: "in-progress" });
      await sendQuote("60");
      await send(`${ticket()}/money/accept-quote`, "client", { version: "1" });
      await send(`${jobPage()}/finish`, "plumber", { finalAmount: asked, finalReason: "The valve broke" });
      if (answer) await send(`${ticket()}/money/${answer}`, "client", { amount: `${asked}00` });
      const receipt = await payFor({ ...town.context, now: currentInstant() }, town, id, 30_00);
      return read(`/receipts/PR-${receipt}`, "client");
    };
    const agreed = await receiptOf("80", "agree-final");
    expect(agreed).toContain("Work $60.00 More than the quote: “The valve broke” $20.00 Total $80.00");
    expect(agreed).toContain("Paid US$30.00 Still to pay $50.00");
    const disputed = await receiptOf("80", "dispute-final");
    expect(disputed).toContain("More than the quote, not agreed yet: “The valve broke” $20.00 Total $80.00");
    expect(disputed).not.toContain("Still to pay");
    expect(await receiptOf("45.50")).toContain("Less than the quote: “The valve broke” −$14.50 Total $45.50");
    expect(await receiptOf("60")).toContain("Work $60.00 Total $60.00 Paid US$30.00 Still to pay $30.00");
  });

  test("a payment is taken back with one button by the side that recorded it, and reads so on both sides", async () => {
    await record("client", "20");
    const payment = (await open()).id;
    const html = await markup(ticket(), "client");
    const form = new RegExp(`action="${ticket()}/money/withdraw-payment"[^>]*>.*?value="${payment}".*?Take back`, "s");
    expect(html).toMatch(form);
    expect(await read(jobPage(), "plumber")).not.toContain("Take back");
    expect((await send(`${jobPage()}/money/withdraw-payment`, "plumber", { payment })).status).toBe(409);
    expect((await send(`${ticket()}/money/withdraw-payment`, "client", { payment })).status).toBe(303);
    expect(await read(ticket(), "client")).toMatch(/\(taken back\).*You took back the payment of \$20/);
    expect(await read(jobPage(), "plumber")).toMatch(/\(taken back\).*Rudo Own took back the payment of \$20/);
    const late = send(`${jobPage()}/money/confirm-payment`, "plumber", { payment });
    await expectPage(late, 409, /Rudo Own took back the payment of \$20 at \d+:\d\d [ap]m\./);
  });

  test("a denied payment is among the disputes, until the office has decided what was paid", async () => {
    await record("plumber", "25");
    const payment = (await open()).id;
    const form = await markup(`${ticket()}/money/deny-payment`, "client");
    expect(form).toMatch(/<h1[^>]*>I didn(&#x27;|')t pay \$25<\/h1>/);
    expect(form).toMatch(new RegExp(`href="${ticket()}"[^>]*>Back<`));
    expect((await send(`${ticket()}/money/deny-payment`, "client", { payment, reason: "Not yet" })).status).toBe(303);
    const told = "Rudo denied the last payment: “Not yet”. If Rudo pays $25, record it again.";
    const job = await read(jobPage(), "plumber");
    expect(job).toContain(told);
    expect(job.match(/Record a payment/g)).toHaveLength(1);
    const said = "Rudo Own denied the payment of $25";
    const list = await markup("/admin-dashboard/disputes", "admin");
    expect(words(list)).toContain(`Denied payment ${said}: “Not yet” Rudo Own, Tendai Own`);
    expect(await read(office(), "admin")).toContain(`${said}.`);
    expect(await read("/admin-dashboard", "admin")).toMatch(/Disputes [1-9]/);
    const [, path, dispute] = /“Not yet”.*?href="([^"]+resolve-dispute)\?dispute=([^"]+)"/s.exec(list)!;
    const asked = await read(`${path}?dispute=${dispute}`, "admin");
    expect(asked).toMatch(/Was it paid\? .*Paid in full, \$25\. Nothing stays due\. .*Not paid\. \$25 stays due\./);
    expect(asked).toContain(`${said}. “Not yet”`);
    expect(asked).toContain("We tell Rudo Own and Tendai Own.");
    await expectPage(
      send(path!, "admin", { dispute: dispute!, reason: " " }),
      400,
      "Reason is required: both sides read it.",
    );
    const found = { dispute: dispute!, reason: "It was paid to someone else", outcome: "part", amount: "10" };
    await expectPage(send(path!, "admin", { ...found, outcome: "" }), 400, "Outcome is required.");
    await expectPage(send(path!, "admin", { ...found, amount: "" }), 400, "Please enter an amount in dollars");
    await expectPage(send(path!, "admin", { ...found, amount: "26" }), 409, "At most $25 is due.");
    for (const as of ["client", "plumber"] as const)
      expect((await send(`${as === "client" ? ticket() : jobPage()}/money/resolve-dispute`, as, found)).status).toBe(
        404,
      );
    for (let time = 0; time < 2; time++) expect((await send(path!, "admin", found)).status).toBe(303);
    expect(await row()).toMatchObject({ paidAmount: 10_00, due: 15_00 });
    for (const as of ["client", "plumber"] as const)
      expect(await read(as === "client" ? ticket() : jobPage(), as)).toContain("“It was paid to someone else”");
    expect(await read("/admin-dashboard/disputes", "admin")).not.toContain("“Not yet”");
    expect(await read("/admin-dashboard/disputes?show=closed", "admin")).toContain("“Not yet”");
    expect(await read(office(), "admin")).not.toContain(`${said}.`);
    expect(await read(jobPage(), "plumber")).not.toContain("was denied");
    expect(await read("/admin-dashboard/payments?show=denied", "admin")).toContain("$25.00 Cash Rudo Own Tendai Own");
  });

  test("a payment is voided by the office alone, with a reason, and both receipts say so", async () => {
    const receipt = await payFor(town.context, town, id, 25_00);
    const stamp = /PR-\d+ Paid \w+ \d/;
    expect(await read(`/receipts/PR-${receipt}`, "client")).toMatch(stamp);
    const voidIt = async (booking: string, as: TownUser, more: Record<string, string> = { reason: "Wrong job" }) =>
      (await send(`${booking}/money/void-receipt`, as, { receipt: String(receipt), ...more })).status;
    expect(await voidIt(ticket(), "client")).toBe(404);
    expect(await voidIt(office(), "admin", {})).toBe(400);
    expect(await voidIt(office(), "admin")).toBe(303);
    const voided = await read(`/receipts/PR-${receipt}`, "client");
    expect(voided).toContain(`Void. See PR-${receipt + 1}`);
    const counter = await read(`/receipts/PR-${receipt + 1}`, "plumber");
    expect(counter).toContain(`Voids PR-${receipt} : “Wrong job”`);
    expect(counter).toContain("No longer counts −US$25.00");
    for (const page of [voided, counter]) expect(page).not.toMatch(stamp);
    expect((await row()).due).toBe(25_00);
  });

  test("a payment is on the pages about money as due, paid and earned, and in the CSV", async () => {
    expect(await read("/client-dashboard/payments", "client")).toContain("$25.00 due");
    const receipt = await payFor(town.context, town, id, 10_00);
    expect(await read("/client-dashboard/payments", "client")).toMatch(/\$15\.00 due \$10\.00 paid/);
    const earnings = await read("/plumber-dashboard/earnings", "plumber");
    expect(earnings).toMatch(/[A-Z][a-z]+ 20\d\d \$10\.00 paid .*Record a payment *\$15\.00 due \$10\.00 in cash/);
    expect(earnings).toContain(`PR-${receipt}`);
    const days = await town.context.db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, town.plumber.id));
    expect(earnings).toContain(`$${days.reduce((sum, { earned }) => sum + earned, 0) / 100}`);
    const csv = await visit("/earnings.csv", { cookie: town.cookies.plumber });
    expect(csv.headers.get("Content-Type")).toContain("text/csv");
    // Excel reads UTF-8 only behind this mark.
    expect([...new Uint8Array(await csv.clone().arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = (await csv.text()).split("\r\n");
    expect(lines[0]).toContain("receipt,date,booking,visit,client,service,dollars,method,voids");
    expect(lines.find((one) => one.startsWith(`PR-${receipt},`))).toContain("Rudo Own,,10.00,cash,");
  });
});

test("the ticket no longer says that the plumber is working once a side says that the other didn't come", async () => {
  expect(await read(ticket(), "client")).toContain("Tendai is working on it.");
  await town.context.db.update(bookings).set({ frozenAt: town.context.now }).where(eq(bookings.id, id));
  expect(await read(ticket(), "client")).not.toContain("is working on it");
});

test("a plumber's weeks of earnings are compared with their average", async () => {
  const { context } = town;
  const { cookie, ...plumber } = await createSignedInUser(context, "plumber");
  const inWeek = (weeksAgo: number, earned: number) => {
    const day = dateAt(context.now - weeksAgo * 7 * DAY);
    return { day, plumberId: plumber.id, earned };
  };
  await context.db.insert(dailyTallies).values([inWeek(2, 159_00), inWeek(1, 79_50)]);
  const page = await visit("/plumber-dashboard/earnings?show=weeks", { cookie });
  expect(await page.text()).toMatch(/earlier average: (<!-- -->)?\$119\.25</);
});

test("Outstanding Payments counts bookings with something due, and shows apart what waits for an answer", async () => {
  for (const paidAmount of [0, 10_00, 25_00]) await createJob({ finalAmount: 25_00, paidAmount });
  expect(await read("/client-dashboard", "client")).toContain("Outstanding Payments 2 ");
  const before = Number(/\$([\d.]+) due/.exec(await read("/client-dashboard/payments", "client"))![1]);
  await nextJob({ finalAmount: 25_00 });
  await send(`${jobPage()}/money/record-payment`, "plumber", { id: newId(), amount: "20", method: "cash" });
  expect(await read("/client-dashboard/payments", "client")).toContain(`$${before + 5} due`);
  expect(await read("/client-dashboard/payments", "client")).toContain("$5.00 due $20.00 to be confirmed");
  expect(await read("/client-dashboard/payments", "client")).toContain("Did you pay $20?");
  expect(await read("/plumber-dashboard/earnings", "plumber")).not.toContain("Did you ");
  await nextJob({ finalAmount: 25_00 });
  await send(`${jobPage()}/money/record-payment`, "plumber", { id: newId(), amount: "25", method: "cash" });
  expect(await read("/client-dashboard/payments", "client")).toContain(`$${before + 5} due`);
  expect(await read("/client-dashboard", "client")).toContain("Outstanding Payments 3 ");
  await nextJob({ status: "in-progress", agreedPrice: 60_00 });
  await send(`${jobPage()}/money/record-payment`, "plumber", { id: newId(), amount: "20", method: "cash" });
  expect(await read(ticket(), "client")).toContain("Left to pay $40.00");
});

test("a number that no receipt has is not found", async () => {
  for (const path of ["PR-0", "1001", "PR-9999999", "PR-1001x", "PR-99999999999999999999"])
    expect((await visit(`/receipts/${path}`, { cookie: town.cookies.admin })).status, path).toBe(404);
});
