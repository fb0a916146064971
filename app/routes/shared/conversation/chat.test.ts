// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createElement, type ComponentProps } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { setBrowserValue } from "../../../../tests/support/browser-page";
import { choose, fakeCanvas, photoOf } from "../../../../tests/support/fake-canvas";
import { fakeCaches, FileResponse } from "../../../../tests/support/fake-caches";
import { fakeSockets } from "../../../../tests/support/fake-socket";

vi.mock("@remix-run/react", () => import("../../../../tests/support/fake-router"));
vi.resetModules();
afterAll(() => vi.resetModules());
const { readTyped, unsentKey, WAITS_FOR_LINE } = await import("~/realtime/conversation/unsent");
const { Chat } = await import("./chat");

const KEY = unsentKey("me", "other");
const CONTACT = {
  id: "other",
  firstName: "Tendai",
  lastName: "Moyo",
  role: "plumber",
  photoKey: null,
  unread: 0,
} as const;
const CHAT = {
  selfId: "me",
  contact: CONTACT,
  messages: [],
  hasOlder: false,
  isOlderPage: false,
  draftId: "draft",
  job: null,
  openings: [],
  call: null,
  whatsApp: null,
} as ComponentProps<typeof Chat>["chat"];

/** A conversation whose server gives these answers in turn, and then none. */
function openChat(...answers: Response[]) {
  fakeSockets();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const posted: Record<string, FormDataEntryValue>[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: FormData | URLSearchParams }) => {
    posted.push(Object.fromEntries(body));
    const answer = answers.shift();
    if (!answer) throw new TypeError("no line");
    return answer;
  });
  const props = { chat: CHAT, problem: null, kept: undefined, children: null };
  const page = render(createElement(Chat, props));
  const box = page.container.querySelector("textarea")!;
  const form = box.form!;
  // jsdom has neither.
  form.requestSubmit = () => void fireEvent.submit(form);
  page.getByRole("log").parentElement!.scrollTo = () => undefined;
  return {
    ...page,
    box,
    form,
    posted,
    type: (value: string) => fireEvent.input(box, { target: { value } }),
    send: () => act(async () => void fireEvent.submit(form)),
    press: (init: object) => act(async () => void fireEvent.keyDown(box, init)),
    log: () => page.getByRole("log").textContent,
  };
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  setBrowserValue(navigator, "onLine", true);
  vi.unstubAllGlobals();
});

test("half typed words come back with the conversation, and are gone once they are sent", async () => {
  openChat().type("Half a sent");
  cleanup();
  const { box, send, form } = openChat();
  expect([box.value, form.dataset["unsent"]]).toEqual(["Half a sent", KEY]);
  await send();
  expect([box.value, readTyped(KEY)]).toEqual(["", ""]);
});

test.each<{ keys: string; init: object; isPhone: boolean; isSent: boolean }>([
  { keys: "Enter", init: { key: "Enter" }, isPhone: false, isSent: true },
  { keys: "Shift and Enter", init: { key: "Enter", shiftKey: true }, isPhone: false, isSent: false },
  {
    keys: "Enter while a word is put together",
    init: { key: "Enter", isComposing: true },
    isPhone: false,
    isSent: false,
  },
  { keys: "Enter on a phone", init: { key: "Enter" }, isPhone: true, isSent: false },
  { keys: "another key", init: { key: "a" }, isPhone: false, isSent: false },
])("the keys $keys ($init, phone: $isPhone) send a message: $isSent", async ({ init, isPhone, isSent }) => {
  const { type, press, posted } = openChat();
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: isPhone && query === "(pointer: coarse)" }));
  type(" Hello ");
  await press(init);
  expect(posted.map(({ content }) => content)).toEqual(isSent ? ["Hello"] : []);
});

test("a photo of a message is shrunk before it is sent, and nothing is sent without words or a photo", async () => {
  const { type, send, posted, container, findByText } = openChat();
  fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
  type("   ");
  await send();
  expect(posted).toEqual([]);
  choose(container.querySelector("input[type=file]")!, photoOf(400_000));
  await findByText("Remove");
  await send();
  expect(posted).toMatchObject([{ photo: { size: 50_000 } }]);
});

test("a message with a photo comes back after the tab has ended, and keeps its photo when it is edited", async () => {
  vi.stubGlobal("Response", FileResponse);
  vi.stubGlobal(
    "caches",
    fakeCaches(location.origin, async () => new Response("")),
  );
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
  const first = openChat();
  choose(first.container.querySelector("input[type=file]")!, photoOf(40_000));
  await first.findByText("Remove");
  first.type("See this");
  await first.send();
  await first.findByText("Not sent. Tap to retry");
  cleanup();
  const { posted, findByText, findByAltText } = openChat();
  await findByText("Not sent. Tap to retry");
  expect((await findByAltText("Photo")).getAttribute("src")).toBe("blob:1");
  expect(posted).toEqual([first.posted[0]]);
  expect(posted).toMatchObject([{ content: "See this", photo: { size: 40_000 } }]);
  cleanup();
  const refused = openChat(Response.json({ problem: "Too long." }, { status: 400 }));
  fireEvent.click(await refused.findByText("Edit"));
  await refused.findByAltText("The photo that goes with your message");
  expect(refused.box.value).toBe("See this");
});

test("a refused message says why, and goes back above the words that were typed meanwhile", async () => {
  const { type, send, log, box, getByText } = openChat(Response.json({ problem: "Too long." }, { status: 400 }));
  type("Refused");
  await send();
  expect(log()).toContain("RefusedNot sent. Too long.");
  type("Next");
  fireEvent.click(getByText("Edit"));
  expect([box.value, readTyped(KEY), log()]).toEqual([
    "Refused\nNext",
    "Refused\nNext",
    expect.not.stringContaining("Refused"),
  ]);
});

test.each([
  [true, "Not sent. Tap to retry"],
  [false, WAITS_FOR_LINE],
])("a message that gets no answer while the browser is online (%s) says %s", async (isOnline, words) => {
  const { type, send, log } = openChat();
  setBrowserValue(navigator, "onLine", isOnline);
  type("On the bus");
  await send();
  expect(log()).toContain(`On the bus${words.startsWith("Not sent. Tap") ? ` ${words}` : words}`);
});
