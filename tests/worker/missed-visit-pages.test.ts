import { beforeAll, expect, test } from "vitest";
import { dateAt, DAY, formatInstant, instantOf } from "~/domain/time/harare";
import { expectPage } from "../support/site";
import {
  createJob,
  jobPage,
  markup,
  office,
  read,
  row,
  seedTownOnce,
  send,
  ticket,
  town,
} from "../support/money-pages";
import { startFields } from "../support/town";

// The office's decision about a visit that one side says was missed (M5), as the office and both sides see it.

beforeAll(seedTownOnce);

async function missedJob() {
  const id = await createJob({ status: "confirmed" });
  expect((await send(`${ticket(id)}/step/plumber-did-not-come`, "client", {})).status).toBe(303);
  const page = `${office(id)}/money/decide`;
  const shown = /name="shown" value="([^"]*)"/.exec(await markup(page, "admin"))![1]!;
  const decide = (fields: Record<string, string>) =>
    send(page, "admin", { amount: "", shown, reason: "We called both", ...fields });
  return { id, page, decide };
}

test("the office chooses what happened to a missed visit, without any money paid online", async () => {
  const { id, page, decide } = await missedJob();
  expect((await markup(office(id), "admin")).match(/>Decide about the missed visit</g)).toHaveLength(1);
  const form = await read(page, "admin");
  expect(form).toContain("Rudo Own said that the plumber didn't come.");
  for (const text of [
    "Tendai Own didn't come. The booking ends. It counts like a late cancellation for Tendai Own.",
    "Nobody was there when Tendai Own came. The booking ends. It counts like a late cancellation for Rudo Own.",
    "Another time. The visit takes place then.",
    "It did take place. Payments go on.",
  ])
    expect(form).toContain(text);
  await expectPage(decide({}), 400, "Outcome is required.", "We called both");
  await expectPage(decide({ outcome: "another-time" }), 400, "Day is required.", "Time is required.");
  const past = startFields(town.context.now - DAY);
  await expectPage(decide({ outcome: "another-time", ...past }), 400, "Please choose a date and time in the future.");
  expect(await row(id)).toMatchObject({ status: "confirmed" });
});

test("while the office decides, no step, cancellation or quote is offered, and their pages say why", async () => {
  const { id } = await missedJob();
  const steps = ["/start", "/finish", "/on-the-way", "/cancel", "/reschedule", "/quote"];
  for (const [page, as, path] of [
    [ticket(id), "client", ticket(id)],
    [jobPage(id), "plumber", jobPage(id)],
    [office(id), "admin", office(id)],
  ] as const)
    for (const step of steps) expect(await markup(page, as), as).not.toContain(`${path}${step}"`);
  const refusal = /Our office decides about this visit first\..* said that the plumber didn't come/;
  for (const [path, as] of [
    [`${ticket(id)}/cancel`, "client"],
    [`${jobPage(id)}/cancel`, "plumber"],
    [`${jobPage(id)}/finish`, "plumber"],
    [`${jobPage(id)}/step/on-the-way`, "plumber"],
    [`${office(id)}/cancel`, "admin"],
  ] as const)
    expect(await read(path, as), path).toMatch(refusal);
  expect(await read(`${jobPage(id)}/reschedule`, "plumber")).toContain("Our office decides about this visit first.");
});

test("an admin who decides about a missed visit after another admin did reads their own words, to copy", async () => {
  const { decide } = await missedJob();
  expect((await decide({ outcome: "plumber-did-not-come" })).status).toBe(303);
  const late = decide({ outcome: "took-place", reason: "They both came" });
  await expectPage(late, 409, /Decide about the missed visit<.*Your words, to copy.*<textarea[^>]*>They both came</s);
});

test("after a missed visit is decided nobody is told to expect it, and both read the outcome", async () => {
  const { id, decide } = await missedJob();
  expect((await decide({ outcome: "plumber-did-not-come" })).status).toBe(303);
  const client = await read(ticket(id), "client");
  expect(client).toContain("Our office decided that Tendai didn't come: “We called both”. You owe nothing.");
  expect(client).toContain("Ask another plumber");
  expect(client).toMatch(/Confirmed, then Missed/);
  expect(client).not.toMatch(/Not there yet|deposit|On the way, then/);
  const plumber = await read(jobPage(id), "plumber");
  expect(plumber).toContain(
    "Our office decided that you didn't come: “We called both”. That counts like a late cancellation. Is it wrong? Call us.",
  );
  expect(plumber).not.toMatch(/expecting you|Tap Start/);
  for (const page of [client, plumber, await read(office(id), "admin")])
    expect(page).toContain("decided that the plumber didn't come");
  expect(await read(office(id), "admin")).not.toContain("Decide about");
});

test("a missed visit that is put off has its new time on both pages", async () => {
  const { id, decide } = await missedJob();
  const start = instantOf(dateAt(town.context.now + 20 * DAY), 600);
  expect((await decide({ outcome: "another-time", ...startFields(start) })).status).toBe(303);
  expect(await row(id)).toMatchObject({ status: "confirmed", startsAt: start });
  for (const page of [await read(ticket(id), "client"), await read(jobPage(id), "plumber")]) {
    expect(page).toContain(formatInstant(start));
    expect(page).not.toContain("With our office");
  }
});
