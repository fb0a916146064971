import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/random";
import { parseKeyCursor } from "../values/key-cursor";
import { joinNotices, mergeLatest, parseTimelineKind, type TimelineEntry } from "./timeline";

interface Row {
  id: string;
  at: number;
}

const random = seededRandom(7);
/** Rows of many sources, with many equal times. */
const sources = (count: number, rows: number): Row[][] =>
  Array.from({ length: count }, (_, source) =>
    Array.from({ length: random(rows) }, (_, at) => ({
      id: `s${source}-${String(at).padStart(4, "0")}`,
      at: random(20),
    })),
  );
const latestFirst = (rows: Row[]) => rows.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));

test("pages of a merged list hold every row once, in order, whatever the sources", () => {
  for (const [count, rows, limit] of [
    [1, 10, 3],
    [5, 40, 7],
    [8, 100, 30],
    [3, 1, 5],
  ] as const) {
    const all = sources(count, rows);
    const seen: Row[] = [];
    let cursor: string | null = null;
    do {
      const after = parseKeyCursor(cursor);
      const lists = all.map((list) =>
        latestFirst(list)
          .filter(({ at, id }) => !after || at < after.at || (at === after.at && id < after.id))
          .slice(0, limit + 1),
      );
      const { shown, next }: { shown: Row[]; next: string | null } = mergeLatest(lists, limit);
      expect(shown.length).toBeLessThanOrEqual(limit);
      seen.push(...shown);
      cursor = next;
    } while (cursor);
    expect(seen).toEqual(latestFirst(all.flat()));
  }
});

test("an empty file has no next page, and a page that is just full none either", () => {
  expect(mergeLatest([], 3)).toEqual({ shown: [], next: null });
  expect(mergeLatest([[{ id: "a", at: 2 }], [{ id: "b", at: 1 }]], 2).next).toBeNull();
  expect(mergeLatest([[{ id: "a", at: 2 }], [{ id: "b", at: 1 }]], 1).next).toBe("2.a");
});

test("an unknown kind shows all", () => {
  expect([parseTimelineKind("note"), parseTimelineKind("secrets"), parseTimelineKind(null)]).toEqual([
    "note",
    null,
    null,
  ]);
});

test("a notice that went out on two channels is one entry", () => {
  const entry = (id: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
    ...{ id, kind: "notice", at: 1, words: "New request", detail: "Email, sent", to: "/b", ...more },
  });
  const entries = [
    entry("a"),
    entry("b", { detail: "Push, failed", isFailed: true }),
    entry("c", { words: "Reminder" }),
    entry("d", { at: 0 }),
    entry("e", { at: 0, kind: "log" }),
  ];
  expect(joinNotices(entries)).toEqual([
    { ...entries[0], detail: "Email, sent; Push, failed", isFailed: true },
    ...entries.slice(2),
  ]);
});
