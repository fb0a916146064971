import { beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "~/api/operations/operations.server";
import { call, type ApiCall, tokenOf, wish, withKey } from "../support/api";
import { createUser } from "../support/users";
import { seedTownForAdmin, type TownUser } from "../support/town";

// What a response says in its headers.

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

describe("limits", () => {
  test("say what remains on success, and on 429", async () => {
    const token = await tokenOf(town.context, await createUser(town.context, "client"));
    const write = () => call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content: "Hello" } });
    for (let turn = 1; turn <= 31; turn++) {
      const { status, headers } = await write();
      expect(status).toBe(turn <= 30 ? 201 : 429);
      expect(headers.get("RateLimit-Policy")).toBe('"message_per_user";q=30;w=60');
      expect(headers.get("RateLimit")).toMatch(new RegExp(`^"message_per_user";r=${Math.max(0, 30 - turn)};t=\\d+$`));
      if (status === 429) expect(headers.get("Retry-After")).toBe(/t=(\d+)/.exec(headers.get("RateLimit")!)![1]);
    }
  });

  test("are on refusals too, reveal nothing of what others have tried with an email, and are never on what isn't limited", async () => {
    const wrong = await call("POST", "/auth/login", {
      json: { email: "nobody@example.test", password: "wrong" },
      headers: { "CF-Connecting-IP": "196.9.9.8" },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get("RateLimit")).toMatch(/^"sign_in_per_user";r=9;t=\d+$/);
    const sent = await call("POST", "/api/contact", {
      json: { name: "Chipo", email: "chipo@example.test", subject: "A question", message: "Do you come to Norton?" },
    });
    expect(sent.status).toBe(201);
    expect(sent.headers.get("RateLimit-Policy")).toBe('"contact_per_address";q=50;w=3600');
    for (const path of ["/api/auth/plumbers", "/api/nothing"])
      expect((await call("GET", path)).headers.get("RateLimit")).toBeNull();
  });

  test("are named by every operation that can return 429", () => {
    // Where a password is hashed, the queue for it may be full (L7), which nobody's own attempts fill.
    const isOnlyHashed = (id: string) => id === "resetPassword";
    for (const { id, limits, refusals } of OPERATIONS)
      expect([id, refusals.includes("tooMany")]).toEqual([id, (limits ?? []).length > 0 || isOnlyHashed(id)]);
  });
});

describe("a list", () => {
  test.each([
    ["/api/bookings/client", "client"],
    ["/api/bookings/plumber", "plumber"],
    ["/api/auth/users", "admin"],
    ["/api/auth/plumbers", "client"],
    ["/api/messages/conversations", "plumber"],
  ] as const)("says whether it goes on: %s", async (path, user) => {
    const whole = await call("GET", path, as(user));
    expect([whole.headers.get("Has-More"), whole.headers.get("Link")]).toEqual(["false", null]);
    const part = await call("GET", `${path}?limit=1`, as(user));
    const goesOn = (whole.body as unknown[]).length > 1;
    expect([part.headers.get("Has-More"), part.headers.get("Link") !== null]).toEqual([String(goesOn), goesOn]);
  });

  test("without parts says that it is whole; an object says nothing", async () => {
    expect((await call("GET", `/api/auth/plumbers/${town.plumber.id}/slots`)).headers.get("Has-More")).toBe("false");
    expect((await call("GET", "/api/auth/profile", as("client"))).headers.get("Has-More")).toBeNull();
  });
});

test("a repeated request under one key is marked, counts against no limit, and returns the first response", async () => {
  const request = () =>
    call(
      "POST",
      "/api/messages",
      as("client", { json: { recipient: town.admin.id, content: "Once" }, headers: withKey("only-once-please") }),
    );
  const [first, second] = [await request(), await request()];
  expect([first.headers.get("Idempotency-Replayed"), first.headers.get("RateLimit") === null]).toEqual([null, false]);
  expect([second.headers.get("Idempotency-Replayed"), second.headers.get("RateLimit")]).toEqual(["true", null]);
  expect([second.status, second.body]).toEqual([first.status, first.body]);
});

describe("a start", () => {
  const book = (json: object) =>
    call("POST", "/api/bookings", as("otherClient", { json: { plumber: town.otherPlumber.id, ...json } }));

  test("is accepted as an instant, with or without the day and time", async () => {
    const start = town.starts[6]!;
    const response = await book({ startsAt: new Date(start).toISOString() });
    expect(response).toMatchObject({ status: 201, body: { ...wish(start), startsAt: new Date(start).toISOString() } });
    // The same, worded differently, is the same booking.
    expect(
      await book({ startsAt: new Date(start).toISOString().replace(".000Z", "+00:00"), ...wish(start) }),
    ).toMatchObject({ status: 200, body: { id: (response.body as { id: string }).id } });
  });

  test.each([
    [
      "that is not that day and time",
      () => ({ ...wish(town.starts[7]!), startsAt: new Date(town.starts[8]!).toISOString() }),
      "startsAt",
      "The instant is not that day and time.",
    ],
    [
      "that is no instant",
      () => ({ startsAt: "tomorrow" }),
      "startsAt",
      "Please give the start as an instant of a whole minute, like 2026-11-20T08:30:00Z.",
    ],
    [
      "without a zone",
      () => ({ startsAt: "2026-11-20T10:30:00" }),
      "startsAt",
      "Please give the start as an instant of a whole minute, like 2026-11-20T08:30:00Z.",
    ],
    [
      "within a minute",
      () => ({ startsAt: "2026-11-20T10:30:01Z" }),
      "startsAt",
      "Please give the start as an instant of a whole minute, like 2026-11-20T08:30:00Z.",
    ],
    ["without a day", () => ({ appointmentTime: "10:30 am" }), "appointmentDate", "Please select a day."],
    [
      "without a time",
      () => ({ appointmentDate: wish(town.starts[7]!).appointmentDate }),
      "appointmentTime",
      "Please select a time slot.",
    ],
    ["that is missing", () => ({}), "appointmentDate", "Please select a day."],
  ])("%s is refused", async (_, start, field, message) => {
    expect(await book(start())).toMatchObject({ status: 422, body: { message, errors: [{ field, message }] } });
  });

  test("of a request for the office is an instant as well", async () => {
    const startsAt = new Date(town.starts.at(-7)!).toISOString();
    const json = { plumber: "", serviceType: "Inspection", location: "4 Main Street" };
    expect(await call("POST", "/api/bookings", as("otherClient", { json: { ...json, startsAt } }))).toMatchObject({
      status: 201,
      body: { startsAt, plumber: null },
    });
    expect(await call("POST", "/api/bookings", as("otherClient", { json }))).toMatchObject({
      status: 422,
      body: { message: "Please fill all required fields." },
    });
  });
});
