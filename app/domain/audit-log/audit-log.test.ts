import { expect, test } from "vitest";
import { describeChanges, type Change } from "./audit-log";

test.each<[string, Change | null, Change | null]>([
  ["", null, null],
  ["suspended: no → yes", { suspended: false }, { suspended: true }],
  ["status: pending → confirmed", { status: "pending", fee: 1 }, { status: "confirmed", fee: 1 }],
  ["amount: $45, refunded: $5.50", null, { amount: 45_00, refunded: 5_50 }],
  ["percent: 10% → 12%", { percent: 10 }, { percent: 12 }],
  ["start: Thu 26 Nov, 10:00 am → 11:00 am", { start: "Thu 26 Nov, 10:00 am" }, { start: "Thu 26 Nov, 11:00 am" }],
  [
    "start: Thu 26 Nov, 9:00 am → Fri 27 Nov, 9:00 am",
    { start: "Thu 26 Nov, 9:00 am" },
    { start: "Fri 27 Nov, 9:00 am" },
  ],
  ["plumber: A, status: open", { plumber: "A" }, { status: "open" }],
  ["came back: yes", null, { cameBack: true }],
  ["outcome: took place", null, { outcome: "took-place" }],
  ["title: – → re-do a tap", { title: null }, { title: "re-do a tap" }],
  ["title: – → follow-up", { title: null }, { title: "follow-up" }],
  ["plumber: –", null, { plumber: null }],
])("an entry says “%s” of %o and %o", (words, before, after) => expect(describeChanges({ before, after })).toBe(words));
