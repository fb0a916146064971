import { expect, test } from "vitest";
import { readMessagePage, readSent, readUnreadCounts } from "./conversation-responses";

const message = { seq: 4, id: "a", senderId: "me", recipientId: "you", content: "Hello", createdAt: 1 };
const json = (value: unknown, status = 200) => Response.json(value, { status });
const portal = () => new Response("<html>Please buy data</html>", { headers: { "Content-Type": "text/html" } });

test("a message that was accepted is read with the one before it", async () => {
  expect(await readSent(json({ message, previousSeq: 3 }))).toEqual({ message, previousSeq: 3 });
});

test.each<[what: string, response: Response, problem: string | null, canRetry: boolean]>([
  ["too many", json({ problem: "Too many attempts." }, 429), "Too many attempts.", true],
  ["signed out", json({ problem: "You must be logged in." }, 401), "You must be logged in.", true],
  ["a slow line", new Response(null, { status: 408 }), null, true],
  ["a failing server", new Response("Unexpected Server Error", { status: 500 }), null, true],
  ["an empty message", json({ problem: "Please write a message." }, 400), "Please write a message.", false],
  [
    "no such contact",
    json({ problem: "There is nobody here you can write to." }, 404),
    "There is nobody here you can write to.",
    false,
  ],
  ["refused at the front door", new Response("This is too large.", { status: 413 }), null, false],
  ["a captive portal's page", portal(), null, true],
  ["an error with status 200", json({ message: "Please write a message." }), null, true],
  ["a message without its time", json({ message: { ...message, createdAt: undefined }, previousSeq: 3 }), null, true],
  ["null", json(null), null, true],
])("the response %s says that the message was not sent", async (_, response, problem, canRetry) => {
  expect(await readSent(response)).toEqual({ problem, canRetry });
});

test("a message from the page of someone who is no longer signed in names both, and may go out later", async () => {
  const response = json({ problem: "Someone else is signed in.", signedInAs: "Tendai Own" }, 401);
  const problem =
    "This is Rudo Own's conversation, and Tendai Own is signed in here by now: nothing was sent. The words are kept here for Rudo Own.";
  expect(await readSent(response, "Rudo Own")).toEqual({ problem, canRetry: true });
});

test("a page of messages and unread counts are read; anything else throws", async () => {
  expect(await readMessagePage(json({ messages: [message], hasOlder: false }))).toEqual({
    messages: [message],
    hasOlder: false,
  });
  expect(await readUnreadCounts(json({ unread: 1, unreadTotal: 2 }))).toEqual({ unread: 1, unreadTotal: 2 });
  for (const response of [
    portal,
    () => json(null),
    () => json({ problem: "You must be logged in." }, 401),
    () => json({ messages: ["x"], hasOlder: true, unread: "1" }),
  ]) {
    await expect(readMessagePage(response())).rejects.toThrow("The conversation responded");
    await expect(readUnreadCounts(response())).rejects.toThrow("The conversation responded");
  }
});
