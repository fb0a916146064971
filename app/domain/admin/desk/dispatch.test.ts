import { expect, test } from "vitest";
import { DAY, HOUR, instantOf, MINUTE } from "../../time/harare";
import {
  type DeskKind,
  formatWait,
  isPastPromise,
  orderByHarm,
  orderDispatch,
  promiseOf,
  type ToldNotice,
} from "./dispatch";
import { describeTold } from "./dispatch.server";

const now = instantOf("2026-11-25", 12 * 60);
type Row = Parameters<typeof orderByHarm>[0][number];
const row = (more: Partial<Row>): Row => ({
  id: "a",
  kind: "unassigned",
  status: "pending",
  since: now - 9 * HOUR,
  startsAt: now + 24 * HOUR,
  ...more,
});

test("the most harmful comes first, each booking once: no-show, overdue dispute, no plumber, no answer", () => {
  const sorted = [
    row({ id: "late", kind: "late", status: "confirmed", startsAt: now - HOUR }),
    row({ id: "nobody comes", kind: "suspended", status: "confirmed", startsAt: now + HOUR }),
    row({ id: "overdue", kind: "promised", since: now - 99 * HOUR }),
    row({ id: "no plumber, soon", startsAt: now + 2 * HOUR, since: now }),
    row({ id: "no plumber" }),
    row({ id: "no answer", kind: "unanswered" }),
    row({ id: "no answer, later", kind: "unanswered", startsAt: now + 99 * HOUR, since: now - 99 * HOUR }),
    row({ id: "open", kind: "open", since: now - 200 * HOUR }),
  ];
  const late = row({ id: "late", kind: "promised", since: 1 });
  expect(orderByHarm([late, ...sorted.toReversed()], now).map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  const twice = [row({ kind: "late" }), row({ kind: "missed" }), row({ kind: "late" })];
  expect(orderByHarm(twice, now).map(({ kind }) => kind)).toEqual(["missed"]);
});

test("of missed visits and disputes those that are overdue by our promise come first", () => {
  const sorted = [
    row({ id: "overdue", kind: "promised", since: now - 7 * DAY }),
    row({ id: "missed today", kind: "missed", since: now - HOUR }),
    row({ id: "promised by today", kind: "promised", since: now - HOUR }),
  ];
  expect(orderByHarm(sorted.toReversed(), now).map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
});

test("dispatch goes by the day of the visit, within a day by the wait: today's request is never the last", () => {
  const sorted = [
    row({ id: "nobody comes", kind: "suspended", status: "confirmed", since: now }),
    row({ id: "within two hours", startsAt: now + 2 * HOUR, since: now }),
    row({ id: "today", startsAt: instantOf("2026-11-25", 23 * 60 + 59), since: now }),
    row({ id: "tomorrow", startsAt: instantOf("2026-11-26", 0), since: now - HOUR }),
    row({ id: "tomorrow, asked later", startsAt: instantOf("2026-11-26", 10 * 60), since: now }),
    row({ id: "later", startsAt: instantOf("2026-11-27", 10 * 60), since: now - 2 * HOUR }),
    row({ id: "that day, asked later", startsAt: instantOf("2026-11-27", 0), since: now }),
    row({ id: "much later", startsAt: now + 200 * HOUR, since: now - 99 * HOUR }),
  ];
  expect(orderDispatch(sorted.toReversed(), now).map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
});

test.each<{ kind: DeskKind; waited: number; isOver: boolean }>([
  { kind: "late", waited: HOUR, isOver: true },
  { kind: "promised", waited: 7 * DAY, isOver: true },
  { kind: "promised", waited: 4 * DAY, isOver: false },
  { kind: "missed", waited: 7 * DAY, isOver: true },
  { kind: "missed", waited: HOUR, isOver: false },
  { kind: "unassigned", waited: 9 * DAY, isOver: false },
  { kind: "suspended", waited: 9 * DAY, isOver: false },
  { kind: "unanswered", waited: 9 * DAY, isOver: false },
  { kind: "open", waited: 9 * DAY, isOver: false },
])("$kind after $waited ms is overdue by our own promise: $isOver", ({ kind, waited, isOver }) =>
  expect(isPastPromise({ kind, since: now - waited }, now)).toBe(isOver),
);

test.each([
  [-MINUTE, "0 min"],
  [0, "0 min"],
  [59 * MINUTE + 59_999, "59 min"],
  [60 * MINUTE, "1 h 0 min"],
  [134 * MINUTE, "2 h 14 min"],
  [640 * MINUTE, "10 h"],
  [24 * HOUR, "1 d 0 h"],
  [74.9 * HOUR, "3 d 2 h"],
])("a wait of %d ms reads %s", (waited, words) => expect(formatWait(waited)).toBe(words));

test.each([
  ["2026-11-29", "by Mon 30 Nov"],
  ["2026-11-30", "by today"],
  ["2026-12-01", "by Mon 30 Nov"],
])("on %s the promise of a dispute from Wednesday 25 November is: %s", (today, words) =>
  expect(promiseOf(instantOf("2026-11-25", 600), instantOf(today, 600))).toBe(words),
);

const nine = instantOf("2026-11-25", 9 * 60);
const notice = (channel: ToldNotice["channel"], minutes: number, more: Partial<ToldNotice> = {}): ToldNotice => {
  const at = nine + minutes * MINUTE;
  const times = { createdAt: at, nextAttemptAt: at, sentAt: at, deliveredAt: null, seenAt: null };
  return { channel, status: "sent", ...times, ...more };
};

const unsent = (channel: ToldNotice["channel"], minutes: number, status: ToldNotice["status"]) =>
  notice(channel, minutes, { status, sentAt: null });

test.each<{ what: string; notices: ToldNotice[]; words: string }>([
  { what: "nothing was sent", notices: [], words: "" },
  {
    what: "two channels, newest first",
    notices: [notice("push", 12, { deliveredAt: nine }), unsent("sms", 20, "failed")],
    words: "SMS failed 9:20 am; push delivered 9:12 am",
  },
  {
    what: "what was seen was delivered",
    notices: [notice("whatsapp", 0, { deliveredAt: nine, seenAt: now })],
    words: "WhatsApp seen 9:00 am",
  },
  {
    what: "of one channel the latest",
    notices: [notice("email", 0), unsent("email", 60, "failed")],
    words: "email failed 10:00 am",
  },
  {
    what: "one that was dropped only where its channel has no other",
    notices: [notice("email", 0), unsent("email", 60, "dropped"), unsent("push", 70, "dropped")],
    words: "push not sent 10:10 am; email sent 9:00 am",
  },
  {
    what: "one that waits says when it goes out",
    notices: [{ ...unsent("sms", 0, "queued"), nextAttemptAt: now + 5 * MINUTE }],
    words: "SMS goes out 12:05 pm",
  },
  { what: "one that is overdue goes out now", notices: [unsent("sms", 0, "queued")], words: "SMS goes out 12:00 pm" },
  {
    what: "yesterday's has its date",
    notices: [notice("push", 0, { sentAt: nine - DAY })],
    words: "push sent Tue 24 Nov at 9:00 am",
  },
])("the words for how someone was told: $what", ({ notices, words }) => expect(describeTold(notices, now)).toBe(words));
