import { describe, expect, test } from "vitest";
import { rateLimitCounters } from "~/db/schema";
import { exceeded, hit } from "~/domain/rate-limits/counter.server";
import { LIMITS, PENDING_BOOKINGS_PER_CLIENT, type LimitName } from "~/domain/rate-limits/limits";
import { addressKey } from "~/http/client-address";
import type { AuthenticatedUser } from "~/domain/values/user";
import { requestFields } from "../support/request-form";
import { contextAt } from "../support/context";
import { createUser, signedIn } from "../support/users";
import { visit } from "../support/site";
import { seedTown } from "../support/town";
import { env } from "../support/env";

const context = contextAt();
const { db, now } = context;
const MINUTE = 60_000;
/** Counts one attempt at an instant, as a verb does. */
const tryOnce = async (limit: LimitName, subject: string, at: number) => {
  const then = { ...context, now: at };
  return exceeded(then, await hit(then, [limit, subject]));
};

test("the table holds the numbers of L1", () => {
  expect(LIMITS).toEqual({
    signInPerUser: { max: 10, minutes: 15 },
    signInPerEmail: { max: 14, minutes: 14 },
    signInPerAddress: { max: 120, minutes: 1 },
    signInPerNetwork: { max: 4, minutes: 1440 },
    signInPerDevice: { max: 10, minutes: 15 },
    verificationPerLink: { max: 10, minutes: 15 },
    currentPasswordPerSession: { max: 10, minutes: 15 },
    secondFactorPerUser: { max: 10, minutes: 15 },
    secondFactorPerUserInADay: { max: 50, minutes: 1440 },
    passkeyChallengePerAddress: { max: 200, minutes: 60 },
    registrationPerEmail: { max: 3, minutes: 60 },
    registrationPerAddress: { max: 50, minutes: 60 },
    accountEmailPerRecipient: { max: 3, minutes: 60 },
    accountEmailPerAddress: { max: 50, minutes: 60 },
    answerPerAddress: { max: 50, minutes: 60 },
    phoneCodePerUser: { max: 10, minutes: 60 },
    phoneCodePerPhone: { max: 3, minutes: 60 },
    phoneCodePerAddress: { max: 50, minutes: 60 },
    enquiryPerPhone: { max: 30, minutes: 60 },
    bookingPerClient: { max: 10, minutes: 60 },
    togglePerUserAndBooking: { max: 30, minutes: 60 },
    onlinePaymentPerClient: { max: 20, minutes: 60 },
    checkPerOnlinePayment: { max: 60, minutes: 60 },
    contactPerSender: { max: 5, minutes: 60 },
    contactPerAddress: { max: 50, minutes: 60 },
    profilePerUser: { max: 30, minutes: 60 },
    draftPerAddress: { max: 50, minutes: 60 },
    photoPerUser: { max: 60, minutes: 60 },
    photoPerDraft: { max: 20, minutes: 60 },
    photoPerAddress: { max: 200, minutes: 60 },
    messagePerUser: { max: 30, minutes: 1 },
    pushDevicePerUser: { max: 20, minutes: 60 },
    pushTestPerUser: { max: 10, minutes: 60 },
    questionPerClient: { max: 3, minutes: 24 * 60 },
    socketTicketPerUser: { max: 60, minutes: 15 },
    callsPerToken: { max: 600, minutes: 10 },
  });
  expect(PENDING_BOOKINGS_PER_CLIENT).toBe(5);
});

