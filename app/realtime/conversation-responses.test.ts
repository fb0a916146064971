import { describe, expect, test } from "vitest";
import { readMessagePage, readSent, readUnreadCounts } from "./conversation-responses";

const message = { seq: 4, id: "a", senderId: "me", recipientId: "you", content: "Hello", createdAt: 1 };
const json = (value: unknown, status = 200) => Response.json(value, { status });
const portal = () => new Response("<html>Please buy data</html>", { headers: { "Content-Type": "text/html" } });

describe("what became of a message", () => {
  test("accepted", async () => {
    expect(await readSent(json({ message, previousSeq: 3 }))).toEqual({ message, previousSeq: 3 });
  });

  test.each<[what: string, answer: Response, problem: string | null, canRetry: boolean]>([
    ["too many", json({ problem: "Too many attempts." }, 429), "Too many attempts.", true],
    ["signed out", json({ problem: "You must be logged in." }, 401), "You must be logged in.", true],
    ["a site that fails", new Response("Unexpected Server Error", { status: 500 }), null, true],
    ["words that are none", json({ problem: "Please write a message." }, 400), "Please write a message.", false],
    [
      "nobody there",
      json({ problem: "There is nobody here you can write to." }, 404),
      "There is nobody here you can write to.",
      false,
    ],
    ["refused at the front door", new Response("That is too large.", { status: 413 }), null, false],
    ["a captive portal's page", portal(), null, true],
    ["an error that calls itself fine", json({ message: "Please write a message." }), null, true],
    ["a message without its time", json({ message: { ...message, createdAt: undefined }, previousSeq: 3 }), null, true],
    ["nothing", json(null), null, true],
  ])("%s: not sent", async (_, answer, problem, canRetry) => {
    expect(await readSent(answer)).toEqual({ problem, canRetry });
  });
});

test("a page of messages and unread counts are taken as they are, and anything else throws", async () => {
  expect(await readMessagePage(json({ messages: [message], hasOlder: false }))).toEqual({
    messages: [message],
    hasOlder: false,
  });
  expect(await readUnreadCounts(json({ unread: 1, unreadTotal: 2 }))).toEqual({ unread: 1, unreadTotal: 2 });
  for (const answer of [
    portal,
    () => json(null),
    () => json({ problem: "You must be logged in." }, 401),
    () => json({ messages: ["x"], hasOlder: true, unread: "1" }),
  ]) {
    await expect(readMessagePage(answer())).rejects.toThrow("The conversation answered");
    await expect(readUnreadCounts(answer())).rejects.toThrow("The conversation answered");
  }
});
