import { expect, test } from "vitest";
import { DAY, instantOf, MINUTE } from "../time/harare";
import type { ToldNotice } from "./dispatch-list";
import { describeTold, isUnreached } from "./told";

const now = instantOf("2026-11-25", 12 * 60);
const nine = instantOf("2026-11-25", 9 * 60);
const notice = (channel: ToldNotice["channel"], minutes: number, more: Partial<ToldNotice> = {}): ToldNotice => ({
  channel,
  status: "sent",
  createdAt: nine + minutes * MINUTE,
  nextAttemptAt: nine + minutes * MINUTE,
  sentAt: nine + minutes * MINUTE,
  deliveredAt: null,
  seenAt: null,
  ...more,
});

test.each<[string, ToldNotice[], string]>([
  ["nothing was sent", [], ""],
  [
    "two channels, newest first",
    [notice("push", 12, { deliveredAt: nine }), notice("sms", 20, { status: "failed", sentAt: null })],
    "SMS failed 9:20 am; push delivered 9:12 am",
  ],
  ["what was seen was delivered", [notice("whatsapp", 0, { deliveredAt: nine, seenAt: now })], "WhatsApp seen 9:00 am"],
  [
    "of one channel the latest",
    [notice("email", 0), notice("email", 60, { status: "failed", sentAt: null })],
    "email failed 10:00 am",
  ],
  [
    "one that was dropped only where its channel has no other",
    [
      notice("email", 0),
      notice("email", 60, { status: "dropped", sentAt: null }),
      notice("push", 70, { status: "dropped", sentAt: null }),
    ],
    "push not sent 10:10 am; email sent 9:00 am",
  ],
  [
    "one that waits says when it goes out",
    [notice("sms", 0, { status: "queued", sentAt: null, nextAttemptAt: now + 5 * MINUTE })],
    "SMS goes out 12:05 pm",
  ],
  ["one that is overdue goes out now", [notice("sms", 0, { status: "queued", sentAt: null })], "SMS goes out 12:00 pm"],
  ["yesterday's has its date", [notice("push", 0, { sentAt: nine - DAY })], "push sent Tue 24 Nov at 9:00 am"],
])("how someone was told: %s", (_, notices, words) => expect(describeTold(notices, now)).toBe(words));

test.each<[boolean, ToldNotice[]]>([
  [true, []],
  [true, [notice("sms", 0, { status: "failed" }), notice("push", 0, { status: "dropped" })]],
  [false, [notice("sms", 0, { status: "failed" }), notice("push", 0)]],
  [false, [notice("sms", 0, { status: "queued" })]],
])("that nothing reached them is %s of %o", (isUnreachedNow, notices) =>
  expect(isUnreached(notices)).toBe(isUnreachedNow),
);
