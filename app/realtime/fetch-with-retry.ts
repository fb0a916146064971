import { newId } from "~/domain/values/id";
import { BUILD_HEADER, STEP_HEADER } from "./own-headers";
import { type MissedPage, PATIENCE_MS } from "./patience";
import {
  untilStaying,
  isNavigating,
  isTyped,
  endRevalidation,
  isRevalidating,
  noteAnswered,
  REVALIDATION_HEADER,
} from "./page-state";

const REDIRECT = 202;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4000;
/** In milliseconds; uploads have no such limit. */
export const FETCH_TIMEOUT_MS = 20_000;

/**
 * A `fetch` for pages that survive a lost connection: Remix would replace the page, with what is half typed in it. A
 * request for page data is repeated until it gets through or is aborted, so a form may arrive twice: every action does
 * its work once (C12).
 */
export const fetchWithRetry =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    if (!isForPageData(input)) return ownAnswer(await send(input, init));
    const stopWaiting = isElsewhere(input, init) ? waitForKept(input) : undefined;
    try {
      return await sendUntilAnswered(send, input, init);
    } finally {
      clearTimeout(stopWaiting);
    }
  };

async function sendUntilAnswered(send: typeof fetch, input: URL, init: RequestInit | undefined): Promise<Response> {
  const isMarked = isRevalidating();
  const step = isRead(init) ? null : newId();
  const headers = new Headers(init?.headers);
  if (isMarked) headers.set(REVALIDATION_HEADER, "1");
  if (step) headers.set(STEP_HEADER, step);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const attempt = withTimeout({ ...init, headers });
    try {
      const response = ownAnswer(await send(input, attempt.init));
      // Read to the end here: the connection may be lost in the middle of a response too.
      const body = isWithoutBody(response.status) ? null : await response.arrayBuffer();
      if (step) noteAnswered(step);
      await untilStaying();
      // A revalidation that leads elsewhere, as to sign-in, would lose what is typed (F7). A link or a form that is sent
      // meanwhile is marked too, and goes where it leads.
      const isOfThisPage = isRead(init) && !isElsewhere(input, init);
      if (response.status === REDIRECT && isMarked && isOfThisPage && isTyped()) {
        endRevalidation();
        return new Promise(() => undefined);
      }
      if (isOfOtherBuild(response, init)) {
        if (isElsewhere(input, init)) return leaveFor(input);
        if (!isTyped()) return leaveFor(new URL(location.href));
      }
      return new Response(body, response);
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      if (isElsewhere(input, init) && !navigator.onLine && navigator.serviceWorker?.controller) return leaveFor(input);
    } finally {
      attempt.end();
    }
    await untilOnline(pause, init?.signal);
  }
}

/** Leaves for a page that a link waits for, where it was kept: the worker shows it at once, and itself once it comes (W18). */
const waitForKept = (input: URL) =>
  setTimeout(() => {
    const page = new URL(pageOf(input), location.href).href;
    const worker = navigator.serviceWorker?.controller;
    if (!worker) return;
    void caches.match(page).then((kept) => {
      if (!kept || !isNavigating()) return;
      worker.postMessage({ missed: page } satisfies MissedPage);
      location.assign(page);
    });
  }, PATIENCE_MS);

/** Throws, as for a lost connection, where a network's or a provider's own page stands in place of our answer (law 31). */
function ownAnswer(response: Response): Response {
  if (!response.headers.has(BUILD_HEADER)) throw new TypeError("The answer is not ours");
  return response;
}

const isElsewhere = ({ pathname }: URL, init: RequestInit | undefined) =>
  isRead(init) && pathOf(pathname) !== location.pathname;
const isRead = (init: RequestInit | undefined) => (init?.method ?? "GET") === "GET";
const pathOf = (path: string) => path.replace(/\.data$/, "");

/** Checks for data of another build, which is not for this script: the page is loaded whole. */
const isOfOtherBuild = ({ headers }: Response, init: RequestInit | undefined) => {
  const build = headers.get(BUILD_HEADER);
  return import.meta.env.PROD && isRead(init) && build !== null && build !== window.__remixManifest.version;
};

/** Loads a page as a document: offline, the service worker has it as it was last seen (W18). Never resolves. */
function leaveFor(data: URL): Promise<never> {
  location.assign(pageOf(data));
  return new Promise(() => undefined);
}

/** The page of an address of its data. */
function pageOf({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return pathOf(pathname) + (query.size > 0 ? `?${query}` : "");
}

const isForPageData = (input: RequestInfo | URL): input is URL =>
  input instanceof URL && input.pathname.endsWith(".data");
const isWithoutBody = (status: number) => [101, 204, 205, 304].includes(status);

function withTimeout(init: RequestInit): { init: RequestInit; end: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort(init.signal?.reason);
  const timer = init.body instanceof FormData ? undefined : setTimeout(stop, FETCH_TIMEOUT_MS);
  if (init.signal?.aborted) stop();
  init.signal?.addEventListener("abort", stop);
  return {
    init: { ...init, signal: controller.signal },
    end: () => {
      clearTimeout(timer);
      init.signal?.removeEventListener("abort", stop);
    },
  };
}

const untilOnline = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal?.addEventListener("abort", go);
  });
