// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownerTag } from "~/domain/values/user";
import type { Message } from "~/domain/messages/message";
import { fakeCaches, FileResponse } from "../../../tests/support/fake-caches";
import { conversationClient, type ConversationClient } from "./conversation-client";
import { NO_RESPONSE, type NotSent, type Sent } from "./conversation-responses";
import { addUnsent, keepTyped, readTyped, readUnsent, sendUnsent, unsentKey } from "./unsent";
import { PHOTO_LOST, unsentPhotosOf } from "./unsent-photos";
import { useDrafts } from "./use-drafts";

const SELF = "me";
const REFUSED: NotSent = { problem: "Message is required.", canRetry: false };

const MESSAGE = { seq: 7, senderId: SELF, recipientId: "you", content: "", createdAt: 1 };
const stored = (id: string, senderId = SELF): Message => ({ ...MESSAGE, id, senderId });

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

/** A page's drafts, in which these are sent, with responses that the test gives, one by one. */
async function openDrafts(...contents: string[]) {
  const waiting: { id: string; content: string; photo: Blob | null; respond: (outcome: Sent | NotSent) => void }[] = [];
  const client: Pick<ConversationClient, "send"> = {
    send: (message) =>
      new Promise((respond) => {
        const { id, content, photo } = message;
        waiting.push({ id, content, photo, respond });
      }),
  };
  const sent: Sent[] = [];
  const { result } = renderHook(() => useDrafts(client, SELF, "you"));
  const onSent = (one: Sent) => void sent.push(one);
  const send = (content: string, photo?: Blob) => act(async () => result.current.send(content, onSent, photo));
  for (const content of contents) await send(content);
  return {
    send,
    sent,
    waiting,
    drafts: () => result.current.drafts.map(({ content, failure }) => ({ content, failure })),
    adopt: () => act(async () => result.current.adopt(onSent)),
    retryFirst: () => act(async () => result.current.retry(result.current.drafts[0]!, onSent)),
    lineIsBack: () => act(async () => result.current.retryUnanswered(onSent)),
    dropFirst: () => act(async () => result.current.drop(result.current.drafts[0]!.id)),
    dropStored: (messages: Message[]) => act(async () => result.current.dropStored(messages)),
    firstId: () => result.current.drafts[0]!.id,
    respond: (outcome: Sent | NotSent) => act(async () => waiting.at(-1)!.respond(outcome)),
  };
}

test("messages are sent one after another, each once the one before has its response", async () => {
  const page = await openDrafts("first", "second");
  expect(page.waiting.map(({ content }) => content)).toEqual(["first"]);
  await page.respond({ message: stored("a"), previousSeq: 6 });
  expect(page.waiting.map(({ content }) => content)).toEqual(["first", "second"]);
  expect(page.sent).toMatchObject([{ previousSeq: 6 }]);
  expect(page.drafts()).toEqual([{ content: "second", failure: null }]);
});

test("a failed message stays with its reason, doesn't block the next, and can be sent again or taken back", async () => {
  const page = await openDrafts("first", "second");
  await page.respond(REFUSED);
  expect(page.drafts()).toEqual([
    { content: "first", failure: REFUSED },
    { content: "second", failure: null },
  ]);
  await page.respond({ message: stored("b"), previousSeq: 6 });
  await page.retryFirst();
  expect(page.drafts()).toEqual([{ content: "first", failure: null }]);
  expect(page.waiting.map(({ content }) => content)).toEqual(["first", "second", "first"]);
  await page.respond(REFUSED);
  await page.dropFirst();
  expect(page.drafts()).toEqual([]);
});

test("a draft without a response is sent again once the line is back, and a refused one is not", async () => {
  const page = await openDrafts("refused");
  await page.respond({ problem: "Too many attempts.", canRetry: true });
  await page.send("lost");
  await page.respond(NO_RESPONSE);
  await page.lineIsBack();
  await page.lineIsBack();
  expect(page.waiting.map(({ content }) => content)).toEqual(["refused", "lost", "lost"]);
  expect(page.drafts().at(-1)).toEqual({ content: "lost", failure: null });
});

test("a message that comes back by the socket is no draft any more", async () => {
  const page = await openDrafts("first");
  await page.dropStored([stored(page.firstId(), "someone else")]);
  expect(page.drafts()).toHaveLength(1);
  await page.dropStored([stored(page.firstId())]);
  expect(page.drafts()).toEqual([]);
});

const key = unsentKey(SELF, "you");
const kept = () => localStorage.getItem(key);

test("a refused draft survives a reload with its reason and can be sent again until the server has it", async () => {
  const page = await openDrafts("first");
  await page.respond(REFUSED);
  const again = await openDrafts();
  await again.adopt();
  expect(again.drafts()).toEqual([{ content: "first", failure: REFUSED }]);
  expect(again.waiting).toEqual([]);
  await again.retryFirst();
  await again.respond({ message: stored("a"), previousSeq: 6 });
  expect(again.drafts()).toEqual([]);
  expect(kept()).toBeNull();
});

