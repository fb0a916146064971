import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { rateLimitCounters } from "~/db/schema";
import { exceeded, hit } from "~/domain/rate-limits/counter.server";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import type { AuthenticatedUser } from "~/domain/values/user";
import { addressKey } from "~/http/request";
import { currentInstant } from "../support/now";
import { call, expectPage, visit } from "../support/site";
import { seedTown, requestFields } from "../support/town";
import { contextAt, createSignedInUser, createUser, signedIn } from "../support/users";

const context = contextAt();
const { db, now } = context;

const { max, minutes } = LIMITS.signInPerUser;
/** Counts attempts of a subject at an instant, as verbs do; gives how many were refused, and the refusal. */
const attempt = async (subject: string, times: number, at = now) => {
  const then = { ...context, now: at };
  const results = await Promise.all(
    Array.from({ length: times }, async () => exceeded(then, await hit(then, ["signInPerUser", subject]))),
  );
  const refusals = results.filter((result) => result !== null);
  return { refused: refusals.length, refusal: refusals[0] };
};

test("a limit lets each subject's number through, also at once, refuses the next, and opens again", async () => {
  const refusal = { ok: false, reason: "tooMany", retryAfterSeconds: minutes * 60 };
  expect(await attempt("somebody", max + 1)).toEqual({ refused: 1, refusal });
  expect((await attempt("another", max)).refused).toBe(0);
  expect((await attempt("somebody", 1, now + minutes * MINUTE - 1)).refused).toBe(1);
  expect((await attempt("somebody", 1, now + minutes * MINUTE)).refused).toBe(0);
});

test("a limit takes a window that begins in the future for a new one: the clock was set back", async () => {
  await attempt("from the future", max + 1, now + 6 * DAY);
  expect((await attempt("from the future", max + 1)).refused).toBe(1);
});

test("a form over its limit returns 429 with Retry-After, a message and its values; others still get in", async () => {
  const subject = "accountEmailPerAddress:2c0f:f8f0:1:2::/64";
  const { max } = LIMITS.accountEmailPerAddress;
  await db.insert(rateLimitCounters).values({ subject, count: max - 1, windowEndsAt: currentInstant() + HOUR });
  const ask = (email: string, address: string) =>
    visit("/forgot-password", { form: { email }, headers: { "CF-Connecting-IP": address } });
  expect((await ask("other@example.test", "2c0f:f8f0:1:2::1")).status).toBe(200);
  // Another address of the same household, an IPv6 /64.
  const over = await ask("limited@example.test", "2c0f:f8f0:1:2:ffff::1");
  expect(Number(over.headers.get("Retry-After"))).toBeGreaterThan(3500);
  const said = ["Too many attempts. Please try again in 60 minutes.", "limited@example.test"];
  await expectPage(over, 429, ...said, "<title>Error: Forgot your password?");
  expect((await ask("limited@example.test", "2c0f:f8f0:1:3::1")).status).toBe(200);
});

test("a limit of a day says in hours when it ends", async () => {
  const user = await createUser(context, "client");
  const token = (await signedIn(context, user)).replace("__Host-session=", "");
  const { max: most } = LIMITS.tokenPerUser;
  const subject = `tokenPerUser:${user.id}`;
  await db.insert(rateLimitCounters).values({ subject, count: most, windowEndsAt: currentInstant() + DAY - HOUR / 2 });
  const { body } = await call("POST", "/api/auth/tokens", { token, json: { name: "Script", scopes: ["read"] } });
  expect(body).toMatchObject({ message: "Too many attempts. Please try again in 24 hours." });
});

test("a client has two requests waiting for one plumber, five in all; refused ones don't count", async () => {
  const town = await seedTown();
  const { cookie, ...eager } = await createSignedInUser(town.context, "client");
  const third = await createUser(town.context, "plumber");
  const ask = async (plumber: AuthenticatedUser, at: number) => {
    const answer = await visit(`/appointment/${plumber.id}`, { cookie, form: requestFields(town.starts[at]!) });
    return [answer.status, ...(/You have \d requests waiting for [^.]*\./.exec(await answer.text()) ?? [])];
  };
  const withOne = [409, "You have 2 requests waiting for this plumber&#x27;s answer."];
  for (const [plumber, first] of [
    [town.otherPlumber, 0],
    [town.plumber, 3],
  ] as const)
    for (const [next, said] of [[303], [303], withOne].entries())
      expect(await ask(plumber, first + next)).toEqual(said);
  expect(await ask(third, 6)).toEqual([303]);
  expect(await ask(third, 7)).toEqual([409, "You have 5 requests waiting for an answer."]);
  const isTheirs = eq(rateLimitCounters.subject, `bookingPerClient:${eager.id}`);
  expect(await db.select().from(rateLimitCounters).where(isTheirs)).toMatchObject([{ count: 5 }]);
});

test("an IPv4 address counts for itself, an IPv6 address for its /64", () => {
  for (const [address, key] of [
    ["196.4.5.6", "196.4.5.6"],
    ["2c0f:f8f0:1:2:3:4:5:6", "2c0f:f8f0:1:2::/64"],
    ["2c0f:f8f0::9", "2c0f:f8f0:0:0::/64"],
    ["2C0F:0F8F:0001::", "2c0f:f8f:1:0::/64"],
    ["::1", "0:0:0:0::/64"],
    [null, "unknown"],
  ] as const)
    expect(addressKey(address), String(address)).toBe(key);
});
