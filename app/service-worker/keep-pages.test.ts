import { expect, test, vi } from "vitest";
import type { Role } from "~/domain/values/user";
import { openPage, setBrowserValue } from "../../tests/support/browser-page";
import { fakeCaches } from "../../tests/support/fake-caches";
import type { SeenPage } from "./kept";

// What a dashboard's page hands to the worker (W18).

const ME = "client@pombi.test";
/** Wednesday 7 October 2026, 9:00 in Harare. */
const NOW = Date.UTC(2026, 9, 7, 7);
const MINUTE = 60_000;

async function openKept(
  path = "/client-dashboard",
  body = "<main>Seen</main>",
  inCaches: string[] = [],
  role: Role = "client",
) {
  const { find, location } = await openPage(path, body);
  document.documentElement.dataset["keptPage"] = "/assets/kept-page-1.js";
  localStorage.setItem("unsent me you", '[{"id":"1","content":"Hello"}]');
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout", "clearTimeout"] });
  const kept: SeenPage[] = [];
  const register = vi.fn();
  const active = { postMessage: (page: SeenPage) => kept.push(page) };
  setBrowserValue(navigator, "serviceWorker", { register, ready: Promise.resolve({ active }) });
  const caches = fakeCaches(location.origin, async () => new Response(""));
  for (const name of inCaches) await caches.open(name);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("ResizeObserver", function (changed: () => void) {
    return { observe: changed };
  });
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    posted.push(url);
    return Response.json({}, { status: 503 });
  });
  const { keepPages } = await import("./keep-pages");
  await keepPages(ME, "mine", role);
  return {
    find,
    location,
    kept,
    register,
    caches,
    posted,
    setLine(isOnline: boolean) {
      setBrowserValue(navigator, "onLine", isOnline);
      dispatchEvent(new Event(isOnline ? "online" : "offline"));
    },
    line: () => find(".offline-line")?.textContent ?? null,
    /** Changes the page, which is kept a second later. */
    async change(words: string, after = 1000) {
      find("main").textContent = words;
      await vi.advanceTimersByTimeAsync(after);
    },
  };
}
/** The document that the worker gets. */
const parse = ({ html }: SeenPage) => new DOMParser().parseFromString(html, "text/html");

test("what was kept for someone else ends when a page is kept for its own user", async () => {
  const mine = `pages ${ME}`;
  const { caches } = await openKept("/client-dashboard", "", ["assets", mine, "pages other@pombi.test", "pages "]);
  expect(await caches.keys()).toEqual(["assets", mine]);
});

test("photos that wait with messages end when someone else's page is kept, and stay for their own user", async () => {
  const mine = "unsent photos mine";
  const { caches } = await openKept("/client-dashboard", "", [mine, "unsent photos other"]);
  expect(await caches.keys()).toEqual([mine, `pages ${ME}`]);
});

test("the office's page ends what was kept for others, and is not kept itself", async () => {
  const others = ["pages other@pombi.test", "unsent photos other"];
  const { caches, kept } = await openKept("/client-dashboard", undefined, ["assets", ...others], "admin");
  expect([await caches.keys(), kept]).toEqual([["assets"], []]);
});

test("a user's own cache is made by a page alone: without it the worker keeps nothing", async () => {
  expect(await (await openKept()).caches.keys()).toEqual([`pages ${ME}`]);
});

test.each<[path: string, isKept: boolean]>([
  ["/client-dashboard", true],
  ["/client-dashboard/overview", true],
  ["/client-dashboard/bookings", true],
  ["/client-dashboard/bookings/abc123", true],
  ["/client-dashboard/bookings/abc123/cancel", false],
  ["/client-dashboard/messages", true],
  ["/client-dashboard/messages/abc123", true],
  ["/client-dashboard/messages/abc123/new", false],
  ["/client-dashboard/calendar", false],
  ["/client-dashboard/payments", false],
  ["/client-dashboard/profile", false],
  ["/client-dashboard/settings/security", false],
  ["/plumber-dashboard", true],
  ["/plumber-dashboard/overview", false],
  ["/plumber-dashboard/calendar", true],
  ["/plumber-dashboard/jobs", true],
  ["/plumber-dashboard/jobs/abc123", true],
  ["/plumber-dashboard/jobs/abc123/pay", false],
  ["/plumber-dashboard/messages", true],
  ["/plumber-dashboard/messages/abc123", true],
  ["/plumber-dashboard/earnings", false],
  ["/plumber-dashboard/settings/payouts", false],
  ["/admin-dashboard", false],
  ["/admin-dashboard/messages/abc123", false],
  ["/x/client-dashboard", false],
  ["/bookings", false],
])("the page %s is kept: %s", async (path, isKept) => {
  const { kept, register } = await openKept(path);
  expect(kept.map(({ owner, url, seenAt }) => ({ owner, url, seenAt }))).toEqual(
    isKept ? [{ owner: `pages ${ME}`, url: `https://pombi.test${path}`, seenAt: NOW }] : [],
  );
  expect(register).toHaveBeenCalledWith("/sw.js", { scope: `/${path.split("/")[1]}`, updateViaCache: "all" });
});

