import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Channel } from "~/db/notice-channels";
import type { Sender } from "~/domain/notices/notice";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { contextAt } from "../support/context";

const { db, now } = contextAt();

test("10,000 due notices go out in the order of their age, nothing twice, over several runs of two senders", async () => {
  const channel: Channel = "webhook";
  const many = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));
  await db.run(sql`insert into notices (id, kind, topic, cause_id, channel, recipient, words, next_attempt_at, created_at)
    select 'n' || value, 'test', 'changes', 'c' || value, ${channel}, 'r', '{}', ${now} - 10000 + value, ${now} from json_each(${many})`);
  const sent: number[] = [];
  const webhook: Sender = {
    send: async ({ id }) => (sent.push(Number(id.slice(1))), { providerId: null }),
  };
  let runs = 0;
  while (sent.length < 10_000 && runs < 30) {
    runs++;
    await Promise.all(
      [1, 2].map(() => sendDueNotices(db, { webhook }, { now, origin: contextAt().origin, keepWords: false })),
    );
  }
  console.info(`10,000 notices in ${runs} runs of two senders`);
  expect(sent).toHaveLength(10_000);
  expect(new Set(sent).size).toBe(10_000);
  // Two senders with 25 each in hand: nothing overtakes by more than that.
  const overtaken = Math.max(...sent.map((id, place) => Math.abs(id - place)));
  expect(overtaken).toBeLessThan(100);
  expect(runs).toBeLessThanOrEqual(10);
}, 60_000);
