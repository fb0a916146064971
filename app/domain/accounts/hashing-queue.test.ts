import { beforeEach, expect, test } from "vitest";
import { openHashingQueue, type HashingQueue } from "./hashing-queue";

let queue: HashingQueue;
let now: number;
let waits: number[];

beforeEach(() => {
  now = 0;
  waits = [];
  queue = openHashingQueue({
    now: () => now,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
});

const ask = async (who: Parameters<HashingQueue["takeTurn"]>[0], times: number) => {
  const results = await Promise.all(Array.from({ length: times }, () => queue.takeTurn(who)));
  return results.filter((result) => result === null).length;
};
const BUSY = { ok: false, reason: "tooMany", isBusy: true, retryAfterSeconds: 5 };

test("whoever is alone starts at once, and the next ones one after the other", async () => {
  await ask({ address: "a" }, 4);
  expect(waits).toEqual([400, 800, 1200]);
  now = 5000;
  await ask({ address: "a" }, 1);
  expect(waits).toHaveLength(3);
});

test("two hashes take two turns", async () => {
  await queue.takeTurn({ known: "session" }, 2);
  await queue.takeTurn({ address: "a" });
  expect(waits).toEqual([800]);
});

test("one address has 12 places, strangers have 16 in all, and the rest is for those who are known", async () => {
  expect(await ask({ address: "a" }, 60)).toBe(1 + 12);
  expect(await queue.takeTurn({ address: "a" })).toEqual(BUSY);
  expect(queue.refusal({ address: "a" })).toEqual(BUSY);
  expect(await ask({ address: "b" }, 60)).toBe(4);
  expect(await queue.takeTurn({ address: "c" })).toEqual(BUSY);
  expect(await ask({ known: "one device" }, 60)).toBe(2);
  const others = await Promise.all(Array.from({ length: 60 }, (_, turn) => ask({ known: `device ${turn}` }, 1)));
  expect(others.filter(Boolean)).toHaveLength(6);
  expect(Math.max(...waits)).toBe(24 * 400);
});

test("a place is free again when its turn has come, whatever has become of the request", async () => {
  expect(await ask({ address: "a" }, 60)).toBe(13);
  now = 400;
  expect(await ask({ address: "a" }, 60)).toBe(1);
  now = 100_000;
  expect(await ask({ address: "a" }, 60)).toBe(13);
});