test("a page that failed is not kept", async () => {
  expect((await openKept("/client-dashboard", "<main data-failed>Sorry</main>")).kept).toEqual([]);
});

test("a kept page runs no script but its own, has no styles of elements, and says when it was seen", async () => {
  const page = await openKept(
    "/client-dashboard",
    `<main style="min-height:1px">Seen<script>alert(1)</script><noscript>No script</noscript><iframe></iframe></main>
     <p class="reconnecting">Reconnecting</p><p class="offline-line">Offline</p><link rel="modulepreload"><link rel="manifest"><link rel="stylesheet">`,
  );
  const drawn = parse(page.kept[0]!);
  expect([...drawn.scripts].map(({ src, defer }) => [new URL(src, "https://pombi.test").pathname, defer])).toEqual([
    ["/assets/kept-page-1.js", true],
  ]);
  expect([...drawn.querySelectorAll("noscript, iframe, [style], .reconnecting, .offline-line")]).toEqual([]);
  expect([...drawn.querySelectorAll("link")].map(({ rel }) => rel)).toEqual(["stylesheet"]);
  expect(drawn.documentElement.dataset["seenAt"]).toBe(String(NOW));
  expect(page.kept[0]!.html).toMatch(/^<!doctype html>/);
  expect(page.find("main").getAttribute("style")).toBe("min-height:1px");
});

test("a page that changes is kept again a second later, or as soon as it is hidden or left", async () => {
  const { kept, change, find } = await openKept();
  await change("First");
  await change("Second", 999);
  expect(kept).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  find("main").firstChild!.nodeValue = "Third";
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event("visibilitychange"));
  expect(kept.map((page) => parse(page).querySelector("main")!.textContent)).toEqual([
    "Seen",
    "First",
    "Second",
    "Third",
  ]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  dispatchEvent(new Event("visibilitychange"));
  expect(kept).toHaveLength(4);
});

test.each<[what: string, cut: (page: Awaited<ReturnType<typeof openKept>>) => void]>([
  ["the browser is offline", ({ setLine }) => setLine(false)],
  ["the page is reconnecting", ({ find }) => find("main").insertAdjacentHTML("afterend", '<p class="reconnecting">')],
])("while %s, a page keeps the time at which it was true", async (_, cut) => {
  const page = await openKept();
  await page.change("With a line", MINUTE);
  cut(page);
  await page.change("Without a line", MINUTE);
  const online = NOW + 1000;
  expect(page.kept.at(-1)).toMatchObject({ seenAt: online });
  expect(parse(page.kept.at(-1)!).querySelector("main")!.textContent).toBe("Without a line");
});

test("a page sends what waits when it opens and when the line is back, and says meanwhile as of when it is", async () => {
  const page = await openKept();
  expect(page.posted.splice(0)).toEqual(["/messages/you"]);
  page.setLine(false);
  expect(page.line()).toBe("Offline. As of 9:00 am. What you send waits.");
  expect(page.posted).toEqual([]);
  // A conversation that fills the screen leaves room for it.
  expect(document.documentElement.style.getPropertyValue("--offline")).toBe("0px");
  vi.setSystemTime(NOW + 24 * 60 * MINUTE);
  page.setLine(false);
  expect(page.line()).toBe("Offline. As of Wed 7 Oct 2026, 9:00 am. What you send waits.");
  expect(document.querySelectorAll(".offline-line")).toHaveLength(1);
  page.setLine(true);
  expect([page.line(), document.documentElement.style.getPropertyValue("--offline")]).toEqual([null, ""]);
  await vi.waitFor(() => expect(page.posted).toEqual(["/messages/you"]));
});
