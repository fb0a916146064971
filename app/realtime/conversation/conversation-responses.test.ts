import { expect, test } from "vitest";
import { readMessagePage, readSent, readUnreadCounts } from "./conversation-responses";

const message = { seq: 4, id: "a", senderId: "me", recipientId: "you", content: "Hello", createdAt: 1 };
const json = (value: unknown, status = 200) => Response.json(value, { status });
const portal = () => new Response("<html>Please buy data</html>", { headers: { "Content-Type": "text/html" } });

test("a message that was accepted is read with the one before it", async () => {
  expect(await readSent(json({ message, previousSeq: 3 }))).toEqual({ message, previousSeq: 3 });
});

test.each<{ what: string; status?: number; problem?: string | null; response?: Response; canRetry?: boolean }>([
  { what: "too many", status: 429, problem: "Too many attempts." },
  { what: "signed out", status: 401, problem: "You must be logged in." },
  { what: "a slow line", response: new Response(null, { status: 408 }) },
  { what: "a failing server", response: new Response("Unexpected Server Error", { status: 500 }) },
  { what: "an empty message", status: 400, problem: "Message is required.", canRetry: false },
  { what: "no such contact", status: 404, problem: "There is nobody here you can write to.", canRetry: false },
  { what: "refused at the front door", response: new Response("This is too large.", { status: 413 }), canRetry: false },
  { what: "a captive portal's page", response: portal() },
  { what: "an error with status 200", response: json({ message: "Message is required." }) },
  {
    what: "a message without its time",
    response: json({ message: { ...message, createdAt: undefined }, previousSeq: 3 }),
  },
  { what: "null", response: json(null) },
])(
  "the response $what says that the message was not sent",
  async ({ status, problem = null, response = json({ problem }, status), canRetry = true }) => {
    expect(await readSent(response)).toEqual({ problem, canRetry });
  },
);

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
