import { afterEach, expect, test, vi } from "vitest";
import { openPage, setBrowserValue } from "../../tests/support/browser-page";
import { ARRIVED } from "./kept";

// The script of a page that is shown without a line.

/** Wednesday 7 October 2026, 9:00 in Harare. */
const NOW = Date.UTC(2026, 9, 7, 7);
const KEY = "unsent me you";
const WAITS = "Not sent yet: it goes out when you're back online.";
const CHAT = `
  <div role="log"><ol><li>Hello <button>Not sent. Tap to retry</button></li><li><button>Older</button></li></ol></div>
  <form method="post" action="/messages" data-unsent="${KEY}">
    <textarea name="content"></textarea><button id="send">Send</button>
  </form>`;
const STEP = `
  <form method="post" action="/client-dashboard/profile"><input name="note">
    <button id="save" name="intent" value="save">Save</button><button id="plain">Go</button></form>`;

afterEach(() => vi.restoreAllMocks());

/** A page kept at 9:00 that is opened five minutes later. `fetch` fails until there is a line. */
async function openKept(body: string) {
  const page = await openPage("/client-dashboard/messages/you", body);
  document.documentElement.dataset["seenAt"] = String(NOW);
  vi.useFakeTimers({ now: NOW + 300_000, toFake: ["Date", "setInterval", "clearInterval"] });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
    },
  );
  const line = { isBack: false };
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url} ${init.cache ?? ""}`.trim());
    if (!line.isBack) throw new TypeError("no line");
    const message = { seq: 1, id: "1", senderId: "me", recipientId: "you", content: "", createdAt: 1 };
    return url.startsWith("/messages") ? Response.json({ message, previousSeq: 0 }) : new Response();
  });
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    sent.push([...new FormData(this)].map((entry) => entry.join("=")).join("&"));
  });
  const sent: string[] = [];
  const worker = new EventTarget();
  setBrowserValue(navigator, "serviceWorker", worker);
  await import("./kept-page");
  return {
    ...page,
    line,
    asked,
    sent,
    submit,
    words: () => page.find(".offline-line").textContent,
    type: (query: string, words: string) => void (page.find<HTMLTextAreaElement>(query).value = words),
    kept: () => JSON.parse(localStorage.getItem(KEY) ?? "[]") as { id: string; content: string }[],
    waiting: () => [...document.querySelectorAll("[role=log] p")].filter((p) => p.textContent === WAITS).length,
    pageArrives: () => worker.dispatchEvent(new MessageEvent("message", { data: ARRIVED })),
    lineIsBack() {
      line.isBack = true;
      dispatchEvent(new Event("online"));
    },
  };
}

test("a kept page says as of when it is, and its unsent messages wait without a button that does nothing", async () => {
  const { words, waiting } = await openKept(CHAT);
  expect(words()).toBe("Offline. As of 9:00 am.");
  expect(waiting()).toBe(1);
  expect([...document.querySelectorAll("[role=log] button")].map(({ textContent }) => textContent)).toEqual(["Older"]);
});

test("a message that is written without a line is shown as waiting, kept under an id, and leaves the box", async () => {
  const page = await openKept(CHAT);
  for (const content of ["On the bus", "In the lift"]) {
    page.type("textarea", `  ${content} `);
    expect(page.press("#send")).toBe(false);
    await vi.waitFor(() => expect(page.find<HTMLTextAreaElement>("textarea").value).toBe(""));
  }
  expect(page.kept().map(({ content }) => content)).toEqual(["On the bus", "In the lift"]);
  expect(new Set(page.kept().map(({ id }) => id)).size).toBe(2);
  expect(page.waiting()).toBe(3);
  expect(page.find("[role=log] ol").textContent).toContain(`On the bus${WAITS}In the lift${WAITS}`);
  expect(page.sent).toEqual([]);
});

test.each<{ what: string; body: string; field: string; button: string; typed: string }>([
  { what: "a message of nothing", body: CHAT, field: "textarea", button: "#send", typed: "   " },
  { what: "another form", body: STEP, field: "input", button: "#save", typed: "half typed" },
])("$what is not sent without a line, keeps what is typed, and says so", async ({ body, field, button, typed }) => {
  const page = await openKept(body);
  page.type(field, typed);
  expect(page.press(button)).toBe(false);
  await vi.waitFor(() =>
    expect(page.words()).toBe("You're offline. What you typed stays here: send it when you're back online."),
  );
  expect(page.find<HTMLInputElement>(field).value).toBe(typed);
  expect([page.kept(), page.sent]).toEqual([[], []]);
});

test("a message that a browser can't keep stays in its box, and is not said to wait", async () => {
  const page = await openKept(CHAT);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("No.", "QuotaExceededError");
  });
  page.type("textarea", "On the bus");
  expect(page.press("#send")).toBe(false);
  await vi.waitFor(() => expect(page.words()).toContain("What you typed stays here"));
  expect(page.find<HTMLTextAreaElement>("textarea").value).toBe("On the bus");
  expect(page.waiting()).toBe(1);
});

test.each<[button: string, sent: string]>([
  ["#save", "note=done&intent=save"],
  ["#plain", "note=done"],
])(
  "a form of a kept page is sent whole once the line is there, with the button that was pressed: %s",
  async (button, sent) => {
    const page = await openKept(STEP);
    page.line.isBack = true;
    page.type("input", "done");
    expect(page.press(button)).toBe(false);
    await vi.waitFor(() => expect(page.sent).toEqual([sent]));
  },
);

test("a kept page asks for the line every five seconds, and while there is none it stays", async () => {
  const page = await openKept(STEP);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.asked).toEqual(Array(2).fill("HEAD /favicon.svg no-store"));
  // The browser says "online" of a network without a line, too.
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(page.location.reload).not.toHaveBeenCalled();
});

test("a kept page sends what waits when the line is back, and only then loads itself again", async () => {
  const page = await openKept(CHAT);
  localStorage.setItem(KEY, '[{"id":"1","content":"On the bus"}]');
  const left: number[] = [];
  page.location.reload.mockImplementation(() => void left.push(page.kept().length));
  page.lineIsBack();
  await vi.waitFor(() => expect(left).toEqual([0]));
  expect(page.asked.at(-1)).toBe("POST /messages/you");
});

test("a kept page in which something is typed stays when the line is back, and offers to be loaded", async () => {
  const page = await openKept(CHAT);
  localStorage.setItem(KEY, '[{"id":"1","content":"On the bus"}]');
  page.type("textarea", "half typed");
  page.lineIsBack();
  await vi.waitFor(() => expect(page.words()).toBe("You're back online. You can send what you typed. Load the page"));
  expect(page.find(".offline-line a").getAttribute("href")).toBe("");
  expect([page.kept(), page.waiting(), page.location.reload.mock.calls]).toEqual([[], 0, []]);
});

test("a message that still waits says so when the line is back and the server has not taken it", async () => {
  const page = await openKept(CHAT);
  localStorage.setItem(KEY, '[{"id":"1","content":"On the bus"}]');
  page.type("textarea", "half typed");
  vi.stubGlobal(
    "fetch",
    async (url: string) => new Response(null, { status: url.startsWith("/messages") ? 503 : 200 }),
  );
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(page.words()).toContain("You're back online."));
  expect([page.kept().length, page.waiting()]).toEqual([1, 1]);
});

test("a kept page without a time of its own shows no line", async () => {
  await openPage("/client-dashboard", "");
  vi.useFakeTimers({ toFake: ["setInterval"] });
  setBrowserValue(navigator, "onLine", false);
  await import("./kept-page");
  expect(document.querySelector(".offline-line")).toBeNull();
});

test("a page that comes while its kept one is shown takes its place, unless something is typed there", async () => {
  for (const typed of ["", "Half a sent"]) {
    const { find, location, type, pageArrives } = await openKept("<main><textarea></textarea></main>");
    type("textarea", typed);
    pageArrives();
    expect([location.reload.mock.calls.length, find(".offline-line a")?.textContent]).toEqual(
      typed ? [0, "Load the page"] : [1, undefined],
    );
  }
});

test("a try whether the line is back is given up before the next one", async () => {
  const { asked, location } = await openKept("");
  const given: (AbortSignal | null | undefined)[] = [];
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    given.push(init.signal);
    return new Promise((_resolve, reject) =>
      init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  });
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(4999);
  expect(given.map((signal) => signal?.aborted)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([given[0]?.aborted, asked, location.reload.mock.calls.length]).toEqual([true, [], 0]);
});
