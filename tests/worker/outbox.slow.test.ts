import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { contextAt } from "../support/context";
import { takeAll } from "../support/notices";

const context = contextAt();
const { db, now } = context;

test("10,000 due notices go out in the order of their age, nothing twice, over several runs of two senders", async () => {
  const many = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));
  await db.run(sql`insert into notices (id, kind, topic, cause_id, channel, recipient, words, next_attempt_at, created_at)
    select 'n' || value, 'test', 'changes', 'c' || value, 'webhook', 'r', '{}', ${now} - 10000 + value, ${now} from json_each(${many})`);
  const { sent, senders } = takeAll();
  let runs = 0;
  while (sent.length < 10_000 && runs < 30) {
    runs++;
    await Promise.all([1, 2].map(() => sendDueNotices(context, senders)));
  }
  console.info(`10,000 notices in ${runs} runs of two senders`);
  expect(sent).toHaveLength(10_000);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(10_000);
  // Two senders with 25 each in hand: nothing overtakes by more than that.
  const overtaken = Math.max(...sent.map(({ id }, place) => Math.abs(Number(id.slice(1)) - place)));
  expect(overtaken).toBeLessThan(100);
  expect(runs).toBeLessThanOrEqual(10);
}, 60_000);