test("a refused draft is forgotten once it is removed after a reload", async () => {
  const page = await openDrafts("first");
  await page.respond(REFUSED);
  await page.dropFirst();
  expect(kept()).toBeNull();
});

test("a draft without a response is sent after a reload, once", async () => {
  const page = await openDrafts("first");
  await page.respond(NO_RESPONSE);
  const again = await openDrafts();
  await again.adopt();
  await again.adopt();
  expect(again.drafts()).toEqual([{ content: "first", failure: null }]);
  await again.respond({ message: stored("a"), previousSeq: 6 });
  expect(kept()).toBeNull();
});

test("words that find the server busy go out again by themselves, under the same id", async () => {
  vi.useFakeTimers();
  const fetching = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(new Response(null, { status: 503, headers: { "Retry-After": "1" } }))
    .mockResolvedValueOnce(Response.json({ message: stored("once"), previousSeq: 0 }));
  const outcome = conversationClient(SELF, "you").send({ id: "once", content: "Hello", photo: null });
  await vi.advanceTimersByTimeAsync(999);
  expect(fetching).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await outcome).toMatchObject({ message: { id: "once" } });
  expect(fetching.mock.calls.map(([, init]) => String(init?.body))).toEqual(
    Array(2).fill(`id=once&content=Hello&for=${ownerTag(SELF)}`),
  );
  // Five pauses, and none after the last attempt: the drafts behind it are sent.
  fetching.mockImplementation(async () => new Response(null, { status: 503, headers: { "Retry-After": "1" } }));
  const refused = conversationClient(SELF, "you").send({ id: "busy", content: "Hello", photo: null });
  await vi.advanceTimersByTimeAsync(62_000);
  expect(await refused).toMatchObject({ canRetry: true });
  // Neither a fault nor a limit: those are for the writer to try again.
  for (const [status, headers] of [
    [503, {}],
    [429, { "Retry-After": "1" }],
  ] as const) {
    fetching.mockReset().mockImplementation(async () => new Response(null, { status, headers }));
    await conversationClient(SELF, "you").send({ id: "limit", content: "Hello", photo: null });
    expect(fetching).toHaveBeenCalledTimes(1);
  }
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const PHOTO = new File(["photo"], "photo.jpg", { type: "image/jpeg" });

/** A browser that keeps files, until the test has ended. */
function keepFiles() {
  vi.stubGlobal("Response", FileResponse);
  const caches = fakeCaches(location.origin, async () => new Response(""));
  vi.stubGlobal("caches", caches);
  return {
    caches,
    photos: () => caches.pathsIn(unsentPhotosOf(ownerTag(SELF))),
  };
}

test("a message with a photo outlives its page with both, goes out under its id, and then neither is kept", async () => {
  const { photos } = keepFiles();
  const page = await openDrafts();
  await page.send("See this", PHOTO);
  const { id } = page.waiting[0]!;
  await page.respond(NO_RESPONSE);
  const again = await openDrafts();
  await again.adopt();
  expect(again.drafts()).toEqual([{ content: "See this", failure: null }]);
  expect(again.waiting).toMatchObject([{ id, content: "See this", photo: PHOTO }]);
  expect(photos()).toHaveLength(1);
  await again.respond({ message: stored(id), previousSeq: 6 });
  await vi.waitFor(() => expect(photos()).toEqual([]));
  expect([again.drafts(), kept()]).toEqual([[], null]);
  vi.unstubAllGlobals();
});

test("a refused message with a photo is kept with its reason, and its photo is gone once it is removed", async () => {
  const { photos } = keepFiles();
  const page = await openDrafts();
  await page.send("See this", PHOTO);
  await page.respond(REFUSED);
  const again = await openDrafts();
  await again.adopt();
  expect(again.drafts()).toEqual([{ content: "See this", failure: REFUSED }]);
  expect(again.waiting).toEqual([]);
  await again.dropFirst();
  await vi.waitFor(() => expect(photos()).toEqual([]));
  vi.unstubAllGlobals();
});

test("without a place for files a message with a photo goes out, and of one that is left the words stay", async () => {
  vi.stubGlobal("caches", { open: refuse });
  const page = await openDrafts();
  await page.send("See this", PHOTO);
  expect(page.waiting).toMatchObject([{ content: "See this", photo: PHOTO }]);
  await page.respond(NO_RESPONSE);
  const again = await openDrafts();
  await again.adopt();
  expect(again.drafts()).toEqual([{ content: "See this", failure: { problem: PHOTO_LOST, canRetry: false } }]);
  expect(again.waiting).toEqual([]);
  await again.dropFirst();
  vi.unstubAllGlobals();
});

test.each([
  { isKept: true, reloads: 1 },
  { isKept: false, reloads: 0 },
])("an ended session is met by its page's reload where the photo is kept ($isKept)", async ({ isKept, reloads }) => {
  if (isKept) keepFiles();
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  const headers = { Location: "/" };
  vi.stubGlobal("fetch", async () => Response.json({ problem: "You must be logged in." }, { status: 401, headers }));
  const client = conversationClient(SELF, "you");
  const { result } = renderHook(() => useDrafts(client, SELF, "you"));
  await act(async () => result.current.send("See this", () => undefined, PHOTO));
  await vi.waitFor(() =>
    expect([reload.mock.calls.length, result.current.drafts[0]?.failure ?? null]).toEqual([
      reloads,
      isKept ? null : { problem: "You must be logged in.", canRetry: true },
    ]),
  );
  vi.unstubAllGlobals();
});

test("words of several conversations outlive a session that has ended, and go out for their writer alone", async () => {
  const here = unsentKey(SELF, "you");
  const there = unsentKey(SELF, "another");
  for (const key of [here, there]) addUnsent(key, { id: `to ${key}`, content: "Hello" });
  keepTyped(there, "Half a");
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  const posted: string[] = [];
  let status = 401;
  vi.stubGlobal("fetch", async (url: string, { body }: { body: URLSearchParams }) => {
    posted.push(`${url} ${body.get("for")}`);
    if (status === 401)
      return Response.json({ problem: "You must be logged in." }, { status, headers: { Location: "/" } });
    return Response.json({ message: stored("a"), previousSeq: 6 });
  });
  void conversationClient(SELF, "you").send({ id: `to ${here}`, content: "Hello", photo: null });
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect([readUnsent(here).length, readUnsent(there).length, readTyped(there)]).toEqual([1, 1, "Half a"]);
  status = 200;
  posted.length = 0;
  document.body.innerHTML = `<input name="for" value="${ownerTag("someone else")}">`;
  await sendUnsent();
  expect(posted).toEqual([]);
  document.body.innerHTML = `<input name="for" value="${ownerTag(SELF)}">`;
  await sendUnsent();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
  expect(posted.sort()).toEqual(["another", "you"].map((to) => `/messages/${to} ${ownerTag(SELF)}`));
  expect(readUnsent(there)).toEqual([]);
});

const refuse = () => {
  throw new DOMException("No.", "QuotaExceededError");
};
const WITHOUT_STORAGE: Record<string, () => void> = {
  full: () => vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse),
  blocked: () => vi.spyOn(globalThis, "localStorage", "get").mockImplementation(refuse),
  null: () => vi.spyOn(globalThis, "localStorage", "get").mockReturnValue(null as never),
};

