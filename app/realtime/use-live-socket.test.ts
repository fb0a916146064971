// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeSockets, setVisibility } from "../../tests/support/fake-socket";
import { watchLeaving } from "./page-state";
import { CLOSE_CODES, PING, PONG, PONG_MS, QUIET_MS } from "./signals";
import { pauseAfter, useLiveSocket } from "./use-live-socket";

const PAGE = "<textarea></textarea>";

watchLeaving();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  document.body.innerHTML = PAGE;
  setVisibility("visible");
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  dispatchEvent(new Event("pageshow"));
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const fire = (kind: string) => act(async () => void dispatchEvent(new Event(kind)));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

function listen(path: string | null = "/sockets/feed") {
  const sockets = fakeSockets();
  const reload = vi.fn();
  vi.stubGlobal("location", { protocol: "https:", host: "pombi.test", reload });
  const frames: unknown[] = [];
  const onOpen = vi.fn();
  const { result, unmount } = renderHook(() =>
    useLiveSocket(path, "tag", { onOpen, onFrame: (one) => frames.push(one) }),
  );
  return {
    ...sockets,
    reload,
    frames,
    unmount,
    socket: () => result.current,
    /** Whether each opening came after an interruption. */
    openings: () => onOpen.mock.calls.flat(),
    sent: (index: number) => sockets.opened[index]!.sent,
  };
}

/** A page whose socket is open. */
async function listenOpen() {
  const page = listen();
  await page.open();
  return page;
}
type Page = Awaited<ReturnType<typeof listenOpen>>;

test("frames reach the page and the server, pongs and what is no frame do not", async () => {
  const { opened, socket, open, push, frames, sent, openings } = listen();
  expect([opened[0]!.address, socket().connected]).toEqual(["wss://pombi.test/sockets/feed?for=tag", null]);
  await open();
  expect([socket().connected, openings()]).toEqual([true, [false]]);
  for (const frame of [JSON.parse(PONG) as object, [], { kind: "no frame" }, { type: "reviewLeft" }]) await push(frame);
  await act(async () => opened[0]!.onmessage({ data: '"no frame"' }));
  expect(frames).toEqual([{ type: "reviewLeft" }]);
  socket().send({ type: "typing" });
  expect(sent(0)).toEqual(['{"type":"typing"}']);
});

test("a page without a path opens no socket, and one that has been closed keeps none", async () => {
  const none = listen(null);
  const { opened, unmount } = await listenOpen();
  unmount();
  setVisibility("visible");
  await fire("online");
  await pass(60_000);
  expect([none.opened.length, opened.length, opened[0]!.readyState]).toEqual([0, 1, 3]);
});

test.each<[how: string, fail: (page: Page) => Promise<void>]>([
  ["is closed", ({ lose }) => lose(1006)],
  ["breaks", ({ opened }) => act(async () => opened[0]!.onerror())],
  ["has no response within 20 s", () => pass(20_000)],
])("an attempt that %s is followed by another, and the page may catch up then", async (_, fail) => {
  const page = listen();
  await pass(0);
  await fail(page);
  expect([page.socket().connected, page.opened.length]).toEqual([false, 1]);
  await pass(1000);
  expect(page.opened).toHaveLength(2);
  await page.open();
  expect([page.socket().connected, page.openings()]).toEqual([true, [true]]);
});

test("an attempt is given twenty seconds, and an open socket lives on", async () => {
  const { opened, open } = listen();
  await pass(19_999);
  expect(opened).toHaveLength(1);
  await open();
  await pass(10_000);
  expect(opened).toHaveLength(1);
});

test.each<[how: string, end: (page: Page) => Promise<void>]>([
  ["a frame", ({ push }) => push({ type: "signedOut" })],
  ["its code", ({ lose }) => lose(CLOSE_CODES.signedOut)],
])(
  "a session's end, told by %s, ends the socket, and the page unless words are typed or it is left",
  async (_, end) => {
    for (const [state, reloads] of [
      ["nothing", 1],
      ["typed", 0],
      ["leaving", 0],
    ] as const) {
      document.body.innerHTML = PAGE;
      const page = await listenOpen();
      if (state === "typed") document.querySelector("textarea")!.value = "Half a sent";
      if (state === "leaving") dispatchEvent(new Event("beforeunload"));
      await end(page);
      await pass(20_000);
      expect([state, page.reload.mock.calls.length, page.opened.length]).toEqual([state, reloads, 1]);
      expect(page.socket().connected).toBe(false);
      cleanup();
    }
  },
);

