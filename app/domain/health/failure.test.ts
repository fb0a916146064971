import { expect, test } from "vitest";
import { describeFailure } from "./failure";

const failure = { requestId: "8f3a-HRE", place: "routes/admin/today", name: "TypeError", message: "" };

test.each([
  [
    "Cannot read properties of undefined (reading 'startsAt')",
    "Cannot read properties of undefined (reading 'startsAt')",
  ],
  ["UNIQUE constraint failed: users.email", "UNIQUE constraint failed: users.email"],
  ["Nobody has the email rudo.moyo+1@example.co.zw.", "Nobody has the email …"],
  ["No phone 077 123 4567 here", "No phone … here"],
  ["No phone +263771234567 here", "No phone … here"],
  ["Lost at 12 King George Road", "Lost at …"],
  ["GET https://pombi.test/answer?token=abc failed", "GET … failed"],
  ["No page at /admin-dashboard/people/x1", "No page at …"],
  ["booking 7hq2kd93mxa81bqz0p4wtyc5 is gone", "booking … is gone"],
  ['the name "Rudo Moyo" is taken', 'the name "…" is taken'],
  ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi", "token ….eyJzdWIi"],
  ["D1_ERROR: no such table: page_times", "D1_ERROR: no such table: page_times"],
])("%j is kept as %j", (message, kept) => expect(describeFailure({ ...failure, message }).message).toBe(kept));

test("every part is bounded", () => {
  const long = "failed ".repeat(2000);
  const kept = describeFailure({ requestId: "<b>".repeat(999), place: long, name: long, message: long });
  expect(JSON.stringify(kept).length).toBeLessThan(500);
  expect(kept.requestId).not.toContain("<");
});