test.each(Object.keys(WITHOUT_STORAGE))("a message goes out from a browser whose storage is %s", async (kind) => {
  WITHOUT_STORAGE[kind]!();
  const page = await openDrafts();
  await page.adopt();
  keepTyped(key, "Half a");
  await page.send("first");
  expect(page.waiting.map(({ content }) => content)).toEqual(["first"]);
  await page.respond(REFUSED);
  await page.retryFirst();
  await page.respond({ message: stored("a"), previousSeq: 6 });
  expect(page.drafts()).toEqual([]);
  expect(page.sent).toHaveLength(1);
  expect(readTyped(key)).toBe("");
  await sendUnsent();
  vi.restoreAllMocks();
});

test("words that a browser can't keep stay on the page when the session has ended", async () => {
  WITHOUT_STORAGE["full"]!();
  const reload = vi.fn();
  vi.stubGlobal("location", { ...location, reload });
  vi.stubGlobal("fetch", async () =>
    Response.json({ problem: "You must be logged in." }, { status: 401, headers: { Location: "/" } }),
  );
  for (const photo of [null, new File(["photo"], "photo.jpg")]) {
    const outcome = await conversationClient(SELF, "you").send({ id: "first", content: "Hello", photo });
    expect(outcome).toMatchObject({ problem: "You must be logged in." });
  }
  expect(reload).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const GOOD = { id: "a", content: "Hello" };

test.each([
  { kept: "{", messages: [] },
  { kept: "null", messages: [] },
  { kept: '"words"', messages: [] },
  {
    kept: JSON.stringify([7, null, { id: 1, content: "" }, { id: "b" }, { ...GOOD, problem: 3 }, GOOD]),
    messages: [GOOD],
  },
])("of the damaged value $kept what is a message goes out", async ({ kept: value, messages }) => {
  localStorage.setItem(key, value);
  expect(readUnsent(key)).toEqual(messages);
  const page = await openDrafts();
  await page.adopt();
  expect(page.waiting.map(({ content }) => content)).toEqual(messages.map(({ content }) => content));
  await page.send("next");
  expect(readUnsent(key).map(({ content }) => content)).toEqual([...messages.map(({ content }) => content), "next"]);
});
