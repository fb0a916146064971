import type { Role } from "~/domain/values/user";
import { sendUnsent } from "~/realtime/conversation/unsent";
import { unsentPhotosOf } from "~/realtime/conversation/unsent-photos";
import { ASSETS, type SeenPage } from "./kept";
import { offlineWords, showLine } from "./offline-line";
import { activeRegistration } from "./registration";

/** Pages worth reading without a line: bookings, jobs and conversations, and the ways to them. */
const PAGES =
  /^\/(client-dashboard(\/overview|\/bookings(\/\w+)?|\/messages(\/\w+)?)?|plumber-dashboard(\/calendar|\/jobs(\/\w+)?|\/messages(\/\w+)?)?)$/;
const SETTLED_MS = 1000;

/**
 * Keeps the dashboard's pages on this device as they are seen, without script, for their owner alone (`tag` names them
 * in forms): so it costs no request, and is whole after any deployment. Never the office's. Signing out removes
 * everything (`Clear-Site-Data`).
 */
export async function keepPages(email: string, tag: string, role: Role): Promise<void> {
  const name = `pages ${email}`;
  // Someone else's go: their session may have ended without a word to this browser. Their words stay for them.
  for (const kept of await caches.keys())
    if (![ASSETS, name, unsentPhotosOf(tag)].includes(kept)) await caches.delete(kept);
  if (role === "admin") return;
  await caches.open(name);
  const { active } = await activeRegistration();

  let seen = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The worker writes it down: a page on its way out would be cut off in the middle.
  const keepNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isOnline()) seen = Date.now();
    if (!PAGES.test(location.pathname) || document.querySelector("[data-failed]")) return;
    active?.postMessage({ owner: name, url: location.href, html: drawKept(seen), seenAt: seen } satisfies SeenPage);
  };
  const changes = new MutationObserver(() => (timer ??= setTimeout(keepNow, SETTLED_MS)));
  changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  addEventListener("visibilitychange", () => timer && keepNow());

  addEventListener("offline", () => showLine(`${offlineWords(seen)} What you send waits.`));
  addEventListener("online", () => {
    showLine(null);
    void sendUnsent();
  });
  void sendUnsent();
  keepNow();
}

const isOnline = () => navigator.onLine && !document.querySelector(".reconnecting");

/** The page as it is shown, without script: a browser shows it again as it was, whatever build is out by then. */
function drawKept(seen: number): string {
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  for (const part of page.querySelectorAll(
    "script, noscript, iframe, link[rel=modulepreload], link[rel=manifest], .reconnecting, .offline-line",
  ))
    part.remove();
  // Styles of elements, which the kept page's policy refuses.
  for (const part of [page, ...page.querySelectorAll("[style]")]) part.removeAttribute("style");
  page.dataset["seenAt"] = String(seen);
  const script = document.createElement("script");
  script.src = page.dataset["keptPage"] ?? "";
  script.defer = true;
  page.querySelector("head")?.appendChild(script);
  return `<!doctype html>${page.outerHTML}`;
}
