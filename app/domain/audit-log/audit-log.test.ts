import { expect, test } from "vitest";
import { describeChanges, type Change } from "./audit-log";

test.each<[string, Change | null, Change | null]>([
  ["", null, null],
  ["suspended: no → suspended: yes", { suspended: false }, { suspended: true }],
  ["status: pending → status: confirmed", { status: "pending", fee: 1 }, { status: "confirmed", fee: 1 }],
  ["amount: $45, refunded: $5.50", null, { amount: 45_00, refunded: 5_50 }],
  ["percent: 10% → percent: 12%", { percent: 10 }, { percent: 12 }],
  ["plumber: –", null, { plumber: null }],
])("an entry says “%s” of %o and %o", (words, before, after) => expect(describeChanges({ before, after })).toBe(words));
