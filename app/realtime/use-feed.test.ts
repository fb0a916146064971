// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeSockets, setVisibility } from "../../tests/support/fake-socket";

const router = vi.hoisted(() => ({ navigation: "idle", to: "/", revalidation: "idle", revalidate: vi.fn() }));
vi.mock("@remix-run/react", () => ({
  useNavigation: () => ({ state: router.navigation, location: { pathname: router.to } }),
  useRevalidator: () => ({ state: router.revalidation, revalidate: router.revalidate }),
}));

// Files share their modules: neither do others have the router above, nor this one theirs.
vi.resetModules();
afterAll(() => vi.resetModules());
const { isRevalidating, noteAnswered } = await import("./page-state");
const { unreadNow, useFeed, withUnread } = await import("./use-feed");

const LOADED = { total: 3, at: 7 };
const FEED = "/sockets/feed";
const DESK = "/sockets/desk";

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(router, { navigation: "idle", revalidation: "idle" });
  router.revalidate.mockReset();
  Object.assign(window, { __remixRouter: { state: { navigation: { state: "idle" } } } });
  setVisibility("visible");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A dashboard whose feed is open. */
async function openFeed(options = {}) {
  const sockets = fakeSockets();
  const hook = renderHook(({ loaded }) => useFeed(loaded, "anna", options), { initialProps: { loaded: LOADED } });
  await sockets.open(FEED);
  await pass(1000);
  return {
    ...sockets,
    feed: () => hook.result.current,
    revalidations: () => router.revalidate.mock.calls.length,
    load: (loaded = LOADED) => hook.rerender({ loaded }),
    /** The router is somewhere else in its work by now. */
    setRouter(state: Partial<typeof router>) {
      Object.assign(router, state);
      hook.rerender({ loaded: LOADED });
    },
  };
}

const UNREAD = { type: "unread", otherId: "anna", unread: 1, unreadTotal: 4 };

test.each<[frame: object, revalidations: number]>([
  [{ type: "bookingUpdated", bookingId: "1", status: "confirmed" }, 1],
  [{ type: "reviewLeft" }, 1],
  [{ type: "officeChanged" }, 1],
  [{ type: "missed" }, 1],
  [UNREAD, 0],
  [{ type: "contactTyping", otherId: "anna" }, 0],
])("the frame %o makes a dashboard that is idle load its data again %i times", async (frame, revalidations) => {
  const { push, revalidations: done } = await openFeed();
  expect(done()).toBe(0);
  await push(frame);
  await pass(1000);
  expect(done()).toBe(revalidations);
});

test("a feed catches up once after each interruption, and not when it opens at first", async () => {
  const { open, lose, push, opened, revalidations } = await openFeed();
  for (const times of [1, 2]) {
    await lose(1006);
    await pass(10_000);
    expect(opened).toHaveLength(1 + times);
    expect(revalidations()).toBe(times - 1);
    await open(FEED);
    await pass(100);
    await push({ type: "missed" });
    await pass(1000);
    expect(revalidations()).toBe(times);
  }
});

test.each<{ hidden: string; ms: number; times: number }>([
  { hidden: "half a minute", ms: 30_000, times: 0 },
  { hidden: "longer than half a minute", ms: 30_001, times: 1 },
])("a page that was hidden for $hidden is as fresh as it has to be", async ({ ms, times }) => {
  const { revalidations } = await openFeed();
  setVisibility("visible");
  setVisibility("hidden");
  vi.advanceTimersByTime(ms);
  expect(revalidations()).toBe(0);
  setVisibility("visible");
  expect(revalidations()).toBe(times);
});

test("the first of many frames counts at once, and those within a moment cost one more", async () => {
  const { push, revalidations } = await openFeed();
  await push({ type: "reviewLeft" });
  await pass(0);
  expect(revalidations()).toBe(1);
  for (let turn = 0; turn < 5; turn++) await push({ type: "reviewLeft" });
  await pass(50);
  expect(revalidations()).toBe(1);
  await pass(1000);
  expect(revalidations()).toBe(2);
});

test.each([
  { what: "is read as it opens", to: "/client-dashboard/messages/anna", unread: 0, times: 0 },
  { what: "gets a message as it opens", to: "/client-dashboard/messages/anna", unread: 1, times: 1 },
  { what: "is read while another one opens", to: "/client-dashboard/messages/ben", unread: 0, times: 1 },
])("the page of a conversation that $what is loaded again $times times", async ({ to, unread, times }) => {
  const { push, setRouter, revalidations } = await openFeed();
  setRouter({ navigation: "loading", to });
  await push({ ...UNREAD, unread });
  setRouter({ navigation: "idle" });
  await pass(1000);
  expect(revalidations()).toBe(times);
});

test.each<[what: string, busy: Partial<typeof router>]>([
  ["a navigation", { navigation: "loading" }],
  ["a form that is sent", { navigation: "submitting" }],
  ["a revalidation", { revalidation: "loading" }],
])("a change that comes during %s is loaded after it, a count too: its data may be older", async (_, busy) => {
  for (const frame of [{ type: "reviewLeft" }, UNREAD]) {
    const { push, setRouter, revalidations } = await openFeed();
    router.revalidate.mockClear();
    setRouter(busy);
    await push(frame);
    await pass(1000);
    expect(revalidations()).toBe(0);
    setRouter({ navigation: "idle", revalidation: "idle" });
    await pass(1000);
    expect(revalidations()).toBe(1);
    cleanup();
  }
});

