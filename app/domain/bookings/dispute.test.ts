import { expect, test } from "vitest";
import { instantOf } from "../time/harare";
import { decidedBy } from "./dispute";

test.each([
  ["2026-11-23", "2026-11-26"], // Monday to Thursday
  ["2026-11-25", "2026-11-30"], // Wednesday to Monday
  ["2026-11-27", "2026-12-02"], // Friday to Wednesday
  ["2026-11-28", "2026-12-02"], // Saturday to Wednesday
  ["2026-11-29", "2026-12-02"], // Sunday to Wednesday
])("what is opened on %s is decided by %s", (opened, decided) =>
  expect(decidedBy(instantOf(opened, 23 * 60))).toBe(decided),
);
