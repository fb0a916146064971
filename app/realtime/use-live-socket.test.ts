import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket as ClientSocket, WebSocketServer, type WebSocket as ServerSocket } from "ws";
import { CLOSE_CODES, HEARTBEAT_MS, PING, PONG } from "./signals";
import { useLiveSocket, pauseAfter } from "./use-live-socket";

// @vitest-environment jsdom

// Real sockets on both sides. Not jsdom's own: its events are none of Node's, and it throws.
declare global {
  var jsdom: JSDOM;
}

let server: WebSocketServer;
let connections: ServerSocket[];
const portOf = () => (server.address() as AddressInfo).port;

beforeEach(async () => {
  vi.stubGlobal("WebSocket", ClientSocket);
  connections = [];
  server = new WebSocketServer({ port: 0 });
  server.on("connection", (socket, { url }) => url !== "/probe" && connections.push(socket));
  await once(server, "listening");
  jsdom.reconfigure({ url: `http://localhost:${portOf()}/client-dashboard` });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** Waits for as long as the slowest machine may need. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const connected = (count: number) => until(() => expect(connections).toHaveLength(count));

/** Lets a minute of timers pass; whatever they have started is at the server before a later connection. */
async function aMinutePasses() {
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await once(new ClientSocket(`ws://localhost:${portOf()}/probe`), "open");
}
/** Lets the longest pause between two attempts pass. */
async function pausePasses() {
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
}
const stopTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

function listen(path: string | null = "/sockets/feed") {
  const frames: unknown[] = [];
  const onOpen = vi.fn();
  const hook = renderHook(() => useLiveSocket(path, { onOpen, onFrame: (frame) => frames.push(frame) }));
  return { ...hook, frames, onOpen };
}

/** A page whose socket is open. */
async function listenOpen() {
  const page = listen();
  await connected(1);
  await until(() => expect(page.onOpen).toHaveBeenCalledTimes(1));
  return page;
}

test("frames reach the page and the server, pongs and what is no frame do not", async () => {
  const { frames, onOpen, result } = listen();
  expect(result.current.connected).toBeNull();
  await until(() => expect(onOpen).toHaveBeenCalledTimes(1));
  connections[0]!.send(PONG);
  connections[0]!.send(`"no frame"`);
  connections[0]!.send(`{"type":"reviewLeft"}`);
  await until(() => expect(frames).toEqual([{ type: "reviewLeft" }]));
  expect(result.current.connected).toBe(true);
  const received = once(connections[0]!, "message");
  result.current.send({ type: "typing" });
  expect(String((await received)[0])).toBe(`{"type":"typing"}`);
});

test("a page without a path opens no socket", async () => {
  stopTimers();
  listen(null);
  await aMinutePasses();
  expect(connections).toHaveLength(0);
});

test("a lost socket reconnects, and the page may catch up", async () => {
  const { onOpen, result } = await listenOpen();
  stopTimers();
  connections[0]!.terminate();
  await until(() => expect(result.current.connected).toBe(false));
  await pausePasses();
  await connected(2);
  await until(() => expect(onOpen.mock.calls).toEqual([[false], [true]]));
  expect(result.current.connected).toBe(true);
});

test("a socket that opens at the second attempt counts as interrupted", async () => {
  const port = portOf();
  await new Promise((resolve) => server.close(resolve));
  stopTimers();
  const { onOpen, result } = listen();
  await until(() => expect(result.current.connected).toBe(false));
  server = new WebSocketServer({ port });
  await once(server, "listening");
  await pausePasses();
  await until(() => expect(onOpen.mock.calls).toEqual([[true]]));
});

test("an attempt without a response is given up after 20 s, and followed by another", async () => {
  server.removeAllListeners("connection");
  const sockets: string[] = [];
  vi.stubGlobal("WebSocket", function (address: string) {
    sockets.push(address);
    return { close: () => undefined };
  });
  stopTimers();
  const { result } = listen();
  await act(() => vi.advanceTimersByTimeAsync(19_999));
  expect([sockets.length, result.current.connected]).toEqual([1, null]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current.connected).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(sockets).toHaveLength(2);
});

/** Opens a page, closes its socket with this code, and expects that it has no other a minute later. */
async function expectToStayClosed(code: number) {
  const { result } = await listenOpen();
  stopTimers();
  connections[0]!.close(code);
  await until(() => expect(result.current.connected).toBe(false));
  await aMinutePasses();
  expect(connections).toHaveLength(1);
}

test("a socket that isn't the user's stays closed", () => expectToStayClosed(CLOSE_CODES.notYours));

test("a displaced socket reconnects once its page is visible again", async () => {
  await expectToStayClosed(CLOSE_CODES.displaced);
  Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await connected(2);
});

test("a connection that answers no ping is replaced, and the page may catch up", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
  const { onOpen } = await listenOpen();
  const ping = once(connections[0]!, "message");
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(String((await ping)[0])).toBe(PING);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  vi.useRealTimers();
  await until(() => expect(onOpen.mock.calls).toEqual([[false], [true]]));
});

test("an unmounted component closes its socket for good", async () => {
  const { unmount } = await listenOpen();
  stopTimers();
  const closed = once(connections[0]!, "close");
  unmount();
  await closed;
  await aMinutePasses();
  expect(connections).toHaveLength(1);
});

test("a socket reconnects after one second at the earliest, spread at random over another, and at least every 5 s", () => {
  expect(pauseAfter(1, 0)).toBe(1000);
  expect(pauseAfter(1, 1)).toBe(2000);
  expect(pauseAfter(9, 0)).toBe(5000);
});
