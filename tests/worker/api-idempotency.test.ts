import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { enquiries, idempotentRequests, notices, messages, sessions } from "~/db/schema";
import { deleteExpired } from "~/domain/accounts/expiry.server";
import { DAY } from "~/domain/time/harare";
import { claimRequest, finishRequest, giveUpClaim } from "~/domain/idempotency/idempotency.server";
import { call, tokenOf, type ApiCall, type One, withKey, expectAnswer } from "../support/site";
import { png } from "../support/png";
import { newEmail } from "../support/sign-up";
import { startFields, book, rowOf, seedTown, setBooking } from "../support/town";
import { createUser, hashForTests } from "../support/users";
import { currentInstant } from "../support/now";

const town = await seedTown();
const { context, db, client, plumber, starts } = town;
await db.run(sql`update users set phone = '+263771234567'`);
const passwordHash = await hashForTests("a fine password");

const enquiry = { name: "Chipo", email: "chipo-once@example.test", subject: "Norton", message: "Do you come?" };
const enquiriesFrom = (email: string) => db.$count(enquiries, sql`email = ${email}`);
/** The bodies of calls whose answer has a secret. */
const BODIES: Record<string, object> = {
  "/api/auth/tokens": { name: "My program", scopes: ["read"] },
  "/api/auth/webhooks": { url: "https://hooks.example.com/pombi", topics: ["changes"] },
};
const ask = (key: string, more: Partial<typeof enquiry> = {}, settings?: Record<string, unknown>) =>
  call("POST", "/api/contact", { json: { ...enquiry, ...more }, headers: withKey(key), settings });
const write = (token: string, key: string, content: string) =>
  call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content }, headers: withKey(key) });

test("an Idempotency-Key makes the same request act and count once, with the same response each time", async () => {
  const key = "once-and-only-once";
  const answers = [];
  for (let turn = 0; turn < 3; turn++) answers.push(await ask(key));
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 201, body: { message: "Thank you. We'll answer soon." } })),
  );
  expect(answers.map(({ headers }) => headers.get("Idempotency-Replayed"))).toEqual([null, "true", "true"]);
  expect(answers.map(({ headers }) => headers.has("RateLimit"))).toEqual([true, false, false]);
  // The same properties in another order, with blanks: the same request.
  const raw = JSON.stringify(Object.fromEntries(Object.entries(enquiry).toReversed()), null, 2);
  const headers = { ...withKey(key), "Content-Type": "application/json" };
  expect((await call("POST", "/api/contact", { raw, headers })).status).toBe(201);
  expect(await enquiriesFrom(enquiry.email)).toBe(1);
});

test("an Idempotency-Key with another body, or for another call, gets 422 and does nothing", async () => {
  const key = "used-for-one-thing";
  await ask(key, { email: "first@example.test" });
  await expectAnswer(
    ask(key, { email: "second@example.test" }),
    422,
    "This Idempotency-Key was sent with another request before.",
  );
  expect(await enquiriesFrom("second@example.test")).toBe(0);
  const json = { email: "a@b.co", password: "wrong one" };
  expect((await call("POST", "/auth/login", { json, headers: withKey(key) })).status).toBe(422);
});

test("an Idempotency-Key sent many times at once acts once; the others get its response or have to wait", async () => {
  const email = "at-once@example.test";
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask("all-at-the-same-time", { email })));
  expect(await enquiriesFrom(email)).toBe(1);
  for (const { status, headers } of answers) {
    expect([201, 409]).toContain(status);
    if (status === 409) expect(headers.get("Retry-After")).toBe("1");
  }
  expect((await ask("all-at-the-same-time", { email })).status).toBe(201);
});

test("an Idempotency-Key is each user's own: another user's request under the same key is another request", async () => {
  const { client, plumber } = town.tokens;
  const one = await write(client, "a-key-that-two-have", "Good morning");
  const other = await write(plumber, "a-key-that-two-have", "Good morning");
  expect([one.status, other.status]).toEqual([201, 201]);
  expect((one.body as One)._id).not.toBe((other.body as One)._id);
  expect((await write(client, "a-key-that-two-have", "Good morning")).body).toEqual(one.body);
  expect(await db.$count(messages, sql`sender_id = ${town.client.id} and content = 'Good morning'`)).toBe(1);
});

