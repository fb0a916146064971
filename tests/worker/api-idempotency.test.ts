import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, enquiries, idempotentRequests, notices, messages, sessions, users } from "~/db/schema";
import { deleteExpired } from "~/domain/accounts/expiry.server";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { DAY } from "~/domain/time/harare";
import { claimRequest, finishRequest } from "~/domain/idempotency/idempotency.server";
import { newId } from "~/domain/values/id";
import { call, tokenOf, type ApiCall, type One, wish, withKey } from "../support/api";
import { createUser } from "../support/users";
import { png } from "../support/png";
import { seedTownForAdmin, type TownUser } from "../support/town";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
  await town.context.db
    .update(users)
    .set({ phone: "+263771234567" })
    .where(sql`true`);
});

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

describe("an Idempotency-Key", () => {
  const enquiry = { name: "Chipo", email: "chipo-once@example.test", subject: "Norton", message: "Do you come?" };
  const count = () => town.context.db.$count(enquiries, sql`email = ${enquiry.email}`);

  test("makes the same request act once, and gets the same response each time", async () => {
    const headers = withKey("once-and-only-once");
    const answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await call("POST", "/api/contact", { json: enquiry, headers }));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 201, body: { message: "Thank you. We'll answer soon." } })),
    );
    expect(await count()).toBe(1);
    // The same keys in another order, with blanks: the same request.
    const shuffled = JSON.stringify(Object.fromEntries(Object.entries(enquiry).toReversed()), null, 2);
    expect(
      (
        await call("POST", "/api/contact", {
          raw: shuffled,
          headers: { ...headers, "Content-Type": "application/json" },
        })
      ).status,
    ).toBe(201);
    expect(await count()).toBe(1);
  });

  test("with another body, or for another call, gets 422 and does nothing", async () => {
    const headers = withKey("used-for-one-thing");
    await call("POST", "/api/contact", { json: { ...enquiry, email: "first@example.test" }, headers });
    const other = await call("POST", "/api/contact", { json: { ...enquiry, email: "second@example.test" }, headers });
    expect(other).toMatchObject({
      status: 422,
      body: { message: "This Idempotency-Key was sent with another request before." },
    });
    expect(await town.context.db.$count(enquiries, sql`email = 'second@example.test'`)).toBe(0);
    expect(
      (await call("POST", "/auth/login", { json: { email: "a@b.co", password: "wrong one" }, headers })).status,
    ).toBe(422);
  });

  test("sent many times at once acts once: one request does it, the others get its response or have to wait", async () => {
    const email = "at-once@example.test";
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        call("POST", "/api/contact", { json: { ...enquiry, email }, headers: withKey("all-at-the-same-time") }),
      ),
    );
    expect(await town.context.db.$count(enquiries, sql`email = ${email}`)).toBe(1);
    for (const { status, headers } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(headers.get("Retry-After")).toBe("1");
    }
    expect(
      (await call("POST", "/api/contact", { json: { ...enquiry, email }, headers: withKey("all-at-the-same-time") }))
        .status,
    ).toBe(201);
  });

  test("is each user's own: another user's request under the same key is another request", async () => {
    const headers = withKey("a-key-that-two-have");
    const to = { recipient: town.admin.id, content: "Good morning" };
    const [one, other] = [
      await call("POST", "/api/messages", as("client", { json: to, headers })),
      await call("POST", "/api/messages", as("plumber", { json: to, headers })),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect((one.body as One)._id).not.toBe((other.body as One)._id);
    const again = await call("POST", "/api/messages", as("client", { json: to, headers }));
    expect(again.body).toEqual(one.body);
    expect(
      await town.context.db.$count(messages, sql`sender_id = ${town.client.id} and content = 'Good morning'`),
    ).toBe(1);
  });

  test("responds with nothing when the session has ended", async () => {
    const user = await createUser(town.context, "client");
    const token = await tokenOf(town.context, user);
    const request = {
      token,
      json: { recipient: town.admin.id, content: "Before" },
      headers: withKey("asked-before-the-end"),
    };
    expect((await call("POST", "/api/messages", request)).status).toBe(201);
    await call("POST", "/api/auth/logout", { token });
    expect((await call("POST", "/api/messages", request)).status).toBe(401);
    expect(
      (
        await call("POST", "/api/messages", {
          ...request,
          json: { recipient: town.admin.id, content: "After" },
          headers: withKey("asked-after-the-end"),
        })
      ).status,
    ).toBe(401);
    // Nothing was done under that key: it is free.
    const fresh = await tokenOf(town.context, user);
    expect(
      (
        await call("POST", "/api/messages", {
          ...request,
          token: fresh,
          json: { recipient: town.admin.id, content: "Anew" },
          headers: withKey("asked-after-the-end"),
        })
      ).status,
    ).toBe(201);
  });

  test("keeps refusals too, but not those that pass", async () => {
    const headers = withKey("wrong-credentials-once");
    const wrong = { json: { email: "nobody@example.test", password: "wrong" }, headers };
    for (let turn = 0; turn < 2; turn++)
      expect(await call("POST", "/auth/login", wrong)).toMatchObject({
        status: 400,
        body: { message: "Invalid email or password." },
      });

    const limited = { json: { ...enquiry, email: "limited@example.test" }, headers: withKey("limited-at-first") };
    for (let turn = 0; turn < 5; turn++)
      await call("POST", "/api/contact", { json: { ...limited.json, message: `Number ${turn}` } });
    const refused = await call("POST", "/api/contact", limited);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await call("POST", "/api/contact", { ...limited, settings: { LIMIT_FACTOR: "10" } })).status).toBe(201);
  });

  test("does what responds with a secret once, and keeps neither secret, key nor password", async () => {
    const email = `${newId()}@example.test`;
    const { id } = await createUser(town.context, "client", {
      email,
      passwordHash: await hashPassword("a fine password"),
    });
    const request = { json: { email, password: "a fine password" }, headers: withKey("signing-in-with-a-key") };
    const first = await call("POST", "/auth/login", request);
    const { token } = first.body as { token: string };
    expect(await call("POST", "/auth/login", request)).toMatchObject({
      status: 409,
      body: { code: "answer_not_kept" },
    });
    expect(await town.context.db.$count(sessions, sql`user_id = ${id}`)).toBe(1);

    const secrets = [token, token.slice(-30), email, "a fine password", "signing-in-with-a-key"];
    for (const [user, path, name] of [
      ["client", "/api/socket-ticket", "ticket"],
      ["plumber", "/api/plumber/calendar-feed", "address"],
    ] as const) {
      const asked = as(user, { headers: withKey(`a-key-for-a-${name}`) });
      const { status, body } = await call("POST", path, asked);
      expect(status, path).toBe(201);
      secrets.push((body as Record<string, string>)[name]!);
      expect((await call("POST", path, asked)).body, path).toMatchObject({ code: "answer_not_kept" });
    }
    const rows = JSON.stringify(await town.context.db.select().from(idempotentRequests));
    for (const secret of secrets) expect(rows).not.toContain(secret);
    expect((await call("GET", "/api/auth/profile", { token })).status).toBe(200);
    const again = await call("POST", "/auth/login", { ...request, headers: withKey("signing-in-with-another-key") });
    expect(again.status).toBe(200);
  });

  test("keeps no response with a phone, and what it asked for is done once", async () => {
    const { db, now } = town.context;
    const id = newId();
    const startsAt = now + 3 * DAY;
    await db.insert(bookings).values({
      ...{ id, reference: id, clientId: town.client.id, plumberId: town.plumber.id, status: "confirmed" },
      ...{ startsAt, createdAt: now, updatedAt: now },
    });
    const proposal = as("client", {
      json: wish(startsAt + DAY),
      headers: withKey("another-time-please"),
    });
    const first = await call("POST", `/api/bookings/${id}/reschedule`, proposal);
    expect([first.status, JSON.stringify(first.body)]).toEqual([200, expect.stringContaining("+263771234567")]);
    expect(await call("POST", `/api/bookings/${id}/reschedule`, proposal)).toMatchObject({
      status: 409,
      body: { code: "answer_not_kept", message: "This was done before. Its answer is private and was not kept." },
    });
    expect((await db.select().from(bookings).where(eq(bookings.id, id)))[0]!.proposals).toBe(1);
    expect(JSON.stringify(await db.select().from(idempotentRequests))).not.toContain("+263771234567");
  });

  test("is forgotten with its response when its owner is erased", async () => {
    const { db } = town.context;
    const passwordHash = await hashPassword("a fine password");
    const user = await createUser(town.context, "client", { passwordHash });
    const token = await tokenOf(town.context, user);
    const message = { recipient: town.admin.id, content: "Please forget me" };
    await call("POST", "/api/messages", { token, json: message, headers: withKey("before-the-erasure") });
    const kept = () => db.$count(idempotentRequests, sql`user_id = ${user.id} and answer like '%forget me%'`);
    expect(await kept()).toBe(1);
    const deletion = { token, json: { current: "a fine password" } };
    expect((await call("POST", "/api/auth/delete-account", deletion)).status).toBe(200);
    expect(await db.$count(idempotentRequests, sql`user_id = ${user.id}`)).toBe(0);
  });

  test("counts a photo by its bytes: the same form is the same sign-up, another picture is another request", async () => {
    const email = `${newId()}@example.test`;
    const [red, wide] = [await png(30, 30), await png(60, 30)];
    const register = (picture: Blob, name: string) =>
      call("POST", "/auth/register", {
        form: {
          name: "Tapiwa",
          username: "Dube",
          email,
          password: "a fine password",
          role: "plumber",
          image: new File([picture], name),
          speciality: "Leak Repair",
          experience: "5 Years",
          about: "About",
          fees: "20",
          addressLine1: "1 Main Street",
          city: "Harare",
        },
        headers: withKey("signing-up-with-a-photo"),
      });
    // Each form has its own boundary, and the file may have another name.
    expect([(await register(red, "a.png")).status, (await register(red, "b.png")).status]).toEqual([201, 201]);
    expect(await town.context.db.$count(notices, sql`recipient = ${email}`)).toBe(1);
    expect((await register(wide, "a.png")).status).toBe(422);
  });

  test("expires after its day, and is then free for anyone", async () => {
    const { db, now } = town.context;
    const request = { requestId: "r1", contentHashes: ["c1"], userId: null };
    const other = { ...request, contentHashes: ["c2"] };
    const claim = await claimRequest(db, request, now);
    if (claim.state !== "ours") throw new Error(claim.state);
    const ours = { claimId: claim.claimId, requestId: "r1" };
    expect(await claimRequest(db, request, now + 1)).toEqual({ state: "running" });
    await finishRequest(db, ours, "kept", now);
    expect(await claimRequest(db, request, now + DAY - 1)).toEqual({ state: "finished", response: "kept" });
    expect(await claimRequest(db, other, now + DAY - 1)).toEqual({ state: "otherContent" });
    expect(await claimRequest(db, other, now + DAY)).toMatchObject({ state: "ours" });
    // The first one finishes too late to store its response over the second's.
    await finishRequest(db, ours, "too late", now + DAY);
    expect(await claimRequest(db, other, now + DAY + 1)).toEqual({ state: "running" });
    // Nobody finished it within half a minute.
    expect(await claimRequest(db, other, now + DAY + 30_000)).toMatchObject({ state: "ours" });
    await db.delete(idempotentRequests).where(eq(idempotentRequests.requestId, "r1"));
  });

  test("that isn't ours is refused; after a day it is forgotten", async () => {
    for (const key of ["short", "with a blank in it", "x".repeat(201)]) {
      expect((await call("POST", "/api/contact", { json: enquiry, headers: withKey(key) })).status, key).toBe(422);
    }
    await call("POST", "/api/contact", { json: enquiry, headers: withKey("a-key-of-a-day") });
    expect(await town.context.db.$count(idempotentRequests)).toBe(1);
    await deleteExpired(town.context.db, currentInstant() + DAY + 120_000);
    expect(await town.context.db.$count(idempotentRequests)).toBe(0);
    expect((await call("GET", "/api/auth/profile", as("client"))).status).toBe(200);
  });
});