describe.each(Object.entries(LIMITS) as [LimitName, { max: number; minutes: number }][])(
  "%s",
  (name, { max, minutes }) => {
    const attempts = (subject: string, count: number, at: number) =>
      Promise.all(Array.from({ length: count }, () => tryOnce(name, subject, at)));

    test(`lets ${max} through, also at once, refuses the next, and opens again after ${minutes} minutes`, async () => {
      const results = await attempts("somebody", max + 1, now);
      expect(results.filter((result) => result === null)).toHaveLength(max);
      expect(results.find((result) => result !== null)).toEqual({
        ok: false,
        reason: "tooMany",
        retryAfterSeconds: minutes * 60,
      });
      expect(await tryOnce(name, "somebody", now + minutes * MINUTE - 1)).not.toBeNull();
      expect(await tryOnce(name, "somebody", now + minutes * MINUTE)).toBeNull();
    });

    test("a window that begins in the future counts as new: the clock was set back", async () => {
      await attempts("from the future", max + 1, now + 6 * 24 * 60 * MINUTE);
      expect(await tryOnce(name, "from the future", now)).toBeNull();
      const results = await attempts("from the future", max, now);
      expect(results.filter((result) => result !== null)).toHaveLength(1);
    });

    test("counts each subject for itself", async () => {
      await attempts("one", max + 1, now);
      expect(await tryOnce(name, "another", now)).toBeNull();
    });
  },
);

test("over the limit a form returns 429 with Retry-After, a message and its values; others still get in", async () => {
  const email = "limited@example.test";
  const ask = (who: string, address: string) =>
    visit("/forgot-password", { form: { email: who }, headers: { "CF-Connecting-IP": address } });
  for (let turn = 0; turn < 50; turn++)
    expect((await ask(`other${turn}@example.test`, `2c0f:f8f0:1:2::${turn}`)).status).toBe(200);
  // Another address of the same household, an IPv6 /64.
  const over = await ask(email, "2c0f:f8f0:1:2:ffff::1");
  expect(over.status).toBe(429);
  expect(Number(over.headers.get("Retry-After"))).toBeGreaterThan(3500);
  const page = await over.text();
  expect(page).toContain("Too many attempts. Please try again in 60 minutes.");
  expect(page).toContain(email);
  expect(page).toContain("<title>Error: Forgot your password?");
  expect((await ask(email, "2c0f:f8f0:1:3::1")).status).toBe(200);
});

test("wrong passwords are counted before anything is hashed; success takes its count back", async () => {
  const form = { email: "nobody@example.test", password: "wrong" };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => visit("/signin", { form, headers: { "CF-Connecting-IP": "196.2.2.2" } })),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});

test("two requests may wait for one plumber and five in total; those that were refused do not count against the hour", async () => {
  const town = await seedTown();
  const eager = await createUser(town.context, "client");
  const cookie = await signedIn(town.context, eager);
  const another = await createUser(town.context, "plumber");
  const answers: [status: number, said: boolean][] = [];
  const ask = async (plumber: AuthenticatedUser, start: number, said: string) => {
    const answer = await visit(`/appointment/${plumber.id}`, {
      cookie,
      form: requestFields(start),
    });
    answers.push([answer.status, (await answer.text()).includes(said)]);
  };
  const withOne = "You have 2 requests waiting for this plumber&#x27;s answer.";
  for (const start of town.starts.slice(0, 3)) await ask(town.otherPlumber, start, withOne);
  for (const start of town.starts.slice(3, 6)) await ask(town.plumber, start, withOne);
  const refusal = "You have 5 requests waiting for an answer.";
  for (const start of town.starts.slice(6, 11)) await ask(another, start, refusal);
  expect(answers).toEqual([
    [303, false],
    [303, false],
    [409, true],
    [303, false],
    [303, false],
    [409, true],
    [303, false],
    [409, true],
    [409, true],
    [409, true],
    [409, true],
  ]);
  expect(await db.select().from(rateLimitCounters)).toEqual(
    expect.arrayContaining([expect.objectContaining({ subject: `bookingPerClient:${eager.id}`, count: 5 })]),
  );
  expect(env.LOCAL_MODE).toBe("true");
});

test.each([
  ["196.4.5.6", "196.4.5.6"],
  ["2c0f:f8f0:1:2:3:4:5:6", "2c0f:f8f0:1:2::/64"],
  ["2c0f:f8f0::9", "2c0f:f8f0:0:0::/64"],
  ["2C0F:0F8F:0001::", "2c0f:f8f:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [null, "unknown"],
])("the address %s counts as %s", (address, key) => expect(addressKey(address)).toBe(key));
