import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { PushPayload } from "~/domain/notices/push/web-push";
import { bookButton, chooseSlot, describeVisit, lineAt } from "./support/request";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;
const profile = mkdtempSync(join(tmpdir(), "pombi-push-"));
/** The plumber's, as people have it: private windows get no push. */
let phone: BrowserContext;

/**
 * Headless Chromium has no push service and dies of asking it: here it subscribes at the stand-in. The rest is its own:
 * the permission, the service worker, what it shows.
 */
async function subscribeAtStandIn(context: BrowserContext): Promise<void> {
  const body = new URLSearchParams({ answer: "" });
  const subscription = (await (await fetch(`${origin}/dev/push`, { method: "POST", body })).json()) as Record<
    string,
    string
  >;
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) =>
      ({ endpoint, options: { applicationServerKey }, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }) as never;
  }, subscription);
}

beforeAll(async () => {
  phone = await chromium.launchPersistentContext(profile, {
    executablePath: inject("browsers").whole!,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    baseURL: origin,
    viewport: { width: 360, height: 800 },
    permissions: ["notifications"],
  });
  await subscribeAtStandIn(phone);
  await site.openSession(phone, "plumber@pombi.test");
});
afterAll(async () => {
  await phone.close();
  rmSync(profile, { recursive: true, force: true });
});

/** The stand-in's pushes, newest first, as the plumber's browser would decrypt them. */
const pushes = async () =>
  (await (await fetch(`${origin}/dev/push`)).json()) as { payload: PushPayload; bytes: number }[];

/** Delivers a payload to the page's service worker, as the browser does when its push service has one, until it is shown. */
async function deliver(page: Page, payload: PushPayload): Promise<void> {
  const cdp = await phone.newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const { title, body, tag } = payload.notification;
  const push = { origin, registrationId: await registration, data: JSON.stringify(payload) };
  // On a busy machine Chromium drops one now and then; a push service would send it again.
  await expect
    .poll(
      async () => {
        await cdp.send("ServiceWorker.deliverPushMessage", push);
        return shownOn(page);
      },
      { interval: 500 },
    )
    .toContainEqual({ title, body, tag });
  await cdp.detach();
}

const shownOn = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  );

test("a request rings in the plumber's pocket; he answers from there, and the client's ticket moves", async () => {
  const page = phone.pages()[0] ?? (await phone.newPage());
  page.setDefaultTimeout(15_000);
  await page.goto("/plumber-dashboard/settings/notifications");
  // Whatever the hour of the test.
  await page.getByLabel("Quiet hours", { exact: true }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Your choices are saved.").waitFor();

  expect(await page.getByRole("button", { name: "Turn on for this device" }).count()).toBe(1);

  await page.goto("/plumber-dashboard/notifications");
  await page.getByRole("link", { name: "Turn on" }).click();
  await page.getByText("Get a notification on this device").waitFor({ state: "detached" });
  await page.goto("/plumber-dashboard/settings/notifications");
  await page.getByText("this device", { exact: false }).first().waitFor();
  expect(await page.getByRole("button", { name: "Turn on for this device" }).count()).toBe(0);

  const client = await site.open({ width: 360, script: true }, "client@pombi.test");
  await client.page.goto("/appointment/demoplumber01");
  await chooseSlot(client.page, 5, 1);
  await describeVisit(client.page);
  await bookButton(client.page).click();
  await client.page
    .getByRole("link", { name: /See|View|ticket|booking/i })
    .first()
    .waitFor();

  await expect.poll(async () => (await pushes())[0]?.payload.notification.title).toMatch(/wants to book you/);
  const { payload, bytes } = (await pushes())[0]!;
  const { title, body, tag, navigate } = payload.notification;
  expect(bytes).toBeLessThanOrEqual(1024);
  expect(JSON.stringify(payload)).not.toContain("12 Test Road");
  await deliver(page, payload);
  expect(await shownOn(page)).toEqual([{ title, body, tag }]);

  // A newer one about the same booking replaces it.
  await deliver(page, { ...payload, notification: { ...payload.notification, body: "Newer" } });
  expect(await shownOn(page)).toEqual([{ title, body: "Newer", tag }]);

  // Where a tap leads, on a browser that is signed out.
  const elsewhere = await site.open({ width: 360, script: false });
  await elsewhere.page.goto(navigate);
  await client.page.goto(`/client-dashboard/bookings/${tag}`);
  await lineAt(client.page.locator("article"), "Sent").waitFor();
  await elsewhere.page.getByRole("button", { name: /confirm/i }).click();
  await lineAt(client.page.locator("article"), "Confirmed").waitFor();
});

test("a tap marks the notice as seen, and shows the page", async () => {
  const page = phone.pages()[0]!;
  await page.goto("/plumber-dashboard/settings/notifications");
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("Your device should show it in a moment.").waitFor();
  await expect.poll(async () => (await pushes())[0]?.payload.notification.title).toBe("It works");
  const { payload } = (await pushes())[0]!;
  await deliver(page, payload);

  const [worker] = phone.serviceWorkers();
  const seen = phone.waitForEvent("request", (request) => request.url().endsWith("/seen"));
  await worker!.evaluate(async () => {
    const scope = self as never as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications({ tag: "test" });
    const Tap = Reflect.get(self, "NotificationEvent") as new (kind: string, init: object) => Event;
    self.dispatchEvent(new Tap("notificationclick", { notification }));
  });
  expect((await (await seen).response())?.status()).toBe(204);
  expect((await shownOn(page)).map(({ title }) => title)).not.toContain("It works");
});

test("a no is a no: nothing is offered on this browser any more", async () => {
  const { page } = await site.open({ width: 360, script: true }, "plumber@pombi.test");
  // As people's browsers have it; private windows say denied.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  });
  await page.goto("/plumber-dashboard/notifications");
  await page.getByRole("button", { name: "No, thank you" }).click();
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.getByText("Get a notification on this device").count()).toBe(0);
});

test("the settings say how to unblock notifications that the browser blocks", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client@pombi.test");
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await page.goto("/client-dashboard/settings/notifications");
  await page.getByText("This browser blocks notifications from Pombi.", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Turn on for this device" }).count()).toBe(0);
});
