import { expect, test } from "vitest";
import { addDays, dateAt, DAY, instantOf } from "../time/harare";
import { decidedBy, overdueBefore } from "./dispute";

test.each([
  ["2026-11-23", "2026-11-26"], // Monday to Thursday
  ["2026-11-25", "2026-11-30"], // Wednesday to Monday
  ["2026-11-27", "2026-12-02"], // Friday to Wednesday
  ["2026-11-28", "2026-12-02"], // Saturday to Wednesday
  ["2026-11-29", "2026-12-02"], // Sunday to Wednesday
])("a dispute that is opened on %s is decided by %s", (opened, decided) =>
  expect(decidedBy(instantOf(opened, 23 * 60))).toBe(decided),
);

test("overdue disputes were opened before one instant, on every day of a fortnight", () => {
  for (let today = "2026-11-23", left = 14; left > 0; left -= 1, today = addDays(today, 1)) {
    const since = overdueBefore(instantOf(today, 12 * 60));
    expect(dateAt(since) <= today).toBe(true);
    for (let opened = since - 6 * DAY; opened <= since + 6 * DAY; opened += DAY)
      expect(decidedBy(opened) < today, `${dateAt(opened)} on ${today}`).toBe(opened < since);
  }
});
