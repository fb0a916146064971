// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CATCH_UP_PAGE } from "~/domain/messages/message";
import { message, openChat, page } from "../../../tests/support/chat-page";
import { setVisibility } from "../../../tests/support/fake-socket";
import { watchLeaving } from "../page-state";
import { addUnsent, readUnsent, unsentKey } from "./unsent";
import { addMessages, addNewest, hasGap, openLog, readableSeq, type MessageLog } from "./use-conversation";

const push = (seq: number, previousSeq: number) => (log: MessageLog) => addMessages(log, [message(seq)], previousSeq);
const after = (seq: number, seqs: number[]) => (log: MessageLog) => addMessages(log, seqs.map(message), seq);
const loadedAgain =
  (seqs: number[], hasOlder = true) =>
  (log: MessageLog) =>
    addNewest(log, page(seqs, hasOlder));

type Step = (log: MessageLog) => MessageLog;

test.each<{ what: string; steps: Step[]; shown: number[]; readTo: number; gap?: boolean }>([
  { what: "nothing new", steps: [], shown: [3, 5], readTo: 5 },
  { what: "a push that follows", steps: [push(8, 5)], shown: [3, 5, 8], readTo: 8 },
  {
    what: "a push after one that got lost: shown, not read",
    steps: [push(9, 8)],
    shown: [3, 5, 9],
    readTo: 5,
    gap: true,
  },
  { what: "the lost one fetched", steps: [push(9, 8), after(5, [8, 9])], shown: [3, 5, 8, 9], readTo: 9 },
  {
    what: "two pushes that overtook each other: fetched once more",
    steps: [push(9, 8), push(8, 5)],
    shown: [3, 5, 8, 9],
    readTo: 8,
    gap: true,
  },
  { what: "a push that comes twice", steps: [push(8, 5), push(8, 5)], shown: [3, 5, 8], readTo: 8 },
  { what: "the page's own data again, overlapping", steps: [loadedAgain([5, 8, 9])], shown: [3, 5, 8, 9], readTo: 9 },
  {
    what: "the page's own data again, beyond a gap",
    steps: [loadedAgain([60, 61])],
    shown: [3, 5, 60, 61],
    readTo: 5,
    gap: true,
  },
  {
    what: "the page's own data again, the whole conversation",
    steps: [loadedAgain([1, 3, 5, 7], false)],
    shown: [1, 3, 5, 7],
    readTo: 7,
  },
  {
    what: "a gap of two pages, half fetched",
    steps: [push(90, 80), after(5, [7, 8])],
    shown: [3, 5, 7, 8, 90],
    readTo: 8,
    gap: true,
  },
  { what: "older ones", steps: [after(Infinity, [1, 2])], shown: [1, 2, 3, 5], readTo: 5 },
])("$what", ({ steps, shown, readTo, gap = false }) => {
  const log = steps.reduce((known, step) => step(known), openLog(page([3, 5])));
  expect(log.messages.map(({ seq }) => seq)).toEqual(shown);
  expect(readableSeq(log, "other")).toBe(readTo);
  expect(hasGap(log)).toBe(gap);
});

test("an empty conversation is complete, and its first message follows nothing", () => {
  const log = openLog(page([], false));
  expect(hasGap(log)).toBe(false);
  expect(readableSeq(addMessages(log, [message(4)], 0), "other")).toBe(4);
  expect(readableSeq(addMessages(log, [message(4)], 2), "other")).toBe(0);
});

const KEY = unsentKey("me", "other");

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a conversation catches up when its socket opens and after each interruption, and marks all as read", async () => {
  const { server, open, interrupt, asked, shown, setUnread } = await openChat([3, 5]);
  expect(asked()).toEqual(["read 5"]);
  await open();
  expect(asked()).toEqual(["/messages/other after 5", "read 5"]);
  server.messages = [3, 5, 8, 9];
  await interrupt();
  expect(shown()).toEqual([3, 5, 8, 9]);
  expect(asked()).toEqual(expect.arrayContaining(["/messages/other after 5", "read 9"]));
  server.messages = [3, 5, 8, 9, 11];
  await interrupt();
  expect(asked()).toEqual(expect.arrayContaining(["/messages/other after 9", "read 11"]));
  expect(setUnread).toHaveBeenLastCalledWith("other", { unread: 0, unreadTotal: 2 });
});

