import { expect, test, vi } from "vitest";
import { openPage, setBrowserValue } from "../../../tests/support/browser-page";

const OPTIONS = { userVisibleOnly: true, applicationServerKey: "key" };

/** A browser that may have a subscription with an earlier key, and a server that answers with this. */
async function openBrowser({ hasOld = false, status = 200 } = {}) {
  await openPage("/plumber-dashboard/settings", '<input name="for" value="mine">');
  const unsubscribe = vi.fn(async () => (old = null));
  let old: { unsubscribe: typeof unsubscribe } | null = hasOld ? { unsubscribe } : null;
  const subscribe = vi.fn(async (_: object) => {
    if (old) throw new Error("another key");
    return { toJSON: () => ({ endpoint: "https://push.test/1", keys: { p256dh: "p", auth: "a" } }) };
  });
  const pushManager = { subscribe, getSubscription: async () => old };
  const register = vi.fn();
  setBrowserValue(navigator, "serviceWorker", { register, ready: Promise.resolve({ pushManager }) });
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    posted.push(`${method} ${url} ${String(body as URLSearchParams)}`);
    return new Response(null, { status });
  });
  const page = await import("./subscribe");
  return { register, subscribe, unsubscribe, posted, turnOn: () => page.subscribe("key") };
}

test.each([
  ["none", false],
  ["one with another key", true],
])("a browser that had %s is subscribed, and told to the server for the page's user", async (_, hasOld) => {
  const { turnOn, subscribe, unsubscribe, posted, register } = await openBrowser({ hasOld });
  expect(await turnOn()).toBe(true);
  expect(register).toHaveBeenCalledWith("/sw.js", { scope: "/plumber-dashboard", updateViaCache: "all" });
  expect(subscribe.mock.calls).toEqual(Array(hasOld ? 2 : 1).fill([OPTIONS]));
  expect(unsubscribe).toHaveBeenCalledTimes(hasOld ? 1 : 0);
  const body = new URLSearchParams({ endpoint: "https://push.test/1", p256dh: "p", auth: "a", for: "mine" });
  expect(posted).toEqual([`POST /push-devices ${body}`]);
});

test("a browser that the server does not take is not subscribed", async () => {
  const { turnOn } = await openBrowser({ status: 403 });
  expect(await turnOn()).toBe(false);
});
