import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { bookings, quotes } from "~/db/schema";
import { selectNoticed } from "~/domain/bookings/queries/booking-views.server";
import { DAY } from "~/domain/time/harare";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { expectRedirect, expectPage, visit } from "../support/site";
import {
  town,
  id,
  words,
  markup,
  read,
  send,
  ticket,
  jobPage,
  office,
  row,
  validUntil,
  line,
  sendQuote,
  seedTownOnce,
  createJobUnderWay,
} from "../support/money-pages";

beforeAll(seedTownOnce);
beforeEach(createJobUnderWay);

test("a quote is written in lines, of which empty ones are left out, and read by the client", async () => {
  const answer = send(`${jobPage()}/quote`, "plumber", {
    ...line(0, "New cartridge", "12.50"),
    ...line(1, "", ""),
    ...line(3, "Work, two hours", "40"),
    note: "Parts are in stock.",
    validUntil: validUntil(),
    rows: "4",
  });
  await expectRedirect(answer, jobPage());
  const page = await read(ticket(), "client");
  expect(page).toContain("Tendai Own sent a quote for");
  // The lines are above the answers, which name what they do; nothing asks for them a second time.
  const lines = "New cartridge $12.50 Work, two hours $40.00 Total $52.50";
  expect(page).toContain(`${lines} Parts are in stock. More is due only if you agree. Accept $52.50 Decline More`);
  expect(page.match(/New cartridge/g)).toHaveLength(1);
  expect(page).not.toMatch(/Answer the quote|#money/);
  expect(await read(jobPage(), "plumber")).toContain("Valid until");
});

test("an email knows the lines of an open quote, and none once it has expired", async () => {
  await sendQuote("52.50");
  const { db, now } = town.context;
  const quotedAt = async (at: number) => (await selectNoticed(db, at).where(eq(bookings.id, id)))[0]!.quoted;
  expect(await quotedAt(now)).toEqual({ lines: [{ what: "Work", amount: 52_50 }], total: 52_50, deposit: null });
  expect(await quotedAt(now + 100 * DAY)).toBeNull();
});

test("“Add a line” of a quote keeps what is written, without an error", async () => {
  const form = { ...line(0, "New cartridge", "twelve"), rows: "4", intent: "addLine" };
  const answer = send(`${jobPage()}/quote`, "plumber", form);
  const html = await expectPage(answer, 200, 'value="New cartridge"', 'name="lines[4].what"');
  expect(html).not.toContain('name="lines[5].what"');
  expect(words(html)).not.toContain("Please enter an amount");
});

test("a quote with a mistake is refused, and keeps what was written", async () => {
  for (const [fields, message] of [
    [{ rows: "4" }, "At least one line is required."],
    [line(2, "", "5"), "Item is required."],
    [line(0, "Work", "0"), "A quote is for more than $0."],
    [line(0, "Work", "1000000"), "Please enter at most $100,000."],
    [{ ...line(0, "A", "60000"), ...line(1, "B", "60000") }, "A quote is up to $100,000."],
    [{ ...line(0, "Work", "5"), deposit: "5.01" }, "A deposit is up to the total."],
    [{ ...line(0, "Work", "5"), validUntil: "2020-01-01" }, "within 90 days"],
    [{ ...line(0, "Work", "5"), validUntil: "30.02.2026" }, "This date doesn't exist."],
  ] as const) {
    const answer = send(`${jobPage()}/quote`, "plumber", { validUntil: validUntil(), note: "Kept", ...fields });
    await expectPage(answer, 400, "Kept", message);
  }
  expect(await town.context.db.$count(quotes, eq(quotes.bookingId, id))).toBe(0);
});

test("the line with which the form begins is no quote yet", async () => {
  const form = { ...line(0, "Visit fee", "25"), note: "Kept", validUntil: validUntil() };
  const answer = send(`${jobPage()}/quote`, "plumber", form);
  await expectPage(answer, 422, "Kept", "Please add what the work itself costs");
  expect(await town.context.db.$count(quotes, eq(quotes.bookingId, id))).toBe(0);
});

test("a quote with a field that no form has is refused unread, for any booking", async () => {
  for (const name of ["lines[12].what", "lines[100000000].what", "lines[4294967294]", "lines[0].what.more", ""])
    for (const page of [jobPage(), "/plumber-dashboard/jobs/x"]) {
      const answer = await send(`${page}/quote`, "plumber", { ...line(0, "Work", "5"), [name]: "x" });
      expect(answer.status, `${page} ${name}`).toBe(400);
    }
});

test("a quote can be changed, and is accepted with one button; a new one begins with everything of it", async () => {
  expect(await read(jobPage(), "plumber")).toContain("Write a quote");
  await sendQuote("60");
  const page = await read(jobPage(), "plumber");
  expect(page).toContain("Change the quote");
  expect(page).not.toContain("Write a quote");
  expect(await read(`${jobPage()}/quote`, "plumber")).toContain("Change the quote");
  // Accepting binds to the deposit too, so the button names it.
  await town.context.db.update(quotes).set({ deposit: 20_00 }).where(eq(quotes.bookingId, id));
  expect(await read(ticket(), "client")).toContain("Accept $60, deposit $20");
  await town.context.db.update(quotes).set({ deposit: null }).where(eq(quotes.bookingId, id));
  await expectRedirect(send(`${ticket()}/money/accept-quote`, "client", { version: "1" }), ticket());
  expect(await read(ticket(), "client")).toContain("Agreed by quote $60.00");
  expect((await row()).agreedPrice).toBe(60_00);
  await town.context.db.update(quotes).set({ deposit: 1_000, note: "Kept" }).where(eq(quotes.bookingId, id));
  const again = await visit(`${jobPage()}/quote`, { cookie: town.cookies.plumber, settings: PAYNOW_SETTINGS });
  expect(await again.text()).toMatch(/name="lines\[0\]\.what".*value="Work".*name="deposit".*value="10".*Kept/s);
});

test("a replaced quote is refused with the new one and its button, which can be declined with a reason", async () => {
  await sendQuote("60");
  await sendQuote("80");
  const answer = send(`${ticket()}/money/accept-quote`, "client", { version: "1" });
  expect(words(await expectPage(answer, 409, 'name="version" value="2"'))).toMatch(
    /The quote has changed since\. Please read the new one first\. Tendai Own sent a quote for \$80 at \d+:\d\d [ap]m\. Work \$80\.00 Total \$80\.00/,
  );
  expect((await row()).agreedPrice).toBeNull();
  const declined = await send(`${ticket()}/money/decline-quote`, "client", { version: "2", reason: "Too dear" });
  expect(declined.status).toBe(303);
  expect(await read(jobPage(), "plumber")).toContain("declined the quote for $80 : “Too dear”");
  expect(await read(jobPage(), "plumber")).toContain("Rudo declined your quote for $80.");
  expect(await read(ticket(), "client")).toContain("You declined Tendai's quote for $80.");
});

const finish = (form: Record<string, string>) => send(`${jobPage()}/finish`, "plumber", form);

test("finishing has the fee filled in, and one button is enough, twice is once", async () => {
  const page = await markup(`${jobPage()}/finish`, "plumber");
  expect(page).toMatch(/name="finalAmount"[^>]*value="25"|value="25"[^>]*name="finalAmount"/);
  const form = { finalAmount: "25", finalReason: "", report: "Replaced the washer." };
  for (const _ of ["once", "twice"]) expect((await finish(form)).status).toBe(303);
  expect(await row()).toMatchObject({ status: "completed", finalAmount: 25_00, report: "Replaced the washer." });
  expect(await read(ticket(), "client")).toContain("Due now $25.00");
  expect(await read("/client-dashboard/reviews", "client")).toContain("Show others what was done and the price ($25)");
});

test("finishing with a mistake is refused and keeps the text; a thousandfold price is asked about again", async () => {
  for (const [finalAmount, status, message] of [
    ["", 400, "Please enter an amount in dollars"],
    ["26", 422, "Please say why: the client will be asked to agree."],
  ] as const)
    await expectPage(finish({ finalAmount, report: "Kept" }), status, "Kept", message);
  expect((await row()).status).toBe("in-progress");
  const form = { finalAmount: "25000", finalReason: "A whole house" };
  await expectPage(finish(form), 422, 'name="sure"');
  expect((await finish({ ...form, sure: "on" })).status).toBe(303);
  expect((await row()).finalAmount).toBe(25_000_00);
});

test("the button that finishes a job is docked, and names no amount without script, which can change", async () => {
  const html = await markup(`${jobPage()}/finish`, "plumber");
  expect(html).toMatch(/<div class="ticket-actions"><button[^>]*form="finish"[^>]*>(<[^>]*>)*Mark Completed</);
});

test("the page of finishing says before the start from when on it works", async () => {
  const page = await read(`/plumber-dashboard/jobs/${town.confirmed}/finish`, "plumber");
  expect(page).toContain("It's too early for this. You can do it from");
  const answer = await send(`/plumber-dashboard/jobs/${town.confirmed}/finish`, "plumber", { finalAmount: "25" });
  expect(answer.status).toBe(409);
});

test("the client agrees or not to an amount above the agreed one, and the office decides", async () => {
  await finish({ finalAmount: "40", finalReason: "More pipe" });
  const page = await read(ticket(), "client");
  expect(page).toContain("Tendai Own asks for $40, $15 more than agreed");
  expect(page).toMatch(/more than agreed: “More pipe”\. Do you agree\? Agree to \$15 more I don't agree More/);
  expect(page).toContain("Due now $25.00");
  const objecting = await markup(`${ticket()}/money/dispute-final`, "client");
  expect(objecting).toMatch(
    /The agreed \$25 stays due\. Our office calls both sides and decides about the \$15 by \w{3} \d/,
  );
  expect(objecting).toMatch(/<h1[^>]*>I don(&#x27;|')t agree to \$15 more<\/h1>/);
  expect(objecting).not.toContain("button-danger");
  await send(`${ticket()}/money/dispute-final`, "client", { amount: "4000", reason: "It was our pipe" });
  expect(await read(ticket(), "client")).toContain("You disagreed. Our office will decide.");
  expect(await read(jobPage(), "plumber")).toContain("Rudo Own disagreed. Our office will decide.");
  const asked = await read(office(), "admin");
  for (const text of ["disagreed with $40", "Rudo Own disagreed. Please decide.", "Decide the final amount"])
    expect(asked).toContain(text);
  const shownNow = async () => {
    const form = await markup(`${office()}/money/decide`, "admin");
    // The office says an amount of its own.
    expect(form).toMatch(/<input(?=[^>]*name="amount")(?=[^>]*value="")[^>]*>/);
    return /name="shown" value="([^"]*)"/.exec(form)![1]!;
  };
  const decide = async (amount: string, shown: string) =>
    send(`${office()}/money/decide`, "admin", { amount, reason: "We saw it", shown });
  expect(await read(`${office()}/money/decide`, "admin")).toContain("Rudo Own disagreed with $40. “It was our pipe”");
  const shown = await shownNow();
  const amounts = await read(`${office()}/money/decide`, "admin");
  expect(amounts).toMatch(/“More pipe”.*\$25, as agreed \$40, as Tendai Own asks Another amount/);
  await expectPage(decide("", shown), 400, "like 25 or 25.50.", "We saw it");
  const nothing = { amount: "", reason: "", factorPassword: "", shown };
  const missing = ["like 25 or 25.50.", "Reason is required: both sides read it.", "Please enter your password first."];
  await expectPage(send(`${office()}/money/decide`, "admin", nothing), 400, ...missing);
  const other = send(`${office()}/money/decide`, "admin", { ...nothing, fixed: "part", reason: "We saw it" });
  await expectPage(other, 400, "Please enter an amount in dollars, like 25 or 25.50.");
  await expectPage(decide("4000", shown), 422, "This is more than the plumber asks for.", "The amount is right.");
  expect(await row()).toMatchObject({ finalAmount: 40_00, finalAnswer: "disputed" });
  expect((await decide("30", shown)).status).toBe(303);
  await expectPage(decide("40", shown), 409, "This has changed or been settled in the meantime.");
  expect(await row()).toMatchObject({ finalAmount: 30_00, finalAnswer: "decided" });
  expect(await read(office(), "admin")).not.toContain("Decide the final amount");
  expect(await read(ticket(), "client")).toContain("Why it is more “More pipe”");
  const over = await read(`${ticket()}/money/dispute-final`, "client");
  expect(over).toContain("This isn't possible any more.");
  expect(over).not.toContain("stays held");
  const fixed = { fixed: "25.00", reason: "We saw it", shown: await shownNow() };
  expect((await send(`${office()}/money/decide`, "admin", fixed)).status).toBe(303);
  expect(await read(ticket(), "client")).not.toContain("Why it is more");
  const above = { amount: "26", reason: "We saw it", sure: "on", shown: await shownNow() };
  expect((await send(`${office()}/money/decide`, "admin", above)).status).toBe(303);
});