test.each<{ what: string; steps: (string | undefined)[]; times: number }>([
  { what: "one's own step alone", steps: ["mine"], times: 0 },
  { what: "one's own step, its answer lost", steps: ["lost"], times: 1 },
  { what: "one's own step and somebody else's", steps: ["mine", undefined], times: 1 },
  { what: "somebody else's step", steps: [undefined], times: 1 },
])("the news of $what makes a page load again only where its data may be older", async ({ steps, times }) => {
  for (const type of ["bookingUpdated", "reviewLeft", "officeChanged"]) {
    const { push, setRouter, revalidations } = await openFeed();
    router.revalidate.mockClear();
    setRouter({ navigation: "submitting" });
    for (const step of steps) await push({ type, step });
    // The answer may come behind the news of it.
    noteAnswered("mine");
    setRouter({ navigation: "idle" });
    await pass(1000);
    expect([type, revalidations()]).toEqual([type, times]);
    cleanup();
  }
});

test("the last message of each conversation is shown until a newer one of the same person comes", async () => {
  const { push, feed } = await openFeed();
  const says = (otherId: string, words: string) => push({ ...UNREAD, otherId, last: { words, isOwn: false, at: 1 } });
  await says("anna", "Hello");
  await says("ben", "Are you there?");
  await says("anna", "At ten?");
  await push(UNREAD);
  const { anna, ben } = feed().last;
  expect([anna?.words, ben?.words]).toEqual(["At ten?", "Are you there?"]);
});

test("a navigation that the router has just begun goes first", async () => {
  const { push, setRouter, revalidations } = await openFeed();
  window.__remixRouter.state.navigation.state = "loading";
  await push({ type: "reviewLeft" });
  await pass(1000);
  expect(revalidations()).toBe(0);
  window.__remixRouter.state.navigation.state = "idle";
  setRouter({ navigation: "loading" });
  setRouter({ navigation: "idle" });
  await pass(1000);
  expect(revalidations()).toBe(1);
});

test.each<[what: string, end: Partial<typeof router>]>([
  ["it has its data", { revalidation: "idle" }],
  ["a navigation goes first", { revalidation: "loading", navigation: "loading" }],
])("a revalidation is marked as one until %s", async (_, end) => {
  const { push, setRouter } = await openFeed();
  expect(isRevalidating()).toBe(false);
  await push({ type: "reviewLeft" });
  await pass(100);
  setRouter({ revalidation: "loading" });
  expect(isRevalidating()).toBe(true);
  setRouter(end);
  expect(isRevalidating()).toBe(false);
});

test("only the office listens to the admins' feed, and all that comes there is a change", async () => {
  expect((await openFeed()).opened.map(({ address }) => new URL(address).pathname)).toEqual([FEED]);
  cleanup();
  const { opened, open, push, revalidations } = await openFeed({ office: true });
  expect(opened.map(({ address }) => new URL(address).pathname)).toEqual([FEED, DESK]);
  await open(DESK);
  await pass(1000);
  expect(revalidations()).toBe(0);
  noteAnswered("desk's");
  await push({ type: "officeChanged", step: "desk's" }, DESK);
  await pass(1000);
  expect(revalidations()).toBe(0);
  await push({ type: "officeChanged" }, DESK);
  await pass(1000);
  expect(revalidations()).toBe(1);
});

test("a feed says since when its page is loaded, and stays the same socket when the page loads again", async () => {
  const { opened, load } = await openFeed();
  load({ total: 5, at: 900 });
  await pass(1000);
  expect(opened.map(({ address }) => new URL(address).search)).toEqual(["?since=7&for=anna"]);
});

test("a message is counted and shown with its words until the page has loaded again", async () => {
  const { push, feed, load } = await openFeed();
  const last = { words: "Hello", isOwn: false, at: 1 };
  await push({ ...UNREAD, last });
  await push({ type: "unread", otherId: "ben", unread: 2, unreadTotal: 6 });
  expect([feed().unread, feed().last]).toEqual([{ total: 6, by: { anna: 1, ben: 2 } }, { anna: last }]);
  load({ total: 1, at: 9 });
  expect(feed().unread).toEqual({ total: 1, by: {} });
  act(() => feed().setUnread("anna", { unread: 0, unreadTotal: 0 }));
  expect(feed().unread).toEqual({ total: 0, by: { anna: 0 } });
});

test("someone is shown as typing until their message comes, or for four seconds", async () => {
  const { push, feed } = await openFeed();
  const typing = () => Object.keys(feed().typing);
  for (const otherId of ["anna", "ben"]) await push({ type: "contactTyping", otherId });
  await push(UNREAD);
  expect(typing()).toEqual(["ben"]);
  await pass(3900);
  expect(typing()).toEqual(["ben"]);
  await pass(200);
  expect(typing()).toEqual([]);
});

test("a page says that it reconnects after three seconds without its feed, and stops at once", async () => {
  const { lose, open, feed } = await openFeed();
  expect(feed().connected).toBe(true);
  await lose(1006);
  await pass(2999);
  expect(feed().connected).toBe(true);
  await pass(1);
  expect(feed().connected).toBe(false);
  await open(FEED);
  await pass(0);
  expect(feed().connected).toBe(true);
});

test("a conversation that got messages while pushes were lost is unread once the page has loaded again", () => {
  const read = withUnread({ total: 1, at: 1 }, null, "anna", { unread: 0, unreadTotal: 0 });
  // The same number as before says nothing about the data's age.
  const reloaded = { total: 1, at: 1 };
  expect(unreadNow(reloaded, read)).toEqual({ total: 1, by: {} });
  expect(unreadNow(reloaded, withUnread(reloaded, read, "ben", { unread: 2, unreadTotal: 3 }))).toEqual({
    total: 3,
    by: { ben: 2 },
  });
});