test.each<{ code: keyof typeof CLOSE_CODES; later?: number; visible?: number }>([
  { code: "notYours", later: 1, visible: 1 },
  { code: "displaced", later: 1 },
  { code: "malformed" },
  { code: "authenticateAgain" },
  { code: "tooLarge" },
  { code: "flooding" },
  { code: "failed" },
])(
  "a socket closed with $code connects again, later or once its page is visible, or not at all",
  async ({ code, later = 2, visible = 2 }) => {
    const { lose, opened, socket, reload } = await listenOpen();
    await lose(CLOSE_CODES[code]);
    expect(socket().connected).toBe(false);
    await pass(5000);
    expect(opened).toHaveLength(later);
    setVisibility("hidden");
    expect(opened).toHaveLength(later);
    setVisibility("visible");
    setVisibility("visible");
    expect(opened).toHaveLength(visible);
    expect(reload).not.toHaveBeenCalled();
  },
);

test("a page pings a line that was quiet for 50 seconds, and replaces one that gives no sign then", async () => {
  const { sent, push, openings, opened, open } = await listenOpen();
  for (const sign of [JSON.parse(PONG) as object, { type: "reviewLeft" }]) {
    await pass(QUIET_MS);
    await push(sign);
  }
  await pass(QUIET_MS - 1);
  await push({ type: "reviewLeft" });
  await pass(QUIET_MS - 1);
  expect(sent(0)).toEqual([PING, PING]);
  await pass(1);
  expect([sent(0), opened.length]).toEqual([[PING, PING, PING], 1]);
  await pass(PONG_MS);
  expect([opened.length, opened[0]!.readyState]).toEqual([2, 3]);
  await open();
  await pass(QUIET_MS);
  expect([sent(1), openings()]).toEqual([[PING], [false, true]]);
});

test("a hidden page sends no ping, is not taken for dead, and asks as soon as it is looked at", async () => {
  const { sent, opened } = await listenOpen();
  setVisibility("hidden");
  await pass(10 * QUIET_MS);
  expect([sent(0), opened.length]).toEqual([[], 1]);
  setVisibility("visible");
  expect(sent(0)).toEqual([PING]);
});

test("a page is unconnected as soon as the browser is offline, and connects at once when it is back", async () => {
  const { socket, opened, open, openings } = await listenOpen();
  await fire("offline");
  expect([socket().connected, opened.length]).toEqual([false, 1]);
  await fire("online");
  expect(opened).toHaveLength(2);
  await open();
  expect([socket().connected, openings()]).toEqual([true, [false, true]]);
});

test("pauses grow from attempt to attempt, and begin again after a socket that lived for five seconds", async () => {
  const { lose, open, opened } = await listenOpen();
  for (const [lived, pause] of [
    [0, 1000],
    [4999, 1300],
    [5000, 1000],
    [0, 1300],
  ] as const) {
    await pass(lived);
    const before = opened.length;
    await lose(1006);
    await pass(pause - 1);
    expect(opened).toHaveLength(before);
    await pass(1);
    expect(opened).toHaveLength(before + 1);
    await open();
  }
});

test("nothing of a socket that was replaced counts, and nothing is sent while there is none", async () => {
  const { opened, socket, lose, open, sent, frames, openings } = await listenOpen();
  await lose(1006);
  socket().send({ type: "typing" });
  await pass(1000);
  socket().send({ type: "typing" });
  await open();
  await act(async () => {
    opened[0]!.onopen();
    opened[0]!.onmessage({ data: '{"type":"reviewLeft"}' });
    opened[0]!.onclose({ code: CLOSE_CODES.notYours });
  });
  expect([socket().connected, frames, openings()]).toEqual([true, [], [false, true]]);
  socket().send({ type: "typing" });
  expect([sent(0), sent(1)]).toEqual([[], ['{"type":"typing"}']]);
});

test("a socket reconnects after one second at the earliest, spread over another, and at least every 5 s", () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 1), pauseAfter(9, 0)]).toEqual([1000, 2000, 5000]);
});