test("an Idempotency-Key used after its day acts again, with an id of its own", async () => {
  const send = () => write(town.tokens.client, "a-key-of-each-day", "Once a day");
  const first = await send();
  await db.update(idempotentRequests).set({ createdAt: sql`created_at - ${DAY}` });
  const next = await send();
  expect([next.status, next.headers.get("Idempotency-Replayed")]).toEqual([201, null]);
  expect((next.body as One)._id).not.toBe((first.body as One)._id);
  expect(await db.$count(messages, sql`content = 'Once a day'`)).toBe(2);
});

test("an Idempotency-Key gets nothing once the session has ended, and is free as nothing was done under it", async () => {
  const user = await createUser(context, "client");
  const token = await tokenOf(context, user);
  expect((await write(token, "asked-before-the-end", "Before")).status).toBe(201);
  await call("POST", "/api/auth/logout", { token });
  expect((await write(token, "asked-before-the-end", "Before")).status).toBe(401);
  expect((await write(token, "asked-after-the-end", "After")).status).toBe(401);
  const fresh = await tokenOf(context, user);
  expect((await write(fresh, "asked-after-the-end", "Anew")).status).toBe(201);
});

test("an Idempotency-Key keeps refusals too, but not those that pass", async () => {
  const wrong = { json: { email: "nobody@example.test", password: "wrong" }, headers: withKey("wrong-once") };
  const answers = [await call("POST", "/auth/login", wrong), await call("POST", "/auth/login", wrong)];
  for (const { status, body } of answers) await expectAnswer({ status, body }, 400, "Invalid email or password.");
  expect(answers[1]!.headers.get("Idempotency-Replayed")).toBe("true");

  const email = "limited@example.test";
  for (let turn = 0; turn < 5; turn++) await ask(`limited-before-${turn}`, { email, message: `Number ${turn}` });
  const refused = await ask("limited-at-first", { email });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
  expect((await ask("limited-at-first", { email }, { LIMIT_FACTOR: "10" })).status).toBe(201);
});

test("an Idempotency-Key acts once where the response has a secret, and keeps no secret, key or password", async () => {
  const email = newEmail();
  const { id } = await createUser(context, "client", { email, passwordHash });
  const signIn = (key: string) =>
    call("POST", "/auth/login", { json: { email, password: "a fine password" }, headers: withKey(key) });
  const { token } = (await signIn("signing-in-with-a-key")).body as { token: string };
  const repeated = await signIn("signing-in-with-a-key");
  expect([repeated.status, repeated.body]).toEqual([200, { message: "Sign-in successful!" }]);
  expect(await db.$count(sessions, sql`user_id = ${id}`)).toBe(1);

  const secrets = [token, token.slice(-30), email, "a fine password", "signing-in-with-a-key"];
  for (const [user, path, name] of [
    ["client", "/api/socket-ticket", "ticket"],
    ["plumber", "/api/plumber/calendar-feed", "address"],
    ["client", "/api/auth/tokens", "token"],
    ["client", "/api/auth/webhooks", "secret"],
  ] as const) {
    const asked: ApiCall = { token: town.tokens[user], json: BODIES[path], headers: withKey(`a-key-for-a-${name}`) };
    const { status, body } = await call("POST", path, asked);
    expect(status, path).toBe(201);
    const { [name]: secret, ...others } = body as Record<string, string>;
    secrets.push(secret!);
    const again = await call("POST", path, asked);
    expect([again.status, again.body], path).toEqual([201, others]);
  }
  const rows = JSON.stringify(await db.select().from(idempotentRequests));
  for (const secret of secrets) expect(rows).not.toContain(secret);
  expect((await call("GET", "/api/auth/profile", { token })).status).toBe(200);
  expect((await signIn("signing-in-with-another-key")).status).toBe(200);
});

test("an Idempotency-Key under which a booking was made leads to that booking again, without a phone", async () => {
  const asked: ApiCall = {
    token: town.tokens.client,
    json: { plumber: plumber.id, ...startFields(starts.at(-6)!) },
    headers: withKey("a-booking-whose-answer-was-lost"),
  };
  const first = await call("POST", "/api/bookings", asked);
  const again = await call("POST", "/api/bookings", asked);
  expect(first.body).toMatchObject({ client: { phone: "+263771234567" } });
  expect([again.status, again.headers.get("Location")]).toEqual([201, first.headers.get("Location")]);
  const { client: own } = first.body as { client: object };
  expect(again.body).toEqual({ ...(first.body as object), client: { ...own, phone: null } });
});

