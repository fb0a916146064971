import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { offsetFromRealTime } from "../../support/now";
import { moveTime } from "./move-time";

export const PASSWORD = "pombi-demo-1";

export interface Device extends BrowserContextOptions {
  width: number;
  script: boolean;
}

/** The number of events of a page that a failed test prints. */
const LAST = 30;

/** Someone's browser, which has the tests' time. `complaints`: errors of its console; `events`: what its page did last. */
export async function openBrowser(browser: Browser, origin: string, device: Device) {
  const { width, script, ...more } = device;
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ baseURL: origin, viewport, javaScriptEnabled: script, ...more });
  await context.addInitScript(moveTime, offsetFromRealTime());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const events: string[] = [];
  const note = (event: string) => void (events.push(event.slice(0, 200)) > LAST && events.shift());
  page.on("framenavigated", (frame) => note(`navigated to ${frame.url()}`));
  page.on("requestfailed", (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("response", (response) => note(`${response.status()} ${response.request().method()} ${response.url()}`));
  page.on("pageerror", (error) => {
    note(`error: ${error.message}`);
    // A click has overtaken a revalidation: Remix drops its request and leaves the rejection unhandled.
    if (error.name === "AbortError") return;
    // Chromium's own: on a busy machine it skips the fade between two pages and rejects the fade's promise,
    // which a page without script cannot handle.
    if (/^Transition was (aborted|skipped)/.test(error.message)) return;
    complaints.push(String(error));
  });
  page.on("console", (message) => {
    note(`${message.type()}: ${message.text()}`);
    // The browser itself logs each 4xx response; those are part of the journeys.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return { page, context, complaints, events };
}

/** Fills in the form of the sign-in page, and sends it. */
export async function giveCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "SIGN IN" }).click();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/signin");
  await giveCredentials(page, email);
  await page.waitForURL(/dashboard/);
}

/** Sends the form that signs out, wherever the page has it. */
export const signOut = (page: Page) =>
  page
    .locator("form[action='/signout'] button")
    .first()
    .evaluate((button: HTMLButtonElement) => button.form?.submit());

/** Writes a message in the conversation that is open, and sends it. */
export async function sendMessage(page: Page, words: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(words);
  await page.getByRole("button", { name: "Send" }).click();
}

/** The cookies of a browser, as a request sends them. */
export const cookiesOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

/** Posts a form as a browser would; redirects are returned, not followed. */
export const send = (origin: string, path: string, form: Record<string, string>, cookie = ""): Promise<Response> =>
  fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
    headers: { Origin: origin, ...(cookie && { Cookie: cookie }) },
    signal: AbortSignal.timeout(20_000),
  });

/** Posts a form with the cookies of a browser, and gives the answer; the test fails where it is refused. */
export async function post(context: BrowserContext, origin: string, path: string, form: Record<string, string>) {
  const answer = await send(origin, path, form, await cookiesOf(context));
  expect(answer.status, path).toBeLessThan(400);
  return answer;
}

interface Email {
  to: string;
  subject: string;
  text: string;
}

/** The newest email to an address in the mailbox of local mode; throws where none comes within twenty seconds. */
export const newestEmail = (origin: string, to: string, subject: RegExp): Promise<Email> =>
  vi.waitFor(
    async () => {
      const emails = (await (await fetch(`${origin}/dev/mailbox.json`)).json()) as Email[];
      const email = emails.find((one) => one.to === to && subject.test(one.subject));
      if (!email) throw new Error(`No email to ${to} about ${subject}.`);
      return email;
    },
    { timeout: 20_000, interval: 100 },
  );

export const linkIn = (email: Email): string => /https?:\/\/\S+/.exec(email.text)?.[0] ?? "";

/** Signs a client up by calls, and verifies the email; gives it. */
export async function registerClient(origin: string): Promise<string> {
  const email = `newcomer-${crypto.randomUUID()}@example.test`;
  const form = new FormData();
  const fields = { name: "Rudo", username: "Newcomer", role: "client", email, password: PASSWORD };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect((await fetch(`${origin}/auth/register`, { method: "POST", body: form })).status).toBe(201);
  const token = new URL(linkIn(await newestEmail(origin, email, /Verify your email/))).searchParams.get("token");
  expect((await fetch(`${origin}/api/auth/verify-email?token=${token}`)).status).toBe(200);
  return email;
}

/** Leads on to the next step of sign-up; without script all are open. */
export const toNextStep = async (page: Page, script = true) => {
  if (script) await page.locator(".step-on").filter({ visible: true }).click();
};

/** The page's address, text and last requests: a failed test says by itself only what it waited for. */
export async function describePage({ page, events }: Awaited<ReturnType<typeof openBrowser>>): Promise<string> {
  const text = await page.locator("body").innerText({ timeout: 1000 }).catch(String);
  return `${page.url()}\n  ${events.join("\n  ")}\n  It shows: ${text.replace(/\s+/g, " ").slice(0, 600)}`;
}