test("a conversation that missed more than a page of messages fetches them all", async () => {
  const all = Array.from({ length: 2 * CATCH_UP_PAGE + 10 }, (_, at) => at + 1);
  const { open, asked, shown } = await openChat(all, { loaded: [1], isVisible: false });
  await open();
  expect(asked()).toEqual([1, 1 + CATCH_UP_PAGE, 1 + 2 * CATCH_UP_PAGE].map((seq) => `/messages/other after ${seq}`));
  expect(shown()).toEqual(all);
});

test("a conversation that can't catch up tries again, six times, after pauses that grow", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { server, open, asked, shown, pass } = await openChat([3, 5], { loaded: [3], isVisible: false });
  server.failures = 5;
  await open();
  for (const pause of [1000, 2000, 4000, 8000, 16_000]) {
    expect(asked()).toEqual(["/messages/other after 3"]);
    await pass(pause - 1);
    expect(asked()).toEqual([]);
    await pass(1);
  }
  expect([asked().length, shown()]).toEqual([1, [3, 5]]);
  server.failures = 99;
  await open();
  await pass(300_000);
  expect(asked()).toHaveLength(6);
});

test("a push shows its message, and one that was lost before it is fetched", async () => {
  const { server, open, newMessage, asked, shown } = await openChat([3, 5]);
  await open();
  asked();
  server.messages = [3, 5, 8, 9, 12];
  await newMessage(8, 5);
  expect([shown(), asked()]).toEqual([[3, 5, 8], ["read 8"]]);
  await newMessage(12, 9);
  expect(shown()).toEqual([3, 5, 8, 9, 12]);
  expect(asked()).toEqual(["/messages/other after 8", "read 12"]);
});

test("a hidden tab marks nothing as read, whatever comes, until it is visible; own words don't count", async () => {
  const { server, open, interrupt, newMessage, asked } = await openChat([3, 5], { isVisible: false });
  await open();
  await newMessage(8, 5);
  server.messages = [3, 5, 8, 9];
  await interrupt();
  expect(asked().filter((one) => one.startsWith("read"))).toEqual([]);
  await act(async () => setVisibility("visible"));
  expect(asked()).toEqual(["read 9"]);
  await newMessage(10, 9, "me");
  expect(asked()).toEqual([]);
  await act(async () => setVisibility("hidden"));
  await newMessage(11, 10);
  expect(asked()).toEqual([]);
});

test("an empty conversation has nothing to mark as read", async () => {
  const { open, asked } = await openChat([]);
  await open();
  expect(asked()).toEqual(["/messages/other after 0"]);
});

test("the other one is shown as typing for four seconds, or until their message comes", async () => {
  const { open, push, newMessage, chat, pass } = await openChat([3]);
  await open();
  const type = () => push({ type: "typing", userId: "other" });
  await type();
  await pass(3000);
  await type();
  await pass(3999);
  expect(chat().isTyping).toBe(true);
  await pass(1);
  expect(chat().isTyping).toBe(false);
  await type();
  await newMessage(4, 3, "me");
  expect(chat().isTyping).toBe(true);
  await newMessage(5, 4);
  expect(chat().isTyping).toBe(false);
});

test("the other one is online while they are in the conversation and this page hears of it", async () => {
  const { open, push, lose, chat } = await openChat([3]);
  await open();
  for (const [userIds, isOnline] of [
    [["me"], false],
    [["me", "other"], true],
    [["me"], false],
    [["other"], true],
  ] as const) {
    await push({ type: "here", userIds });
    expect(chat().isOnline).toBe(isOnline);
  }
  await lose(1006);
  expect(chat().isOnline).toBe(false);
});

