import { expect, test } from "vitest";
import { joinNotices, parseTimelineKind, type TimelineEntry } from "./timeline";

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
