import { expect, test } from "vitest";
import { describeChanges, type Change } from "./audit-log";

test.each<{ words: string; before: Change | null; after: Change | null }>([
  { words: "", before: null, after: null },
  { words: "suspended: no → yes", before: { suspended: false }, after: { suspended: true } },
  {
    words: "status: pending → confirmed",
    before: { status: "pending", fee: 1 },
    after: { status: "confirmed", fee: 1 },
  },
  { words: "amount: $45, refunded: $5.50", before: null, after: { amount: 45_00, refunded: 5_50 } },
  { words: "percent: 10% → 12%", before: { percent: 10 }, after: { percent: 12 } },
  {
    words: "start: Thu 26 Nov, 10:00 am → 11:00 am",
    before: { start: "Thu 26 Nov, 10:00 am" },
    after: { start: "Thu 26 Nov, 11:00 am" },
  },
  {
    words: "start: Thu 26 Nov, 9:00 am → Fri 27 Nov, 9:00 am",
    before: { start: "Thu 26 Nov, 9:00 am" },
    after: { start: "Fri 27 Nov, 9:00 am" },
  },
  { words: "plumber: A, status: open", before: { plumber: "A" }, after: { status: "open" } },
  { words: "came back: yes", before: null, after: { cameBack: true } },
  { words: "outcome: took place", before: null, after: { outcome: "took-place" } },
  { words: "title: – → re-do a tap", before: { title: null }, after: { title: "re-do a tap" } },
  { words: "title: – → follow-up", before: { title: null }, after: { title: "follow-up" } },
  { words: "plumber: –", before: null, after: { plumber: null } },
])("an entry says “$words” of $before and $after", ({ words, before, after }) =>
  expect(describeChanges({ before, after })).toBe(words),
);
