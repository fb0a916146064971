import { expect, test } from "vitest";
import type { Message } from "~/domain/messages/message";
import { addMessages, addNewest, hasGap, openLog, readableSeq, type MessageLog } from "./use-conversation";

const MESSAGE = { senderId: "other", recipientId: "me", content: "", createdAt: 0 };
const message = (seq: number): Message => ({ ...MESSAGE, seq, id: String(seq) });
const page = (seqs: number[], hasOlder = true) => ({ messages: seqs.map(message), hasOlder });
const push = (seq: number, previousSeq: number) => (log: MessageLog) => addMessages(log, [message(seq)], previousSeq);
const after = (seq: number, seqs: number[]) => (log: MessageLog) => addMessages(log, seqs.map(message), seq);
const loadedAgain =
  (seqs: number[], hasOlder = true) =>
  (log: MessageLog) =>
    addNewest(log, page(seqs, hasOlder));

test.each<[what: string, steps: ((log: MessageLog) => MessageLog)[], shown: number[], readTo: number, gap: boolean]>([
  ["nothing new", [], [3, 5], 5, false],
  ["a push that follows", [push(8, 5)], [3, 5, 8], 8, false],
  ["a push after one that got lost: shown, not read", [push(9, 8)], [3, 5, 9], 5, true],
  ["the lost one fetched", [push(9, 8), after(5, [8, 9])], [3, 5, 8, 9], 9, false],
  ["two pushes that overtook each other: fetched once more", [push(9, 8), push(8, 5)], [3, 5, 8, 9], 8, true],
  ["a push that comes twice", [push(8, 5), push(8, 5)], [3, 5, 8], 8, false],
  ["the page's own data again, overlapping", [loadedAgain([5, 8, 9])], [3, 5, 8, 9], 9, false],
  ["the page's own data again, beyond a gap", [loadedAgain([60, 61])], [3, 5, 60, 61], 5, true],
  ["the page's own data again, the whole conversation", [loadedAgain([1, 3, 5, 7], false)], [1, 3, 5, 7], 7, false],
  ["a gap of two pages, half fetched", [push(90, 80), after(5, [7, 8])], [3, 5, 7, 8, 90], 8, true],
  ["older ones", [after(Infinity, [1, 2])], [1, 2, 3, 5], 5, false],
])("%s", (_, steps, shown, readTo, gap) => {
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
