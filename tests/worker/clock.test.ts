import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import { readClockOffset } from "~/domain/settings/settings.server";
import { HOUR, MINUTE } from "~/domain/time/harare";
import readme from "../../README.md?raw";
import worker from "../../build/server/index";
import { resetClock } from "../support/clock";
import { env } from "../support/env";
import { currentInstant } from "../support/now";
import { DEPLOYED, visit } from "../support/site";
import { rowOf, seedTown } from "../support/town";

const ask = async (form?: Record<string, string>) => {
  const response = await visit("/dev/clock", { form });
  return { status: response.status, body: await response.json<{ now: string; message?: string }>() };
};
const shown = async () => Date.parse((await ask()).body.now);

const town = await seedTown();
afterEach(resetClock);

/** The instant is the expected one, but for the time that asking took. */
const expectNear = (instant: number, expected: number) => expect(Math.abs(instant - expected)).toBeLessThan(MINUTE);

test("the clock of local mode takes the commands of the README", async () => {
  const [, to] = /--data-urlencode to=(\S+?)`/.exec(readme)!;
  expectNear(Date.parse((await ask({ to: to! })).body.now), Date.parse(to!));
  expect(readme).toContain("-d minutes=90 localhost:8787/dev/clock");
  expect(readme).toContain("-d reset=yes");
  expect((await ask({ reset: "yes" })).status).toBe(200);
});

test("the clock of local mode moves by minutes and to an instant, is stored as an offset, and comes back", async () => {
  const offset = () => readClockOffset(town.context.db);
  const before = await offset();
  expectNear(Date.parse((await ask({ minutes: "90" })).body.now), currentInstant() + 90 * MINUTE);
  expectNear(await shown(), currentInstant() + 90 * MINUTE);
  expectNear(await offset(), before + 90 * MINUTE);
  expectNear(Date.parse((await ask({ minutes: "-30" })).body.now), currentInstant() + 60 * MINUTE);
  expect((await ask({ to: "2027-03-01T08:00:00+02:00" })).body.now.slice(0, 16)).toBe("2027-03-01T06:00");
  await ask({ reset: "" });
  expect(await offset()).toBe(0);
});

test("the clock of local mode refuses what it does not understand, and stays where it was", async () => {
  for (const form of [
    {},
    { minutes: "soon" },
    { minutes: "1.5" },
    { to: "tomorrow" },
    { minutes: "1", reset: "1" },
    { minutes: "99999999" },
  ] as Record<string, string>[]) {
    const { status, body } = await ask(form);
    expect(status, JSON.stringify(form)).toBe(400);
    expect(body.message).toContain("minutes");
  }
  expectNear(await shown(), currentInstant());
});

test("the clock of local mode does not exist outside of local mode", async () => {
  for (const form of [undefined, { minutes: "5" }])
    expect((await visit("/dev/clock", { form, settings: DEPLOYED })).status).toBe(404);
  expectNear(await shown(), currentInstant());
});

test("a moved clock is the time of a page: tomorrow's sessions still hold, next month's have ended", async () => {
  const overview = () => visit("/client-dashboard", { cookie: town.cookies.client });
  await ask({ minutes: String(24 * 60) });
  expect((await overview()).status).toBe(200);
  await ask({ minutes: String(31 * 24 * 60) });
  expect((await overview()).status).toBe(303);
});

test("a moved clock is the time of the cron: an unanswered request expires", async () => {
  const status = async () => (await rowOf(town.context, town.pending)).status;
  expect(await status()).toBe("pending");
  await ask({ to: new Date(town.starts.at(-1)! + HOUR).toISOString() });
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController(), env, context);
  await waitOnExecutionContext(context);
  expect(await status()).toBe("refused");
});
