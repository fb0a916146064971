import { expect, test } from "vitest";
import { meterD1, type D1Call } from "./d1";

test("a notice counts as queued also when the answer of its batch is lost", async () => {
  const meter = meterD1();
  const lost = (...statements: string[]) =>
    expect(meter.step({ statements } as D1Call, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  await lost('update "notices" set "seen_at" = 1');
  expect(meter.hasQueuedNotice()).toBe(false);
  await lost('insert into "messages"', 'insert into "notices"');
  expect(meter.hasQueuedNotice()).toBe(true);
});
