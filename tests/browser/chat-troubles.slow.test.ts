import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { currentInstant } from "../support/now";
import { launchBrowser } from "./support/browser";
import { layLine, type Line } from "./support/line";
import { openBrowser } from "./support/users";
import { startSite } from "./support/site";

// A site of its own, with the real limits (L1) and a clock that can be moved; and a connection to it that can be cut.
const server = await startSite({});
let line: Line;
let browser: Browser;
beforeAll(async () => {
  line = await layLine(server.origin);
  browser = await launchBrowser({ more: line.args });
});
afterAll(async () => {
  line.close();
  await browser.close();
});

async function openChat(email: string, path: string) {
  const side = await openBrowser(browser, server.origin, { width: 360, script: true });
  await server.openSession(side.context, email);
  const socket = side.page.waitForEvent("websocket");
  await side.page.goto(path);
  await socket;
  return side;
}

async function send(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder("Type a message...").fill(words);
  await page.getByRole("button", { name: "Send" }).click();
}

const bubble = (page: Page, words: string) => page.getByRole("log").getByRole("listitem").filter({ hasText: words });

test("the 31st message in a minute keeps its text, says why it wasn't sent, and can be sent again", async () => {
  const { page, context, complaints } = await openChat("client2@pombi.test", "/client-dashboard/messages/demoadmin");
  // Another page of theirs has sent thirty by now.
  const statuses = await page.evaluate(async () => {
    const post = (turn: number) =>
      fetch("/messages/demoadmin", {
        method: "POST",
        body: new URLSearchParams({ id: `message-${turn}`, content: `Message ${turn}.` }),
      });
    return (await Promise.all(Array.from({ length: 30 }, (_, turn) => post(turn + 1)))).map(({ status }) => status);
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await bubble(page, "Message 30.").waitFor();
  await send(page, "One too many");
  const refused = bubble(page, "One too many");
  await refused.getByText("Too many attempts. Please try again in a minute.").waitFor();
  await refused.getByRole("button", { name: "Not sent. Tap to retry" }).click();
  await refused.getByText("Too many attempts.").waitFor();
  expect(await bubble(page, "Message 30.").getByRole("img", { name: "Sent" }).count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a message that is refused for good says why, and goes back into the input, before what is typed there", async () => {
  const { page, context, complaints } = await openChat("client4@pombi.test", "/client-dashboard/messages/demoadmin");
  await send(page, "\u200e\u200e");
  await page.getByText("Not sent. Please write a message.").waitFor();
  expect(await page.getByRole("button", { name: "Not sent. Tap to retry" }).count()).toBe(0);
  await page.getByPlaceholder("Type a message...").fill("Hello?");
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await page.getByPlaceholder("Type a message...").inputValue()).toBe("\u200e\u200e\nHello?");
  expect(await page.getByText("Not sent.").count()).toBe(0);
  await send(page, "Now with words");
  await bubble(page, "Now with words").getByRole("img", { name: "Sent" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

declare global {
  interface Window {
    attempts: { path: string; at: number; state: number; code?: number }[];
  }
}

/** Someone's page with its feed open, which keeps a record of its sockets by its own clock. */
async function openPage(email: string, path: string) {
  const side = await openBrowser(browser, server.origin, { width: 360, script: true });
  await server.openSession(side.context, email);
  await side.page.addInitScript(() => {
    const attempts: Window["attempts"] = (window.attempts = []);
    window.WebSocket = class extends window.WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols);
        const one: Window["attempts"][number] = {
          path: new URL(address).pathname,
          // eslint-disable-next-line no-restricted-properties -- This runs in the page.
          at: Date.now(),
          state: this.CONNECTING,
        };
        attempts.push(one);
        this.addEventListener("open", () => (one.state = this.OPEN));
        this.addEventListener("close", ({ code }) => Object.assign(one, { state: this.CLOSED, code }));
      }
    };
  });
  await side.page.clock.install({ time: currentInstant() });
  await side.page.goto(path);
  await expect.poll(() => statesOf(side.page)).toEqual(path.includes("/messages/") ? [OPEN, OPEN] : [OPEN]);
  return side;
}

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3];
const statesOf = (page: Page) => page.evaluate(() => window.attempts.map(({ state }) => state));
const attemptsOf = (page: Page, path: string) =>
  page.evaluate((wanted) => window.attempts.filter((one) => one.path === wanted), path);

/** Stops the page's clock a little ahead of what it shows, and says where. */
async function pauseClock(page: Page): Promise<number> {
  // Where it has gone past that instant before it is told, the next one is further ahead.
  return vi.waitFor(async () => {
    const at = (await page.evaluate(clockOfPage)) + AHEAD_MS;
    await page.clock.pauseAt(at);
    return at;
  });
}
const AHEAD_MS = 5000;
// eslint-disable-next-line no-restricted-properties -- This runs in the page.
const clockOfPage = () => Date.now();

const STEP_MS = 250;
/** Lets the page's clock run. Where the line refuses at once, it waits until an attempt has failed. */
async function pass(page: Page, seconds: number, { refusesAtOnce }: { refusesAtOnce: boolean }): Promise<void> {
  for (let passed = 0; passed < seconds * 1000; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    if (refusesAtOnce) await expect.poll(() => statesOf(page), { interval: 5 }).not.toContain(CONNECTING);
  }
}

test("a page that loses its connection retries after 1 to 2 s, then less often, and at least every 5 s", async () => {
  const { page, context } = await openPage("client6@pombi.test", "/client-dashboard/bookings");
  await page.clock.runFor(10_000);
  const cutAt = await pauseClock(page);
  line.cut("closed");
  await expect.poll(() => statesOf(page)).toEqual([CLOSED]);
  await pass(page, 40, { refusesAtOnce: true });
  line.mend();
  const times = (await attemptsOf(page, "/sockets/feed")).map(({ at }) => at).filter((at) => at > cutAt);
  const gaps = times.map((at, turn) => at - (times[turn - 1] ?? cutAt));
  console.info(`attempts after ${gaps.join(", ")} ms`);
  expect(gaps[0]).toBeGreaterThanOrEqual(1000);
  expect(gaps[0]).toBeLessThanOrEqual(2000 + 2 * STEP_MS);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5000 + 2 * STEP_MS);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(5000);
  await context.close();
});

test("an attempt without a response is aborted after 20 s", async () => {
  const { page, context } = await openPage("client7@pombi.test", "/client-dashboard/bookings");
  await pauseClock(page);
  line.cut("silent");
  // A ping without a pong reveals the silence; the next attempt gets no response either.
  await pass(page, 60, { refusesAtOnce: false });
  line.mend();
  const [, first, second] = await attemptsOf(page, "/sockets/feed");
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(21_000);
  expect(second!.at - first!.at).toBeLessThanOrEqual(22_000 + 2 * STEP_MS);
  await context.close();
});

test("after 15 minutes a socket has to authenticate again: it is closed with 4408, comes back, and nothing is missed", async () => {
  const client = await openPage("client8@pombi.test", "/client-dashboard/messages/demoadmin");
  const admin = await openBrowser(browser, server.origin, { width: 1280, script: false });
  await server.openSession(admin.context, "admin@pombi.test");
  const moved = await fetch(`${server.origin}/dev/clock`, {
    method: "POST",
    headers: { Origin: server.origin },
    body: new URLSearchParams({ minutes: "16" }),
  });
  expect(moved.status).toBe(200);
  await admin.page.goto("/admin-dashboard/messages/democlient08");
  await admin.page.getByPlaceholder("Type a message...").fill("Sixteen minutes later");
  await admin.page.getByRole("button", { name: "Send" }).click();
  await client.page.getByRole("log").getByText("Sixteen minutes later").waitFor();
  // The message may come by the feed first: the conversation's socket waits for its jitter.
  const codes = async () => (await attemptsOf(client.page, "/sockets/conversation/demoadmin")).map(({ code }) => code);
  await expect.poll(codes).toEqual([4408, undefined]);
  expect(client.complaints).toEqual([]);
  await Promise.all([client.context.close(), admin.context.close()]);
});

test("a page displaced by newer ones stays disconnected until it is visible again", async () => {
  const { page, context } = await openPage("client9@pombi.test", "/client-dashboard/bookings");
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const others = Array.from(
    { length: 20 },
    () =>
      new WebSocket(`${server.origin.replace("http", "ws")}/sockets/feed`, {
        headers: { Cookie: cookie, Origin: server.origin },
      }),
  );
  const codes = async () => (await attemptsOf(page, "/sockets/feed")).map(({ code }) => code);
  await expect.poll(codes).toEqual([4409]);
  await page.clock.runFor(30_000);
  expect(await codes()).toEqual([4409]);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(codes).toEqual([4409, undefined]);
  for (const socket of others) socket.terminate();
  await context.close();
});
