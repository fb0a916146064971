// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BUILD_HEADER, STEP_HEADER } from "./own-headers";
import { FETCH_TIMEOUT_MS, fetchWithRetry } from "./fetch-with-retry";
import {
  beginRevalidation,
  endRevalidation,
  isAnswered,
  isRevalidating,
  REVALIDATION_HEADER,
  watchLeaving,
} from "./page-state";

type Send = typeof fetch;
const DATA = new URL("https://pombi.test/client-dashboard.data");
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const neverAnswers: Send = (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));

/** Sends by each of these in turn, the last one for good; counts the attempts. */
function sendSequence(...sends: Send[]) {
  const requests: { input: RequestInfo | URL; init: RequestInit | undefined; at: number }[] = [];
  const send: Send = (input, init) => {
    // oxlint-disable-next-line no-restricted-properties -- The fake timers' clock.
    requests.push({ input, init, at: Date.now() });
    return sends[Math.min(requests.length, sends.length) - 1]!(input, init);
  };
  return { requests, fetch: fetchWithRetry(send) };
}
const OURS = { headers: { [BUILD_HEADER]: "mine" } };
const ok: Send = async () => new Response("data", OURS);
const ofNetwork: Send = async () => new Response("<p>Buy data</p>", { status: 502 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a request for anything but a page's data passes unchanged, and fails at once", async () => {
  const { fetch, requests } = sendSequence(lost);
  const init = { method: "POST" };
  await expect(fetch("/messages/anna", init)).rejects.toThrow("Failed to fetch");
  expect(requests).toMatchObject([{ input: "/messages/anna", init }]);
});

test("a request for a page's data is repeated after growing pauses until it gets through", async () => {
  const { fetch, requests } = sendSequence(lost, lost, lost, lost, lost, ok);
  const response = fetch(DATA);
  await vi.runAllTimersAsync();
  expect(await (await response).text()).toBe("data");
  const times = requests.map(({ at }) => at);
  expect(times.slice(1).map((at, index) => at - times[index]!)).toEqual([500, 1000, 2000, 4000, 4000]);
});

test.each([204, 205, 304, 404, 503])("a response of the status %i ends the attempts", async (status) => {
  const { fetch, requests } = sendSequence(async () => new Response(status < 400 ? null : "busy", { status, ...OURS }));
  const response = fetch(DATA);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await response).status).toBe(status);
  expect(requests).toHaveLength(1);
});

test("a response that breaks off in the middle is fetched again", async () => {
  const half = async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("da"));
          controller.error(new TypeError("network error"));
        },
      }),
      OURS,
    );
  const { fetch, requests } = sendSequence(half, ok);
  const response = fetch(DATA);
  await vi.runAllTimersAsync();
  expect(await (await response).text()).toBe("data");
  expect(requests).toHaveLength(2);
});

test("a page of the network is no answer: data is asked for again, a message fails as on a lost line", async () => {
  const { fetch, requests } = sendSequence(ofNetwork, ofNetwork, ok);
  const form = fetch(DATA, { method: "POST", body: new FormData() });
  await vi.runAllTimersAsync();
  expect(await (await form).text()).toBe("data");
  expect(requests).toHaveLength(3);
  await expect(sendSequence(ofNetwork).fetch("/messages/anna", { method: "POST" })).rejects.toThrow("not ours");
});

test("the pause ends as soon as the browser is online again", async () => {
  const { fetch, requests } = sendSequence(lost, ok);
  const response = fetch(DATA);
  await vi.advanceTimersByTimeAsync(10);
  dispatchEvent(new Event("online"));
  expect((await response).ok).toBe(true);
  expect(requests).toHaveLength(2);
});

test("a request without a response is aborted after the timeout and sent again", async () => {
  const { fetch, requests } = sendSequence(neverAnswers, ok);
  const response = fetch(DATA);
  await vi.advanceTimersByTimeAsync(FETCH_TIMEOUT_MS - 1);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await response).ok).toBe(true);
  expect(requests).toHaveLength(2);
});

