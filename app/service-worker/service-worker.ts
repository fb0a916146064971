import { brand } from "~/brand";
import type { PushPayload } from "~/domain/notices/push/web-push";
import { telephoneLink } from "~/domain/values/phone";
import { type MissedPage, PATIENCE_MS } from "~/realtime/patience";
import { ARRIVED, ASSETS, LINE_CLASS, keptPage, seenAt, type SeenPage } from "./kept";

/** TypeScript's types of pages leave it out. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<OpenPage | null>;
    get(id: string): Promise<OpenPage | undefined>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Kind extends keyof Events>(kind: Kind, listener: (event: Events[Kind]) => void): void;
}

interface OpenPage {
  url: string;
  focus(): Promise<OpenPage>;
  postMessage(message: string): void;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  message: WorkerEvent & { data: unknown };
  fetch: WorkerEvent & { request: Request; resultingClientId: string; respondWith(response: Promise<Response>): void };
  push: WorkerEvent & { data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { notification: Notification };
  pushsubscriptionchange: WorkerEvent & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
}

const worker = self as never as WorkerScope;

/** The files that every kept page is drawn with, filled in by the build. */
declare const SHELL: string[];
/** Our phone as it is shown: what writes numbers weighs as much as this worker. */
declare const OFFICE_PHONE: string;

/** The wait of a page that has come, where something is being typed into the kept one, in milliseconds. */
const HELD_MS = 30_000;
/** Stands for every photo without a line. */
const NO_PHOTO = "/default-avatar.png";
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MOST_PAGES = 30;
const MOST_ASSETS = 80;
const ASKS_AGAIN_MS = 1000;

/**
 * Shows dashboard pages without a line as they were seen last (W18). The line is always asked first: while it carries
 * anything, nothing here changes a page. Pages send themselves to be kept (`keep-pages.ts`).
 */
function serveKeptPages(): void {
  // A new build's worker takes over at once: kept pages stay whole, because the files they were drawn with are kept too.
  worker.addEventListener("install", (event) =>
    event.waitUntil(
      Promise.all([caches.open(ASSETS).then((assets) => assets.addAll([...SHELL, NO_PHOTO])), worker.skipWaiting()]),
    ),
  );
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener("message", (event) => event.waitUntil(hear(event.data as SeenPage | MissedPage)));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(openDocument(event));
    else if (pathname.startsWith("/assets/"))
      event.respondWith(caches.match(request).then((kept) => kept ?? fetchOnceOnline(request)));
    else if (pathname.startsWith("/photos/"))
      event.respondWith(fetch(request).catch(async () => (await caches.match(NO_PHOTO)) ?? Response.error()));
  });
}

/** Fetches a file; a script once the line is back: without it Remix loads the page again, and forgets what was tapped. */
async function fetchOnceOnline(request: Request): Promise<Response> {
  for (;;) {
    try {
      return await fetch(request);
    } catch (error) {
      if (navigator.onLine || request.destination !== "script") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, ASKS_AGAIN_MS));
  }
}

/** The pages that a dashboard has waited for already. */
const missed = new Set<string>();

const hear = async (told: SeenPage | MissedPage) => ("missed" in told ? void missed.add(told.missed) : keep(told));

async function keep(page: SeenPage): Promise<void> {
  if (!(await caches.has(page.owner))) return;
  const pages = await caches.open(page.owner);
  await pages.put(page.url, keptPage(page.html, page.seenAt));
  const kept = await Promise.all(
    (await pages.keys()).map(async (key) => ({ key, at: seenAt((await pages.match(key)) ?? keptPage("", 0)) })),
  );
  const over = kept
    .sort((a, b) => b.at - a.at)
    .filter(({ at }, place) => place >= MOST_PAGES || at < page.seenAt - MAX_AGE_MS);
  await Promise.all(over.map(({ key }) => pages.delete(key)));
  await keepAssets(page.html);
}

/** Keeps the pictures and styles that a page refers to: they came with it, so the browser has them. */
async function keepAssets(html: string): Promise<void> {
  const assets = await caches.open(ASSETS);
  for (const file of new Set(html.match(/\/assets\/[\w.-]+\.(?:css|svg|js)/g)))
    if (!(await assets.match(file))) await assets.add(file).catch(() => undefined);
  const kept = await assets.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_ASSETS)).map((old) => assets.delete(old)));
}

/** A page that is on its way, or has come, while its kept one is shown. */
interface Coming {
  response: Promise<Response>;
  hasCome: boolean;
}

const coming = new Map<string, Coming>();

