import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quotes } from "~/db/schema";
import { visit } from "../support/site";
import {
  town,
  id,
  words,
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

describe("a quote", () => {
  test("is written in lines, of which empty ones are left out, and read by the client", async () => {
    const answer = await send(`${jobPage()}/quote`, "plumber", {
      ...line(0, "New cartridge", "12.50"),
      ...line(1, "", ""),
      ...line(3, "Work, two hours", "40"),
      note: "Parts are in stock.",
      validUntil: validUntil(),
      rows: "4",
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe(jobPage());
    const page = await read(ticket(), "client");
    expect(page).toContain("Tendai Own sent a quote for");
    expect(page).toContain("New cartridge $12.50 Work, two hours $40.00 Total $52.50");
    expect(page).toContain("Parts are in stock.");
    expect(await read(jobPage(), "plumber")).toContain("Valid until");
  });

  test("“Add a line” keeps what is written, without an error", async () => {
    const answer = await send(`${jobPage()}/quote`, "plumber", {
      ...line(0, "New cartridge", "twelve"),
      rows: "4",
      intent: "addLine",
    });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('value="New cartridge"');
    expect(html).toContain('name="lines[4].what"');
    expect(html).not.toContain('name="lines[5].what"');
    expect(words(html)).not.toContain("Please enter an amount");
  });

  test.each([
    ["no line", { rows: "4" }, "Please write at least one line."],
    ["a line without an amount", line(0, "Work", ""), "Please enter an amount in dollars"],
    ["an amount without a line", line(2, "", "5"), "Please say what it is for."],
    ["a negative amount", line(0, "Work", "-5"), "Please enter an amount in dollars"],
    ["three decimals", line(0, "Work", "5.123"), "Please enter an amount in dollars"],
    ["a million", line(0, "Work", "1000000"), "Please enter at most $100,000."],
    ["too much in sum", { ...line(0, "A", "60000"), ...line(1, "B", "60000") }, "A quote is at most $100,000."],
    ["a day that has been", { ...line(0, "Work", "5"), validUntil: "2020-01-01" }, "within 90 days"],
    ["no day", { ...line(0, "Work", "5"), validUntil: "soon" }, "Please choose a day."],
  ])("with %s is refused, and keeps what was written", async (_, fields: Record<string, string>, message) => {
    const answer = await send(`${jobPage()}/quote`, "plumber", { validUntil: validUntil(), note: "Kept", ...fields });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(words(page)).toContain(message);
    expect(page).toContain("Kept");
    expect(await town.context.db.$count(quotes, eq(quotes.bookingId, id))).toBe(0);
  });

  test("for a job that is not theirs is not found, whatever is wrong in the form", async () => {
    for (const form of ["accept-quote", "record-payment"])
      expect((await send(`/client-dashboard/bookings/x/money/${form}`, "client", {})).status).toBe(404);
    expect((await send(`${ticket()}/money/accept-quote`, "otherClient", {})).status).toBe(404);
  });

  test.each(["lines[12].what", "lines[100000000].what", "lines[4294967294]", "lines[0].what.more", ""])(
    "with a field called %j, which no form has, is not read, for any job",
    async (name) => {
      for (const page of [jobPage(), "/plumber-dashboard/jobs/x"])
        expect((await send(`${page}/quote`, "plumber", { ...line(0, "Work", "5"), [name]: "x" })).status).toBe(400);
    },
  );

  test("that is open can be changed, and the page says so", async () => {
    expect(await read(jobPage(), "plumber")).toContain("Write a quote");
    await sendQuote("60");
    const page = await read(jobPage(), "plumber");
    expect(page).toContain("Change the quote");
    expect(page).not.toContain("Write a quote");
    expect(await read(`${jobPage()}/quote`, "plumber")).toContain("Change the quote");
  });

  test("is accepted with one button, and the agreed price stands on the ticket", async () => {
    await sendQuote("60");
    const answer = await send(`${ticket()}/money/accept-quote`, "client", { version: "1" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, ticket()]);
    expect(await read(ticket(), "client")).toContain("Agreed by quote $60.00");
    expect((await row()).agreedPrice).toBe(60_00);
  });

  test("that was replaced meanwhile is refused, with the new one and its button", async () => {
    await sendQuote("60");
    await sendQuote("80");
    const answer = await send(`${ticket()}/money/accept-quote`, "client", { version: "1" });
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(words(html)).toMatch(
      /The quote has changed since\. Please read the new one first\. Tendai Own sent a quote for \$80 at \d+:\d\d [ap]m\. Work \$80\.00 Total \$80\.00/,
    );
    expect(html).toContain('name="version" value="2"');
    expect((await row()).agreedPrice).toBeNull();
  });

  test("is declined with a reason", async () => {
    await sendQuote("60");
    expect((await send(`${ticket()}/money/decline-quote`, "client", { version: "1", reason: "Too dear" })).status).toBe(
      303,
    );
    expect(await read(jobPage(), "plumber")).toContain("declined the quote for $60 : “Too dear”");
  });
});

describe("finishing", () => {
  const finish = (form: Record<string, string>) => send(`${jobPage()}/finish`, "plumber", form);

  test("the fee is filled in, and one button is enough, twice is once", async () => {
    expect(await (await visit(`${jobPage()}/finish`, { cookie: town.cookies.plumber })).text()).toMatch(
      /name="finalAmount"[^>]*value="25"|value="25"[^>]*name="finalAmount"/,
    );
    const form = { finalAmount: "25", finalReason: "", report: "Replaced the washer." };
    expect((await finish(form)).status).toBe(303);
    expect((await finish(form)).status).toBe(303);
    expect(await row()).toMatchObject({ status: "completed", finalAmount: 25_00, report: "Replaced the washer." });
    expect(await read(ticket(), "client")).toContain("Due now $25.00");
  });

  test.each([
    ["-5", 400, "Please enter an amount in dollars"],
    ["5.123", 400, "Please enter an amount in dollars"],
    ["", 400, "Please enter an amount in dollars"],
    ["1e3", 400, "Please enter an amount in dollars"],
    ["26", 422, "Please say why: the client will be asked to agree."],
  ])("with %s is refused", async (finalAmount, status, message) => {
    const answer = await finish({ finalAmount, report: "Kept" });
    expect(answer.status).toBe(status);
    const page = await answer.text();
    expect(words(page)).toContain(message);
    expect(page).toContain("Kept");
    expect((await row()).status).toBe("in-progress");
  });

  test("a thousand times as much is asked about once more", async () => {
    const form = { finalAmount: "25000", finalReason: "A whole house" };
    const asked = await finish(form);
    expect(asked.status).toBe(422);
    expect(await asked.text()).toContain('name="sure"');
    expect((await finish({ ...form, sure: "on" })).status).toBe(303);
    expect((await row()).finalAmount).toBe(25_000_00);
  });

  test("before the start it says from when on", async () => {
    const page = await read(`/plumber-dashboard/jobs/${town.confirmed}/finish`, "plumber");
    expect(page).toContain("It's too early for this. You can do it from");
    const answer = await send(`/plumber-dashboard/jobs/${town.confirmed}/finish`, "plumber", { finalAmount: "25" });
    expect(answer.status).toBe(409);
  });

  test("with more than agreed, the client agrees or not, and the office decides", async () => {
    await finish({ finalAmount: "40", finalReason: "More pipe" });
    const page = await read(ticket(), "client");
    expect(page).toContain("Tendai Own asks for $40, $15 more than agreed");
    expect(page).toContain("“More pipe”");
    expect(page).toContain("Due now $25.00");
    await send(`${ticket()}/money/dispute-final`, "client", { amount: "4000", reason: "It was our pipe" });
    expect(await read(office(), "admin")).toContain("disagreed with $40");
    expect(await read(ticket(), "client")).toContain("You disagreed. Our office will decide.");
    expect(await read(jobPage(), "plumber")).toContain("Rudo Own disagreed. Our office will decide.");
    expect(await read(office(), "admin")).toContain("Rudo Own disagreed. Please decide.");
    // Before everything else on the office's page, until it has decided.
    expect(await read(office(), "admin")).toContain("Set the final amount");
    const form = await (await visit(`${office()}/money/decide`, { cookie: town.cookies.admin })).text();
    const shown = /name="shown" value="([^"]*)"/.exec(form)![1]!;
    const decide = (amount: string) =>
      send(`${office()}/money/decide`, "admin", { amount, reason: "We saw it", shown });
    expect((await decide("-1")).status).toBe(400);
    expect((await decide("30")).status).toBe(303);
    const late = await decide("40");
    expect(late.status).toBe(409);
    expect(words(await late.text())).toContain("This has changed or been settled in the meantime.");
    expect(await row()).toMatchObject({ finalAmount: 30_00, finalAnswer: "decided" });
    expect(await read(office(), "admin")).not.toContain("Set the final amount");
    expect(await read(ticket(), "client")).toContain("Why it is more “More pipe”");
    const over = await read(`${ticket()}/money/dispute-final`, "client");
    expect(over).toContain("This isn't possible any more.");
    expect(over).not.toContain("stay held");
    const again = await (await visit(`${office()}/money/decide`, { cookie: town.cookies.admin })).text();
    const asAgreed = { amount: "25", reason: "As agreed", shown: /name="shown" value="([^"]*)"/.exec(again)![1]! };
    expect((await send(`${office()}/money/decide`, "admin", asAgreed)).status).toBe(303);
    expect(await read(ticket(), "client")).not.toContain("Why it is more");
  });
});