test("an Idempotency-Key keeps no phone of a response, and its call acts once", async () => {
  const id = await book(context, client, plumber, starts.at(-4)!);
  await setBooking(context, id, { status: "confirmed" });
  const propose = () =>
    call("POST", `/api/bookings/${id}/reschedule`, {
      token: town.tokens.client,
      json: startFields(starts.at(-5)!),
      headers: withKey("another-time-please"),
    });
  const first = await propose();
  expect([first.status, JSON.stringify(first.body)]).toEqual([200, expect.stringContaining("+263771234567")]);
  const { _id, status } = first.body as One;
  await expectAnswer(propose(), 200, { _id, status, plumber: { phone: null } });
  expect((await rowOf(context, id)).proposals).toBe(1);
  expect(JSON.stringify(await db.select().from(idempotentRequests))).not.toContain("+263771234567");
});

test("an Idempotency-Key is forgotten with its response when its owner is erased", async () => {
  const user = await createUser(context, "client", { passwordHash });
  const token = await tokenOf(context, user);
  await write(token, "before-the-erasure", "Please forget me");
  expect(await db.$count(idempotentRequests, sql`user_id = ${user.id} and answer like '%forget me%'`)).toBe(1);
  const deletion = { token, json: { current: "a fine password" } };
  expect((await call("POST", "/api/auth/delete-account", deletion)).status).toBe(200);
  expect(await db.$count(idempotentRequests, sql`user_id = ${user.id}`)).toBe(0);
});

test("an Idempotency-Key compares photos by bytes: the same form is one sign-up, another picture another", async () => {
  const email = newEmail();
  const red = await png(30, 30);
  const wide = await png(60, 30);
  const fields = { name: "Tapiwa", username: "Dube", email, password: "a fine password", role: "plumber" };
  const trade = { speciality: "Leak Repair", experience: "5 Years", about: "About", fees: "20" };
  const register = (picture: Blob, name: string) =>
    call("POST", "/auth/register", {
      form: { ...fields, ...trade, addressLine1: "1 Main Street", city: "Harare", image: new File([picture], name) },
      headers: withKey("signing-up-with-a-photo"),
    });
  // Each form has its own boundary, and the file may have another name.
  expect([(await register(red, "a.png")).status, (await register(red, "b.png")).status]).toEqual([201, 201]);
  expect(await db.$count(notices, sql`recipient = ${email}`)).toBe(1);
  expect((await register(wide, "a.png")).status).toBe(422);
});

test("an Idempotency-Key expires after its day, and is then free for anyone", async () => {
  const { db, now } = context;
  const request = { requestId: "r1", contentHashes: ["c1"], userId: null };
  const other = { ...request, contentHashes: ["c2"] };
  const claim = await claimRequest(db, request, now);
  if (claim.state !== "ours") throw new Error(claim.state);
  const ours = { claimId: claim.claimId, requestId: "r1" };
  expect(await claimRequest(db, request, now + 1)).toEqual({ state: "running" });
  await finishRequest(db, ours, "kept", now);
  expect(await claimRequest(db, request, now + DAY - 1)).toEqual({ state: "finished", response: "kept" });
  expect(await claimRequest(db, other, now + DAY - 1)).toEqual({ state: "otherContent" });
  expect(await claimRequest(db, other, now + DAY)).toMatchObject({ state: "ours", since: now + DAY });
  // The first one finishes too late to store its response over the second's.
  await finishRequest(db, ours, "too late", now + DAY);
  expect(await claimRequest(db, other, now + DAY + 1)).toEqual({ state: "running" });
  // No one finished it within half a minute: it may have been done, and is the same.
  const again = await claimRequest(db, other, now + DAY + 30_000);
  expect(again).toMatchObject({ state: "ours", since: now + DAY });
  if (again.state === "ours") await giveUpClaim(db, { claimId: again.claimId, requestId: "r1" });
  expect(await claimRequest(db, request, now + DAY + 30_001)).toEqual({ state: "otherContent" });
  expect(await claimRequest(db, other, now + DAY + 30_001)).toMatchObject({ state: "ours", since: now + DAY });
});

test("an Idempotency-Key that isn't ours is refused; after a day it is forgotten", async () => {
  for (const key of ["short", "with a blank in it", "x".repeat(201)]) expect((await ask(key)).status, key).toBe(422);
  await ask("a-key-of-a-day");
  expect(await db.$count(idempotentRequests)).toBe(1);
  await deleteExpired(db, currentInstant() + DAY + 120_000);
  expect(await db.$count(idempotentRequests)).toBe(0);
});