async function openDocument(event: Events["fetch"]): Promise<Response> {
  const { request } = event;
  const { url } = request;
  const patience = missed.delete(url) ? 0 : PATIENCE_MS;
  const kept = await findKept(url);
  // Kept pages end with the session, and with them those that have come for it.
  const network = load(request, kept ? coming.get(url) : undefined);
  coming.delete(url);
  const answer = network.catch(() => kept ?? notKept(new URL(url).pathname));
  if (!kept) return answer;
  const first = await Promise.race([answer, pause(patience)]);
  if (first) return first;
  const own: Coming = { response: network, hasCome: false };
  coming.set(url, own);
  const forget = () => coming.get(url) === own && coming.delete(url);
  const tellPage = async () => {
    own.hasCome = true;
    const page = await worker.clients.get(event.resultingClientId);
    page?.postMessage(ARRIVED);
    await pause(HELD_MS);
    forget();
  };
  event.waitUntil(network.then(tellPage, forget));
  return kept;
}

/** Asks the network, unless the page has come already. One on its way may be nearly here, or hang on a dead line. */
function load(request: Request, before: Coming | undefined): Promise<Response> {
  if (before?.hasCome) return before.response;
  const again = fetch(request);
  return before ? Promise.race([before.response.catch(() => again), again]) : again;
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

async function findKept(url: string): Promise<Response | undefined> {
  const kept = await caches.match(url.replace(/#.*/, ""));
  return kept && Date.now() - seenAt(kept) < MAX_AGE_MS ? kept : undefined;
}

/** The pages of a job's or a booking's steps, which are never kept. */
const STEP = /^\/(client-dashboard\/bookings|plumber-dashboard\/jobs)\/\w+\/./;
const UNSEEN = "You haven't opened this page on this device lately. It opens by itself when you're back online.";
const WAITING =
  "This step is waiting for the internet. It opens by itself when you're back online: check there that it is done.";

async function notKept(path: string): Promise<Response> {
  const home = worker.registration.scope;
  const icons = SHELL.find((file) => file.includes("icons-"));
  const links = (await listKept()).map(
    ({ url, title }) => `<li><a class="flex min-h-12 items-center px-4" href="${url}">${title}</a></li>`,
  );
  const list = `<h2>Kept on this device</h2><ul class="card w-full divide-y divide-line">${links.join("")}</ul>`;
  return keptPage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Offline – Pombi</title>${SHELL.map(tagOf).join("")}<body><p class="${LINE_CLASS}" role="status">Offline.</p><header class="border-b border-line bg-surface px-4 py-2"><a class="inline-flex min-h-11 items-center gap-2 text-h2 font-bold text-brand-900 no-underline" href="${home}"><svg width="30" height="30" aria-hidden="true"><use href="${icons}#logo"/></svg> Pombi</a></header><main class="page grid justify-items-start gap-4 py-6"><h1>You're offline</h1><p>${STEP.test(path) ? WAITING : UNSEEN}</p><a class="button" href="${home}">Back to the dashboard</a>${links.length > 0 ? list : ""}<p>Our office: <a href="${telephoneLink(brand.phone)}">${OFFICE_PHONE}</a></p></main>`,
    Date.now(),
  );
}

/** The kept pages with their titles, the latest first. */
async function listKept() {
  const found: { url: string; title: string; at: number }[] = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages ")) continue;
    const pages = await caches.open(name);
    for (const { url } of await pages.keys()) {
      const page = await findKept(url);
      const title = page && /<title>(.*?)( – Pombi.*)?<\/title>/.exec(await page.text())?.[1];
      if (title) found.push({ url, title, at: seenAt(page) });
    }
  }
  return found.sort((one, other) => other.at - one.at);
}

const tagOf = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" href="${file}">`
    : file.endsWith(".js")
      ? `<script src="${file}" defer></script>`
      : "";

/** Shows pushes and opens them at a tap (N11). Browsers that know declarative push do it without us. */
function showPushes(): void {
  worker.addEventListener("push", (event) => {
    const { title, navigate, data: id, ...options } = (event.data!.json() as PushPayload).notification;
    event.waitUntil(
      worker.registration.showNotification(title, { ...options, icon: "/icon-192.png", data: { navigate, id } }),
    );
  });

  worker.addEventListener("notificationclick", (event) => {
    const { notification } = event;
    const { navigate, id } = notification.data as { navigate: string; id: string };
    notification.close();
    event.waitUntil(Promise.all([open(navigate), fetch(`/notices/${id}/seen`, { method: "POST" })]));
  });

  // The browser has renewed the device's address: the old one leads nowhere.
  worker.addEventListener("pushsubscriptionchange", (event) => {
    event.waitUntil(renew(event.oldSubscription ?? null, event.newSubscription ?? null));
  });
}

async function open(url: string): Promise<unknown> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((page) => page.url === url);
  return page ? page.focus() : worker.clients.openWindow(url);
}

async function renew(old: PushSubscription | null, given: PushSubscription | null): Promise<void> {
  const subscription = given ?? (old && (await worker.registration.pushManager.subscribe(old.options)));
  if (!subscription) return;
  await fetch("/push-devices", {
    method: "POST",
    body: new URLSearchParams({ endpoint: subscription.endpoint, ...subscription.toJSON().keys }),
  });
}

serveKeptPages();
showPushes();