test.each([
  { what: "that was kept is shown so after four seconds", outcome: ["/client-dashboard?cursor=2"] },
  { what: "that comes in time is shown itself", send: ok, outcome: [] },
  { what: "that was never kept is waited for", isKept: false, outcome: [] },
  { what: "that no link waits for is waited for", state: "idle", outcome: [] },
])("on a silent line, a page $what", async ({ send = neverAnswers, isKept = true, state = "loading", outcome }) => {
  const origin = "https://pombi.test";
  const left: string[] = [];
  const told: unknown[] = [];
  vi.stubGlobal("location", {
    pathname: "/client-dashboard/messages",
    href: `${origin}/client-dashboard/messages`,
    assign: (to: string) => left.push(to.replace(origin, "")),
  });
  vi.stubGlobal("caches", {
    match: async (page: string) => (isKept && page.startsWith(origin) ? ok(page) : undefined),
  });
  const serviceWorker = { controller: { postMessage: (message: unknown) => told.push(message) } };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  Object.assign(window, { __remixRouter: { state: { navigation: { state } } } });
  const attempts = new AbortController();
  const { fetch } = sendSequence(send);
  fetch(new URL(`${DATA}?cursor=2&_routes=x`), { signal: attempts.signal }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3999);
  expect(left).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([left, told]).toEqual([outcome, outcome.map((page) => ({ missed: origin + page }))]);
  attempts.abort();
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllGlobals();
});

test("a request without a response has no timeout when it uploads a form with files", async () => {
  const { fetch, requests } = sendSequence(neverAnswers);
  void fetch(DATA, { method: "POST", body: new FormData() });
  await vi.advanceTimersByTimeAsync(10 * FETCH_TIMEOUT_MS);
  expect(requests).toHaveLength(1);
});

test.each<[when: string, send: Send]>([
  ["between two attempts", lost],
  ["while it has no response", neverAnswers],
])("a request that is aborted %s ends at once and is not repeated", async (_, send) => {
  const { fetch, requests } = sendSequence(send);
  const controller = new AbortController();
  const failed = vi.fn();
  void fetch(DATA, { signal: controller.signal }).catch(failed);
  await vi.advanceTimersByTimeAsync(100);
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
});

test("a revalidation is marked as one, and nothing else is", async () => {
  const { fetch, requests } = sendSequence(ok);
  await fetch(DATA);
  beginRevalidation();
  await fetch(DATA);
  endRevalidation();
  await fetch(DATA);
  const marks = requests.map(({ init }) => new Headers(init?.headers).get(REVALIDATION_HEADER));
  expect(marks).toEqual([null, "1", null]);
});

interface Situation {
  status?: number;
  build?: string;
  method?: string;
  /** Where the page is that asks. */
  at?: string;
  typed?: boolean;
  revalidates?: boolean;
  /** The connection is lost. */
  lost?: boolean;
  isOnline?: boolean;
  hasWorker?: boolean;
}

