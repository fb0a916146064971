import { describe, expect, test } from "vitest";
import { HOUR, instantOf, MINUTE } from "../time/harare";
import { formatWait, urgencyOf, waitingSince, type DispatchRow } from "./dispatch-list";

const now = instantOf("2026-11-25", 12 * 60);
type Row = Pick<DispatchRow, "id" | "kind" | "status" | "createdAt" | "askedAt" | "suspendedAt" | "startsAt">;
const row = (more: Partial<Row>): Row => ({
  id: "a",
  kind: "unassigned",
  status: "pending",
  createdAt: now - 9 * HOUR,
  askedAt: null,
  suspendedAt: null,
  startsAt: now + 24 * HOUR,
  ...more,
});

describe("someone waits", () => {
  test.each<[string, Partial<Row>, number]>([
    ["for a plumber since the request", { createdAt: now - HOUR, askedAt: now }, now - HOUR],
    ["for an answer since the plumber was asked", { kind: "unanswered", askedAt: now - 2 * HOUR }, now - 2 * HOUR],
    ["since the request where it isn't known when they were asked", { kind: "unanswered" }, now - 9 * HOUR],
    [
      "for an answer that a suspended plumber can't give since they were asked",
      { kind: "stranded", askedAt: now - 2 * HOUR, suspendedAt: now - HOUR },
      now - 2 * HOUR,
    ],
    [
      "for another plumber of a confirmed job since the suspension",
      { kind: "stranded", status: "confirmed", askedAt: now - 8 * HOUR, suspendedAt: now - HOUR },
      now - HOUR,
    ],
  ])("%s", (_, more, since) => expect(waitingSince(row(more))).toBe(since));
});

describe("a wait", () => {
  test.each<[Partial<Row>, ReturnType<typeof urgencyOf>]>([
    [{ createdAt: now - 14 * MINUTE }, "short"],
    [{ createdAt: now - 15 * MINUTE }, "long"],
    [{ createdAt: now - 60 * MINUTE }, "tooLong"],
    [{ kind: "unanswered", askedAt: now - 59 * MINUTE }, "short"],
    [{ kind: "unanswered", askedAt: now - 2 * HOUR }, "long"],
    [{ kind: "unanswered", askedAt: now - 4 * HOUR }, "tooLong"],
    [{ kind: "stranded", status: "confirmed", suspendedAt: now }, "long"],
    [{ kind: "stranded", status: "confirmed", suspendedAt: now - HOUR }, "tooLong"],
    [{ createdAt: now, startsAt: now + 4 * HOUR }, "long"],
    [{ createdAt: now, startsAt: now + 2 * HOUR }, "tooLong"],
  ])("of %o is %s", (more, urgency) => {
    const one = row(more);
    expect(urgencyOf({ ...one, since: waitingSince(one) }, now)).toBe(urgency);
  });

  test.each([
    [-MINUTE, "0 min"],
    [0, "0 min"],
    [59 * MINUTE + 59_999, "59 min"],
    [60 * MINUTE, "1 h 0 min"],
    [134 * MINUTE, "2 h 14 min"],
    [24 * HOUR, "1 d 0 h"],
    [74.9 * HOUR, "3 d 2 h"],
  ])("of %d ms reads %s", (waited, words) => expect(formatWait(waited)).toBe(words));
});
