import { expect, test, vi } from "vitest";
import { runAfterResponse, type Work } from "./after-response";

test("failed work is reported, whether it rejects or throws, and keeps no other work from running", async () => {
  const report = vi.fn();
  const done: string[] = [];
  await runAfterResponse(
    [
      () => Promise.reject(new Error("rejected")),
      () => {
        throw new Error("thrown");
      },
      async () => void done.push("the third"),
    ],
    report,
  );
  expect(done).toEqual(["the third"]);
  expect(report.mock.calls).toEqual(
    ["rejected", "thrown"].map((message) => ["work after the response failed", new Error(message)]),
  );
});

test("work that is put off meanwhile runs too", async () => {
  const done: string[] = [];
  const putOff: Work[] = [async () => void putOff.push(async () => void done.push("what the first one put off"))];
  await runAfterResponse(putOff, vi.fn());
  expect(done).toEqual(["what the first one put off"]);
});
