import { sql } from "drizzle-orm";
import { expect, test, beforeEach } from "vitest";
import { rateLimitCounters } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { clientForm, emailsTo, newEmail, PASSWORD, register, tokenIn } from "../../../tests/support/sign-up";
import { createUser, hashForTests } from "../../../tests/support/users";
import { eraseOwnAccount } from "../personal-data/erasure.server";
import { newId } from "../values/id";
import type { TooMany } from "../values/refusal";
import {
  beginPasswordCheck,
  changePassword,
  type AdmittedPasswordCheck,
  requestPasswordReset,
  resetPassword,
} from "./password-changes.server";
import { beginSignUp, signUp, type AdmittedSignUp } from "./registration.server";
import { stepUpByPassword } from "./second-factor/factor-use.server";
import { findSession } from "./sessions.server";
import { signIn, signInByCall } from "./sign-in.server";
import { verifyEmail } from "./verification.server";
import { openHashingQueue, type HashingQueue } from "./passwords.server";

const BUSY: TooMany = { ok: false, reason: "tooMany", isBusy: true, retryAfterSeconds: 5 };
const free = contextAt();
const full = contextAt(free.now, {
  hashing: { ...free.hashing, takeTurn: () => Promise.resolve(BUSY), refusal: () => null },
});
const elsewhere = () => ({ clientAddress: newId(), deviceToken: null });

test("while too many wait, everything that hashes refuses, changes nothing and counts nothing", async () => {
  const { email, id, role } = await createUser(free, "client", { passwordHash: await hashForTests(PASSWORD) });
  const credentials = { email, password: PASSWORD };
  const { token } = (await signIn(free, credentials, elsewhere())) as { token: string };
  const user = (await findSession(free.db, token, { id, role }, free.now))!.user;
  const check = async () => (await beginPasswordCheck(full, user.sessionHash, id)) as AdmittedPasswordCheck;
  await requestPasswordReset(free, email, newId());
  const reset = tokenIn((await emailsTo(free, email))[0]?.text);
  const newcomer = newEmail();
  await register(free, clientForm(newcomer));
  const link = tokenIn((await emailsTo(free, newcomer))[0]?.text);

  const verbs: Record<string, () => Promise<unknown>> = {
    "sign-in": async () => signIn(full, credentials, elsewhere()),
    "sign-in by a call": async () => signInByCall(full, credentials, null, newId()),
    "sign-up": async () => {
      const form = clientForm(newEmail());
      const admission = (await beginSignUp(full, form.email, newId())) as AdmittedSignUp;
      return signUp(full, admission, form, { photoKey: null, redirectTo: null, termsVersion: null });
    },
    verification: async () => verifyEmail(full, link, PASSWORD),
    "a new password": async () => resetPassword(full, reset, "the new password"),
    "changing it": async () =>
      changePassword(full, user, await check(), { current: PASSWORD, next: "the new password" }),
    "a step-up": async () => stepUpByPassword(full, user, PASSWORD),
    "an erasure": async () => eraseOwnAccount(full, user, await check(), PASSWORD),
  };
  for (const [verb, run] of Object.entries(verbs)) expect(await run(), verb).toEqual(BUSY);

  const counted = await free.db
    .select()
    .from(rateLimitCounters)
    .where(sql`subject glob 'signInPerUser:*' or subject glob 'currentPassword*' or subject glob 'verification*'`);
  expect(counted.filter(({ count }) => count > 0)).toEqual([]);
  expect(await signIn(free, credentials, elsewhere())).toMatchObject({ ok: true });
  expect(await verifyEmail(free, link, PASSWORD)).toMatchObject({ ok: true });
  expect(await resetPassword(free, reset, "the new password")).toMatchObject({ ok: true });
});

let queue: HashingQueue;
let now: number;
let waits: number[];
beforeEach(() => {
  [now, waits] = [0, []];
  queue = openHashingQueue({ now: () => now, wait: async (ms) => waits.push(ms) });
});

const ask = async (who: Parameters<HashingQueue["takeTurn"]>[0], times: number) => {
  const results = await Promise.all(Array.from({ length: times }, () => queue.takeTurn(who)));
  return results.filter((result) => result === null).length;
};

test("a single hash starts at once, and the next ones one after the other", async () => {
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
