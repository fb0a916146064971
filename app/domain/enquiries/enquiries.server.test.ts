import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, enquiries } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import type { DomainEvent } from "../domain-context.server";
import { LIMITS } from "../rate-limits/limits";
import { newId } from "../values/id";
import { sendEnquiry } from "./enquiries.server";

const events: DomainEvent[] = [];
const context = contextAt(undefined, { emit: (one) => void events.push(one) });
const { db } = context;
const words = { name: "Chipo", phone: null, subject: "A tap", message: "It drips.", website: undefined };
const write = (email: string, website?: string) =>
  sendEnquiry(context, "contact", { ...words, website, email }, `address of ${email}`);
const stored = (email: string) => db.select({ id: enquiries.id }).from(enquiries).where(eq(enquiries.email, email));

test("an enquiry is stored and told to the office, up to the sender's limit, also when all come at once", async () => {
  const email = `${newId()}@example.test`;
  const { max } = LIMITS.contactPerSender;
  const results = await Promise.all(Array.from({ length: max + 2 }, () => write(email)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(max);
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "tooMany", retryAfterSeconds: 3600 });
  expect(await stored(email)).toHaveLength(max);
  expect(
    await db
      .select()
      .from(notices)
      .where(sql`kind = 'enquiry' and instr(facts, ${email})`),
  ).toHaveLength(max);
});

test("one with a filled honeypot gets the same result, is dropped, and counts", async () => {
  const email = `${newId()}@example.test`;
  const told = events.length;
  for (let turn = 0; turn < LIMITS.contactPerSender.max; turn++)
    expect(await write(email, "https://spam.example")).toEqual({ ok: true });
  expect(await write(email)).toMatchObject({ reason: "tooMany" });
  expect([await stored(email), events.length]).toEqual([[], told]);
});