/** Asks for the data of `/client-dashboard`, and says where that leads: to the answer, elsewhere, or nowhere. */
async function outcomeOf(situation: Situation): Promise<string> {
  const {
    status = 200,
    build = "mine",
    method = "GET",
    at = "/client-dashboard",
    typed,
    revalidates,
    ...line
  } = situation;
  const assign = vi.fn();
  vi.stubEnv("PROD", true);
  vi.stubGlobal("location", { pathname: at, href: `https://pombi.test${at}`, assign });
  vi.stubGlobal("caches", { match: async () => undefined });
  const __remixRouter = { state: { navigation: { state: "idle" } } };
  Object.assign(window, { __remixManifest: { version: "mine" }, __remixRouter });
  const browser = {
    onLine: line.isOnline ?? true,
    serviceWorker: { controller: line.hasWorker ? {} : null },
  };
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(navigator, name, { value, configurable: true });
  document.body.innerHTML = "<textarea></textarea>";
  document.querySelector("textarea")!.value = typed ? "Half a sent" : "";
  if (revalidates) beginRevalidation();
  const headers = { [BUILD_HEADER]: build };
  const { fetch } = sendSequence(line.lost ? lost : async () => new Response("data", { status, headers }));
  let outcome = "nowhere";
  const attempts = new AbortController();
  const asked = fetch(new URL("https://pombi.test/client-dashboard.data?cursor=2&_routes=x"), {
    method,
    signal: attempts.signal,
  });
  asked.then(
    () => (outcome = "answer"),
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  // Else it goes on trying during the tests behind this one.
  attempts.abort();
  if (revalidates && !isRevalidating()) outcome = "given up";
  endRevalidation();
  document.body.innerHTML = "";
  for (const name of Object.keys(browser)) Reflect.deleteProperty(navigator, name);
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  return assign.mock.calls.length > 0 ? String(assign.mock.calls[0]) : outcome;
}

const HERE = "/client-dashboard";
const ELSEWHERE = "/client-dashboard/messages";
const WHOLE = "/client-dashboard?cursor=2";

test.each<{ what: string; situation: Situation; outcome: string }>([
  {
    what: "a revalidation that leads to sign-in over typed words",
    situation: { status: 202, revalidates: true, typed: true },
    outcome: "given up",
  },
  {
    what: "a revalidation that leads elsewhere with nothing typed",
    situation: { status: 202, revalidates: true },
    outcome: "answer",
  },
  { what: "a link that leads elsewhere", situation: { status: 202, typed: true }, outcome: "answer" },
  {
    what: "a link during a revalidation",
    situation: { status: 202, revalidates: true, typed: true, at: ELSEWHERE },
    outcome: "answer",
  },
  {
    what: "a form during a revalidation",
    situation: { status: 202, revalidates: true, typed: true, method: "POST" },
    outcome: "answer",
  },
  { what: "data of this build", situation: { build: "mine", at: ELSEWHERE }, outcome: "answer" },
  { what: "another page of another build", situation: { build: "other", at: ELSEWHERE, typed: true }, outcome: WHOLE },
  { what: "this page of another build", situation: { build: "other" }, outcome: HERE },
  {
    what: "this page of another build with typed words",
    situation: { build: "other", typed: true },
    outcome: "answer",
  },
  { what: "a form that another build answers", situation: { build: "other", method: "POST" }, outcome: "answer" },
  {
    what: "another page offline",
    situation: { lost: true, isOnline: false, hasWorker: true, at: ELSEWHERE },
    outcome: WHOLE,
  },
  {
    what: "another page offline, where nothing is kept",
    situation: { lost: true, isOnline: false, at: ELSEWHERE },
    outcome: "nowhere",
  },
  { what: "another page on a bad line", situation: { lost: true, hasWorker: true, at: ELSEWHERE }, outcome: "nowhere" },
  { what: "this page offline", situation: { lost: true, isOnline: false, hasWorker: true }, outcome: "nowhere" },
  {
    what: "a form offline",
    situation: { lost: true, isOnline: false, hasWorker: true, at: ELSEWHERE, method: "POST" },
    outcome: "nowhere",
  },
])("$what leads where nothing typed is lost", async ({ situation, outcome }) => {
  expect(await outcomeOf(situation)).toBe(outcome);
});

test("an answer that comes while the page is left waits until it is clear that the page stays", async () => {
  watchLeaving();
  dispatchEvent(new Event("beforeunload"));
  const answered = vi.fn();
  void sendSequence(ok).fetch(DATA).then(answered);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(answered).not.toHaveBeenCalled();
  dispatchEvent(new Event("pageshow"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(answered).toHaveBeenCalledTimes(1);
});

const stepOf = (request: { init: RequestInit | undefined } | undefined) =>
  new Headers(request?.init?.headers).get(STEP_HEADER) ?? undefined;

test("a step is named, by one name however often it is sent, and is answered once our answer has come", async () => {
  const { fetch, requests } = sendSequence(lost, ofNetwork, ok);
  const body = new URLSearchParams({ intent: "confirm" });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const form = fetch(DATA, { method: "POST", headers, body });
  await vi.advanceTimersByTimeAsync(0);
  const step = stepOf(requests[0]);
  expect([step?.length, isAnswered(step)]).toEqual([24, false]);
  await vi.runAllTimersAsync();
  await form;
  expect(requests.map(stepOf)).toEqual([step, step, step]);
  expect(new Headers(requests[0]?.init?.headers).get("Content-Type")).toBe(headers["Content-Type"]);
  expect(isAnswered(step)).toBe(true);
  const other = sendSequence(ok);
  await other.fetch(DATA, { method: "POST", body });
  expect(stepOf(other.requests[0])).not.toBe(step);
});

test("what a page only reads is no step, and nothing is answered by no step", async () => {
  const { fetch, requests } = sendSequence(ok);
  await fetch(DATA);
  expect([stepOf(requests[0]), isAnswered(undefined)]).toEqual([undefined, false]);
});