test("how far the other one has read only grows", async () => {
  const { open, push, chat } = await openChat([3]);
  await open();
  const read: number[] = [chat().readSeq];
  for (const seq of [5, 4, 0, 6]) {
    await push({ type: "read", userId: "other", seq });
    read.push(chat().readSeq);
  }
  expect(read).toEqual([1, 5, 5, 5, 6]);
});

test("typing is told every two and a half seconds, and not while the socket is closed", async () => {
  const { open, lose, opened, pass, do: act } = await openChat([3]);
  await open();
  for (const ms of [0, 2499, 1]) {
    await pass(ms);
    await act((chat) => chat.type());
  }
  expect(opened[0]!.sent).toEqual(Array(2).fill('{"type":"typing"}'));
  await lose(1006);
  await pass(2500);
  await act((chat) => chat.type());
  expect(opened.flatMap(({ sent }) => sent)).toHaveLength(2);
});

test("older messages come before those that are shown, and the page knows when there are no more", async () => {
  const { chat, asked, shown, do: act } = await openChat([1, 2, 3, 5], { loaded: [3, 5], hasOlder: true });
  asked();
  expect(chat().hasOlder).toBe(true);
  await act((one) => one.showOlder());
  expect([asked(), shown(), chat().hasOlder]).toEqual([["/messages/other before 3"], [1, 2, 3, 5], false]);
});

test.each<{ what: string; photo: File | null; ms: number }>([
  { what: "a message", photo: null, ms: 20_000 },
  { what: "a photo", photo: new File(["x"], "photo.jpg"), ms: 120_000 },
])(
  "$what that gets no answer has failed after its timeout, and goes out again when the line is back",
  async ({ photo, ms }) => {
    const { server, open, chat, asked, shown, pass, do: act } = await openChat([3], { isVisible: false });
    await open();
    asked();
    server.answers = false;
    await act((one) => one.send("Hello", photo));
    await pass(ms - 1);
    expect(chat().drafts).toMatchObject([{ content: "Hello", failure: null }]);
    await pass(1);
    expect(chat().drafts).toMatchObject([{ failure: { problem: null, canRetry: true } }]);
    expect(readUnsent(KEY)).toHaveLength(1);
    server.answers = true;
    asked();
    await act(() => dispatchEvent(new Event("online")));
    expect([asked(), chat().drafts, shown()]).toEqual([["say Hello"], [], [3, 4]]);
  },
);

test("a message without an answer stays while its page is left: browsers say online of that, too", async () => {
  watchLeaving();
  const { server, open, asked, do: act } = await openChat([3], { isVisible: false });
  await open();
  server.failures = 1;
  await act((one) => one.send("Hello", null));
  asked();
  dispatchEvent(new Event("beforeunload"));
  await act(() => dispatchEvent(new Event("online")));
  expect(asked()).toEqual([]);
  dispatchEvent(new Event("pageshow"));
  await act(() => dispatchEvent(new Event("online")));
  expect(asked()).toEqual(["say Hello"]);
});

test("a message without an answer waits while the browser is offline, and goes out when the socket opens", async () => {
  const { server, open, interrupt, chat, asked, do: act } = await openChat([3], { isVisible: false });
  await open();
  server.failures = 1;
  await act((one) => one.send("On the bus", null));
  const isWaiting = () => chat().isWaiting(chat().drafts[0]!);
  expect(isWaiting()).toBe(false);
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  await act(() => dispatchEvent(new Event("offline")));
  expect(isWaiting()).toBe(true);
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  asked();
  await interrupt();
  expect([asked(), chat().drafts]).toEqual([expect.arrayContaining(["say On the bus"]), []]);
});

test("what an earlier page could not send goes out when the conversation is opened", async () => {
  addUnsent(KEY, { id: "1", content: "Written before" });
  const { asked, shown, pass } = await openChat([3], { isVisible: false });
  await pass(0);
  expect([asked(), shown()]).toEqual([["say Written before"], [3, 4]]);
});
