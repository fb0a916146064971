import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../tests/support/fake-caches";
import type { SeenPage } from "./kept";

// The worker in a browser whose caches are in memory: what it keeps, what it shows without a line (W18) and what it pushes.

const ORIGIN = "https://pombi.test";
const NOW = 1_800_000_000_000;
const DAY = 24 * 3_600_000;
const OWNER = "pages client@pombi.test";
const SHELL = ["/assets/styles-1.css", "/assets/kept-page-1.js", "/assets/icons-1.svg"];

type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
const shown = vi.fn(async () => undefined);
const subscribe = vi.fn(async (_: unknown) => subscriptionOf("https://push.test/again"));
const openWindow = vi.fn(async (_: string) => null);
const skipWaiting = vi.fn(async () => undefined);
const claim = vi.fn(async () => undefined);
const told: [page: string, message: string][] = [];
let openPages: { url: string; focus: () => Promise<void> }[] = [];
let isOnline = true;
const asked: { url: string; init: RequestInit | undefined }[] = [];
let caches = fakeCaches(ORIGIN, load);

/** What the network answers, once there is a line. */
async function load(input: string | { url: string }, init?: RequestInit): Promise<Response> {
  const url = typeof input === "string" ? input : input.url;
  asked.push({ url, init });
  if (!isOnline) throw new TypeError("no line");
  return new Response(`online ${url.replace(ORIGIN, "")}`);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  vi.clearAllMocks();
  isOnline = true;
  asked.length = 0;
  told.length = 0;
  openPages = [];
  caches = fakeCaches(ORIGIN, load);
  vi.stubGlobal("self", {
    registration: { scope: "/plumber-dashboard", showNotification: shown, pushManager: { subscribe } },
    clients: {
      matchAll: async ({ includeUncontrolled }: { includeUncontrolled: boolean }) =>
        includeUncontrolled ? openPages : [],
      openWindow,
      claim,
      get: async (id: string) => ({ postMessage: (message: string) => told.push([id, message]) }),
    },
    skipWaiting,
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
  });
  vi.stubGlobal("SHELL", SHELL);
  vi.stubGlobal("OFFICE_PHONE", "+263 24 270 0700");
  vi.stubGlobal("location", { origin: ORIGIN });
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", load);
  vi.resetModules();
  await import("./service-worker");
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

/** Sends the worker an event, and waits for its work. */
async function send(kind: string, event: object = {}): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(kind)!({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
  await Promise.all(work);
}

const pageAt = (path: string, seenAt = NOW, html = `seen ${path}`): SeenPage => ({
  owner: OWNER,
  url: ORIGIN + path,
  html,
  seenAt,
});
const keep = (page: SeenPage) => send("message", { data: page });

/** The text of the worker's response; null where it leaves the request to the browser. */
async function ask(
  path: string,
  { method = "GET", mode = "navigate", origin = ORIGIN, destination = "" } = {},
): Promise<string | null> {
  let response: Promise<Response> | null = null;
  const request = { url: origin + path, method, mode, destination };
  listeners.get("fetch")!({ request, respondWith: (given: Promise<Response>) => void (response = given) });
  return response && (await (await (response as Promise<Response>)).text());
}

test("a new worker keeps the files of its build, and takes over at once", async () => {
  await send("install");
  expect(caches.pathsIn("assets")).toEqual([...SHELL, "/default-avatar.png"]);
  await send("activate");
  expect([skipWaiting.mock.calls.length, claim.mock.calls.length]).toEqual([1, 1]);
});

test("a page is kept only while its owner's cache exists: an open tab keeps nothing after sign-out", async () => {
  await keep(pageAt("/client-dashboard"));
  expect(await caches.keys()).toEqual([]);
  await caches.open(OWNER);
  await keep(pageAt("/client-dashboard"));
  expect(caches.pathsIn(OWNER)).toEqual(["/client-dashboard"]);
  await caches.delete(OWNER);
  await keep(pageAt("/client-dashboard"));
  expect(await caches.has(OWNER)).toBe(false);
});

test("the thirty pages that were seen last are kept, in whatever order, and none older than seven days", async () => {
  await caches.open(OWNER);
  const times = Array.from({ length: 30 }, (_, at) => NOW - ((at * 7) % 30) * 1000);
  for (const [at, seenAt] of times.entries()) await keep(pageAt(`/client-dashboard/bookings/${at}`, seenAt));
  expect(caches.pathsIn(OWNER)).toHaveLength(30);
  await keep(pageAt("/client-dashboard", NOW + 1));
  const left = caches.pathsIn(OWNER);
  expect(left).toHaveLength(30);
  expect(left).not.toContain(`/client-dashboard/bookings/${times.indexOf(NOW - 29_000)}`);
  expect(left).toContain("/client-dashboard");
  const border = NOW - 10_000 + 7 * DAY;
  await keep(pageAt("/client-dashboard/messages", border));
  expect(caches.pathsIn(OWNER)).toHaveLength(1 + 1 + 11);
});

test("a page's files are kept with it, eighty in all, and a file that is gone costs only itself", async () => {
  await caches.open(OWNER);
  const files = Array.from({ length: 79 }, (_, at) => `/assets/old-${at}.svg`);
  await keep(pageAt("/client-dashboard", NOW, files.join(" ")));
  await keep(pageAt("/client-dashboard", NOW, '<link href="/assets/a.css"><img src="/assets/b-1.png?/assets/c.js#x">'));
  expect(caches.pathsIn("assets")).toEqual([...files.slice(1), "/assets/a.css", "/assets/c.js"]);
  asked.length = 0;
  await keep(pageAt("/client-dashboard", NOW, "/assets/a.css"));
  expect(asked).toEqual([]);
  isOnline = false;
  await keep(pageAt("/client-dashboard/messages", NOW, "/assets/gone.css"));
  expect(caches.pathsIn(OWNER)).toContain("/client-dashboard/messages");
});

test.each([
  { what: "a page with a line", path: "/client-dashboard", answer: "online /client-dashboard" },
  { what: "a file of a build", path: "/assets/icons-1.svg", request: { mode: "no-cors" }, answer: "kept file" },
  {
    what: "a file that is not kept",
    path: "/assets/other.svg",
    request: { mode: "no-cors" },
    answer: "online /assets/other.svg",
  },
  { what: "a form", path: "/client-dashboard", request: { method: "POST" } },
  { what: "data", path: "/client-dashboard.data", request: { mode: "cors" } },
  { what: "a page of others", path: "/client-dashboard", request: { origin: "https://other.test" } },
  { what: "a file of others", path: "/assets/icons-1.svg", request: { mode: "no-cors", origin: "https://other.test" } },
])("the worker answers for $what as it should", async ({ path, request = {}, answer = null }) => {
  await caches.open(OWNER);
  await keep(pageAt("/client-dashboard"));
  await (await caches.open("assets")).put("/assets/icons-1.svg", new Response("kept file"));
  expect(await ask(path, request)).toBe(answer);
});

test("a script that a tap needs is waited for until the line is back, which keeps the tap", async () => {
  isOnline = false;
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout"] });
  const script = { mode: "cors", destination: "script" };
  vi.stubGlobal("navigator", { onLine: true });
  await expect(ask("/assets/booking-1.js", script)).rejects.toThrow("no line");
  vi.stubGlobal("navigator", { onLine: false });
  await expect(ask("/assets/other.svg", { mode: "no-cors", destination: "image" })).rejects.toThrow("no line");
  const answer = ask("/assets/booking-1.js", script);
  await vi.advanceTimersByTimeAsync(3000);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answer).toBe("online /assets/booking-1.js");
});

const UNSEEN = "You haven't opened this page on this device lately.";
const WAITING = "This step is waiting for the internet.";
test.each([
  ["/client-dashboard", "seen /client-dashboard"],
  ["/client-dashboard#messages", "seen /client-dashboard"],
  ["/client-dashboard/bookings?cursor=2", "seen /client-dashboard/bookings?cursor=2"],
  ["/client-dashboard/bookings", UNSEEN],
  ["/client-dashboard/messages", "seen /client-dashboard/messages"],
  ["/client-dashboard/payments", UNSEEN],
  ["/plumber-dashboard/jobs/abc", UNSEEN],
  ["/plumber-dashboard/jobs/abc/step/on-the-way", WAITING],
  ["/client-dashboard/bookings/abc/cancel", WAITING],
])("without a line %s shows the page as it was seen, or why it can't: %s", async (path, text) => {
  await caches.open(OWNER);
  await keep(pageAt("/client-dashboard/bookings", NOW - 7 * DAY));
  await keep(pageAt("/client-dashboard/messages", NOW - 7 * DAY + 1));
  for (const fresh of ["/client-dashboard", "/client-dashboard/bookings?cursor=2"]) await keep(pageAt(fresh));
  isOnline = false;
  const page = await ask(path);
  expect(page).toContain(text);
  for (const other of [UNSEEN, WAITING]) expect(page!.includes(other)).toBe(other === text);
});

test("without a line a photo is the drawn face of nobody", async () => {
  await (await caches.open("assets")).put("/default-avatar.png", new Response("a face"));
  const photo = { mode: "no-cors", destination: "image" };
  expect(await ask("/photos/a-160.webp", photo)).toBe("online /photos/a-160.webp");
  isOnline = false;
  expect(await ask("/photos/a-160.webp", photo)).toBe("a face");
});

test("a page that was not kept leads to the office and to fresh ones that were, the latest first", async () => {
  await caches.open(OWNER);
  const title = (words: string) => `<title>${words} – Pombi (2)</title>`;
  await keep(pageAt("/client-dashboard/bookings/old", NOW - 7 * DAY, title("Too old")));
  await keep(pageAt("/client-dashboard/messages", NOW - DAY, title("Messages")));
  await keep(pageAt("/client-dashboard/bookings", NOW - 1, title("Leaks &amp; more")));
  isOnline = false;
  const page = await ask("/client-dashboard/payments");
  const links = [...page!.matchAll(/<li><a [^>]*href="([^"]+)">([^<]*)/g)].map(([, url, words]) => `${words}: ${url}`);
  expect(links).toEqual([
    `Leaks &amp; more: ${ORIGIN}/client-dashboard/bookings`,
    `Messages: ${ORIGIN}/client-dashboard/messages`,
  ]);
  expect(page).toContain('<a href="tel:+263242700700">+263 24 270 0700</a>');
  expect(page).toContain('<use href="/assets/icons-1.svg#logo"/>');
});

test("a page that was not kept is drawn with the build's files, and leads to the dashboard", async () => {
  isOnline = false;
  const page = await ask("/plumber-dashboard/papers");
  expect(page).toContain(
    '<link rel="stylesheet" href="/assets/styles-1.css"><script src="/assets/kept-page-1.js" defer>',
  );
  expect(page).toContain('href="/plumber-dashboard"');
});

test("a kept page asks no one but us for anything, and runs no script of its own", async () => {
  await caches.open(OWNER);
  await keep(pageAt("/plumber-dashboard"));
  const policy = (await caches.match(`${ORIGIN}/plumber-dashboard`))!.headers.get("Content-Security-Policy");
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test("a push is shown with its words and leads where it says", async () => {
  const notification = {
    title: "A new job",
    body: "Monday",
    tag: "job",
    navigate: `${ORIGIN}/plumber-dashboard`,
    data: "n1",
  };
  await send("push", { data: { json: () => ({ notification }) } });
  expect(shown.mock.calls).toEqual([
    [
      "A new job",
      { body: "Monday", tag: "job", icon: "/icon-192.png", data: { navigate: notification.navigate, id: "n1" } },
    ],
  ]);
});

test.each([
  { how: "opens its page", open: ["/plumber-dashboard/jobs"], focused: 0, opened: 1 },
  {
    how: "goes to its page where it is open",
    open: ["/plumber-dashboard/jobs", "/plumber-dashboard"],
    focused: 1,
    opened: 0,
  },
])("a tap on a push $how, closes it and says that it was seen", async ({ open, focused, opened }) => {
  const focus = vi.fn(async () => undefined);
  const url = `${ORIGIN}/plumber-dashboard`;
  openPages = open.map((path) => ({
    url: ORIGIN + path,
    focus: ORIGIN + path === url ? focus : () => Promise.reject(new Error("another page")),
  }));
  const close = vi.fn();
  await send("notificationclick", { notification: { data: { navigate: url, id: "n1" }, close } });
  expect([close.mock.calls.length, focus.mock.calls.length]).toEqual([1, focused]);
  expect(openWindow.mock.calls).toEqual(Array(opened).fill([url]));
  expect(asked).toEqual([{ url: "/notices/n1/seen", init: { method: "POST" } }]);
});

const subscriptionOf = (endpoint: string) => ({
  endpoint,
  options: { userVisibleOnly: true },
  toJSON: () => ({ keys: { p256dh: "p", auth: "a" } }),
});
test.each([
  ["the browser's new address", { newSubscription: subscriptionOf("https://push.test/new") }, "https://push.test/new"],
  ["an address it asks for", { oldSubscription: subscriptionOf("https://push.test/old") }, "https://push.test/again"],
  ["nothing without an old one", {}, null],
])("a device whose address at the push service has changed gets %s", async (_, event, endpoint) => {
  await send("pushsubscriptionchange", event);
  const sent = asked.map(({ url, init }) => `${init?.method} ${url} ${String(init?.body)}`);
  const body = new URLSearchParams({ endpoint: endpoint ?? "", p256dh: "p", auth: "a" });
  expect(sent).toEqual(endpoint ? [`POST /push-devices ${body}`] : []);
  if (endpoint?.endsWith("again")) expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true });
});

/** A page that the network answers when it is told to, opened by the page `id`. */
async function openSlowly() {
  await caches.open(OWNER);
  await keep(pageAt("/client-dashboard"));
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout", "clearTimeout"] });
  const answers: ((answer: Response | null) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((resolve, reject) => answers.push((answer) => (answer ? resolve(answer) : reject(new TypeError())))),
  );
  const open = (id: string) => {
    let shownText: string | null = null;
    const take = async (given: Promise<Response>) => void (shownText = await (await given).text());
    const request = { url: `${ORIGIN}/client-dashboard`, method: "GET", mode: "navigate" };
    const waitUntil = () => undefined;
    listeners.get("fetch")!({
      request,
      resultingClientId: id,
      waitUntil,
      respondWith: (given: Promise<Response>) => void take(given),
    });
    return () => shownText;
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { answers, open, pass };
}

test("a page that does not come in four seconds is shown as it was kept, and itself once it comes", async () => {
  const { answers, open, pass } = await openSlowly();
  const first = open("first");
  await pass(3999);
  expect(first()).toBeNull();
  await pass(1);
  expect([first(), told]).toEqual(["seen /client-dashboard", []]);
  answers[0]!(new Response("real"));
  await pass(0);
  expect(told).toEqual([["first", "arrived"]]);
  // The reload asks for nothing again; the one behind it does.
  const reload = open("reload");
  await pass(0);
  expect([reload(), answers.length]).toEqual(["real", 1]);
  open("later");
  await pass(0);
  expect(answers).toHaveLength(2);
});

test("a page that a dashboard has waited for is shown as it was kept at once, that one time", async () => {
  const { open, pass } = await openSlowly();
  await send("message", { data: { missed: `${ORIGIN}/client-dashboard` } });
  const first = open("first");
  await pass(0);
  expect(first()).toBe("seen /client-dashboard");
  const again = open("again");
  await pass(3999);
  expect(again()).toBeNull();
});

test("a page that has come is not shown after half a minute, nor when what was kept has ended", async () => {
  for (const end of [30_000, null]) {
    const { answers, open, pass } = await openSlowly();
    open("first");
    await pass(4000);
    answers[0]!(new Response("real"));
    await pass(end ?? 0);
    if (end === null) await caches.delete(OWNER);
    open("later");
    await pass(0);
    expect([end, answers.length]).toEqual([end, 2]);
  }
});

test("a page that hangs while its kept one is shown is asked for again, and the first answer is shown", async () => {
  for (const first of [0, 1]) {
    const { answers, open, pass } = await openSlowly();
    open("first");
    await pass(4000);
    const again = open("again");
    await pass(0);
    answers[first]!(new Response(`real ${first}`));
    await pass(0);
    expect(again()).toBe(`real ${first}`);
  }
});

test("a line that breaks while the kept page is shown is asked again at the next try", async () => {
  const { answers, open, pass } = await openSlowly();
  open("first");
  await pass(4000);
  answers[0]!(null);
  await pass(0);
  const again = open("again");
  await pass(0);
  answers[1]!(new Response("real"));
  await pass(0);
  expect([again(), told]).toEqual(["real", []]);
});
