import { afterEach, expect, test, vi } from "vitest";
import { runAfterResponse, type Work } from "./after-response";

afterEach(() => vi.restoreAllMocks());

test("what fails is logged with the request's id, whether it rejects or throws, and keeps nothing else from running", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const done: string[] = [];
  await runAfterResponse(
    [
      () => Promise.reject(new Error("rejected")),
      () => {
        throw new Error("thrown");
      },
      async () => void done.push("the third"),
    ],
    "request-1",
  );
  expect(done).toEqual(["the third"]);
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  expect(lines).toEqual(
    ["rejected", "thrown"].map((message) => ({
      event: "work after the response failed",
      requestId: "request-1",
      error: expect.objectContaining({ message }),
    })),
  );
});

test("what is put off meanwhile runs too", async () => {
  const done: string[] = [];
  const putOff: Work[] = [async () => void putOff.push(async () => void done.push("what the first one put off"))];
  await runAfterResponse(putOff, "request-2");
  expect(done).toEqual(["what the first one put off"]);
});
