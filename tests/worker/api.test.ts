import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookings, users } from "~/db/schema";
import { sendMessage } from "~/domain/messages/messages.server";
import { dateAt, timeAt } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { call, tokenOf, type ApiCall, type One, wish, withKey } from "../support/api";
import { resetClock } from "../support/clock";
import { env } from "../support/env";
import { createUser } from "../support/users";
import { png } from "../support/png";
import { depthOf, visit } from "../support/site";
import { book, seedTownForAdmin, type TownUser } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
  await town.context.db
    .update(users)
    .set({ phone: "+263771234567" })
    .where(sql`true`);
});

afterEach(resetClock);

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });
const keysOf = (value: unknown) => Object.keys(value as object).sort();

describe("what two do at once", () => {
  test("to a booking that is being reassigned ends in 200 or 404, never in a failure", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await book(
        town.context,
        await createUser(town.context, "client"),
        town.plumber,
        town.starts.at(-20 - round)!,
      );
      const seen = [0, 1, 2].map(() => call("PATCH", `/api/bookings/${id}/seen`, as("plumber")));
      const away = town.context.db
        .update(bookings)
        .set({ plumberId: town.otherPlumber.id })
        .where(sql`id = ${id}`);
      const answers = await Promise.all([
        ...seen,
        away.then(() => call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } }))),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
  });

  test("to a profile keeps both changes", async () => {
    for (let round = 0; round < 6; round++) {
      const user = await createUser(town.context, "client", { firstName: "Nyasha" });
      const token = await tokenOf(town.context, user);
      const changes: Record<string, string>[] = [{ phone: "0772222222" }, { addressLine1: "9 Main Street" }];
      await Promise.all(
        changes.map((form) => call("PUT", "/api/auth/profile", { token, form: { name: "Nyasha", ...form } })),
      );
      expect((await call("GET", "/api/auth/profile", { token })).body).toMatchObject({
        phone: "+263772222222",
        address: { line1: "9 Main Street" },
      });
    }
  });

  test("confirming again after another time was proposed is still the same transition", async () => {
    const id = await book(town.context, await createUser(town.context, "client"), town.plumber, town.starts.at(-30)!);
    const confirm = () => call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } }));
    expect((await confirm()).status).toBe(200);
    const start = town.starts.at(-31)!;
    await visit(`/plumber-dashboard/jobs/${id}/reschedule`, {
      cookie: town.cookies.plumber,
      form: { intent: "propose", appointmentDate: dateAt(start), appointmentTime: timeAt(start) },
    });
    expect((await call("GET", `/api/bookings/${id}`, as("plumber"))).body).toMatchObject({ proposedBy: "plumber" });
    expect(await confirm()).toMatchObject({ status: 200, body: { status: "confirmed" } });
  });
});

describe("a token whose session has ended", () => {
  test("counts against no limit of its owner, and stores no photo", async () => {
    const owner = await createUser(town.context, "client");
    const [dead, good] = [await tokenOf(town.context, owner), await tokenOf(town.context, owner)];
    await call("POST", "/api/auth/logout", { token: dead });
    const image = new File([await png(40, 40)], "me.png");
    for (let turn = 0; turn < 35; turn++) {
      expect(
        (
          await call("POST", "/api/messages", {
            token: dead,
            json: { recipient: town.admin.id, content: `Number ${turn}` },
          })
        ).status,
      ).toBe(401);
      expect(
        (
          await call("POST", "/api/bookings", {
            token: dead,
            json: { plumber: town.plumber.id, ...wish(town.starts[9]!) },
          })
        ).status,
      ).toBe(401);
    }
    const before = (await env.PHOTOS.list()).objects.length;
    expect((await call("PUT", "/api/auth/profile", { token: dead, form: { name: "Nobody", image } })).status).toBe(401);
    expect((await env.PHOTOS.list()).objects).toHaveLength(before);
    expect(
      (await call("POST", "/api/messages", { token: good, json: { recipient: town.admin.id, content: "Still here" } }))
        .status,
    ).toBe(201);
    expect(
      (await call("POST", "/api/bookings", { token: good, json: { plumber: "nobody", ...wish(town.starts[9]!) } }))
        .status,
    ).toBe(404);
  });
});

describe("messages", () => {
  test("asked for by HEAD stay unread", async () => {
    const reader = await createUser(town.context, "client");
    await sendMessage(town.context, town.admin, { recipientId: reader.id, id: newId(), content: "Unread" });
    const token = await tokenOf(town.context, reader);
    const unread = async () =>
      (
        await town.context.db
          .select({ unread: users.unreadMessages })
          .from(users)
          .where(sql`id = ${reader.id}`)
      )[0]?.unread;
    // With settings of its own the call also waits for what happens after the response.
    const head = await call("HEAD", `/api/messages?userId=${town.admin.id}`, { token, settings: {} });
    expect([head.status, await unread()]).toEqual([200, 1]);
    expect((await call("GET", `/api/messages?userId=${town.admin.id}`, { token })).status).toBe(200);
    await expect.poll(unread).toBe(0);
  });

  test("with the same id and text are one, lone surrogates included", async () => {
    for (const content of ["Good day", "\ud800 half a character"]) {
      const json = { recipient: town.admin.id, content, id: `twice-${content.length}-sent` };
      const [one, other] = [
        await call("POST", "/api/messages", as("otherClient", { json })),
        await call("POST", "/api/messages", as("otherClient", { json })),
      ];
      expect([one.status, other.status]).toEqual([201, 200]);
      expect(other.body).toEqual(one.body);
    }
  });
});

test("errors are messages, with the field's name where they are the parser's", async () => {
  const said = async (path: string, json: unknown, user: TownUser = "client") =>
    ((await call("POST", path, as(user, { json }))).body as { message: string }).message;
  expect(await said("/api/bookings", { plumber: town.plumber.id, ...wish(town.starts[0]!), notes: 5 })).toMatch(
    /^notes: /,
  );
  expect(await said("/api/bookings", { plumber: {} })).toBe("Please name the plumber by their id, or leave it empty.");
  expect(await said("/api/messages", { recipient: "x".repeat(100), content: "Hello" })).toBe(
    "There is nobody here you can write to.",
  );
  expect((await call("GET", `/api/auth/plumbers?city=${"x".repeat(100)}`)).body).toMatchObject({
    message: expect.stringMatching(/^city: /) as string,
  });
});

describe("a profile", () => {
  test("of a plumber keeps its address", async () => {
    const form = { name: "Tendai", addressLine1: "" };
    expect(await call("PUT", "/api/auth/profile", as("plumber", { form }))).toMatchObject({
      status: 422,
      body: { message: "Address Line 1 is required for plumbers." },
    });
  });

  test("is changed by PUT: what is left out stays, what is empty is emptied, a photo is taken", async () => {
    const user = await createUser(town.context, "client", {
      firstName: "Nyasha",
      lastName: "Old",
      phone: "+263772222222",
    });
    const token = await tokenOf(town.context, user);
    const put = (form: Record<string, string | File>) => call("PUT", "/api/auth/profile", { token, form });
    expect(await put({ name: "Nyasha", addressLine1: "9 Main Street" })).toMatchObject({
      status: 200,
      body: { phone: "+263772222222", address: { line1: "9 Main Street" }, username: "Old" },
    });
    expect(await put({ name: "Nyasha", phone: "" })).toMatchObject({
      status: 200,
      body: { phone: null, address: { line1: "9 Main Street" } },
    });
    expect(await put({ name: "Nyasha", phone: "12" })).toMatchObject({
      status: 422,
      body: { message: "Please enter a phone number like 077 123 4567, or one from abroad with + in front." },
    });
    expect(await put({ name: "Nyasha", image: new File(["no picture"], "a.png") })).toMatchObject({
      status: 400,
      body: { message: "Only image files are allowed." },
    });
    expect(
      await put({ name: "Nyasha", image: new File([new Uint8Array(5 * 1024 * 1024 + 1)], "a.png") }),
    ).toMatchObject({ status: 413, body: { message: "Image is too large. The limit is 5 MB." } });
    const pictured = await put({ name: "Nyasha", image: new File([await png(40, 40)], "me.png") });
    expect(String((pictured.body as One)["image"])).toMatch(/-800\.webp$/);
  });
});

describe("pages of other origins", () => {
  const APP = "https://app.example.com";
  const ask = (method: string, origin: string, settings?: Record<string, unknown>) =>
    call(method, "/api/auth/plumbers", { headers: { Origin: origin }, settings });

  test("may read nothing while none is configured", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await ask(method, APP);
      for (const name of ["Origin", "Methods", "Headers", "Credentials"])
        expect(headers.get(`Access-Control-Allow-${name}`)).toBeNull();
    }
  });

  test("may once theirs is, and no other; never with the cookie", async () => {
    const settings = { API_ORIGINS: `${APP} https://bot.example.com` };
    const response = await ask("GET", APP, settings);
    expect(response).toMatchObject({ status: 200 });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(APP);
    expect(response.headers.get("Vary")).toContain("Origin");
    const preflight = await ask("OPTIONS", APP, settings);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    for (const { headers } of [response, preflight]) expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    const other = await ask("GET", "https://evil.example.com", settings);
    expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
    // A call from there is accepted: it carries a token that only its owner has.
    const sent = await call(
      "POST",
      "/api/messages",
      as("client", { headers: { Origin: APP }, settings, json: { recipient: town.admin.id, content: "From an app" } }),
    );
    expect(sent).toMatchObject({ status: 201 });
    expect(sent.headers.get("Access-Control-Allow-Origin")).toBe(APP);
  });

  test("a wrong setting is a setting that is missing", async () => {
    expect(await ask("GET", APP, { API_ORIGINS: "nonsense" })).toMatchObject({
      status: 500,
      body: { message: "This site is not set up yet." },
    });
  });
});

describe("limits", () => {
  test("return 429 with Retry-After and a message: signing in, writing, booking, tickets", async () => {
    const from = { "CF-Connecting-IP": "196.9.9.9" };
    const wrong = () =>
      call("POST", "/auth/login", { json: { email: "nobody@example.test", password: "wrong" }, headers: from });
    const statuses = [];
    for (let turn = 0; turn < 11; turn++) statuses.push((await wrong()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    const writer = await createUser(town.context, "client");
    const token = await tokenOf(town.context, writer);
    const answers = await Promise.all(
      Array.from({ length: 31 }, (_, at) =>
        call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content: `Number ${at}` } }),
      ),
    );
    const [refused, ...more] = answers.filter(({ status }) => status === 429);
    expect(more).toEqual([]);
    expect(refused!.body).toEqual({
      message: "Too many attempts. Please try again in a minute.",
      code: "too_many",
      errors: [],
    });
    expect(Number(refused!.headers.get("Retry-After"))).toBeGreaterThan(0);
    const tickets = await Promise.all(Array.from({ length: 61 }, () => call("POST", "/api/socket-ticket", { token })));
    expect(tickets.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

test("a read waits for one D1 round trip, a write for two and what it shows for one more", async () => {
  const settings = { D1_DELAY_MS: "15" };
  const READS: [TownUser, string][] = [
    ["client", "/api/auth/users"],
    ["client", "/api/auth/admins"],
    ["client", "/api/auth/plumbers"],
    ["plumber", "/api/auth/profile"],
    ["client", `/api/messages?userId=${town.plumber.id}`],
    ["client", "/api/bookings/client"],
    ["plumber", "/api/bookings/plumber"],
    ["plumber", "/api/bookings/plumber/unseen"],
    ["client", `/api/bookings/${town.pending}`],
    ["client", "/api/bookings/my-reviews"],
    ["client", `/api/reviews?job=${town.reviewed}`],
    ["plumber", "/api/plumber/reviews"],
    ["plumber", "/api/plumber/reviews/average"],
  ];
  for (const [user, path] of READS) {
    const response = await call("GET", path, as(user, { settings }));
    expect({ path, status: response.status, depth: depthOf(response) }).toEqual({ path, status: 200, depth: 1 });
  }
  const WRITES: [TownUser, string, string, ApiCall, depth: number][] = [
    ["plumber", "PATCH", `/api/bookings/${town.pending}/status`, { json: { status: "confirmed" } }, 3],
    ["plumber", "PATCH", `/api/bookings/${town.pending}/seen`, {}, 3],
    ["client", "POST", "/api/bookings", { json: { plumber: town.plumber.id, ...wish(town.starts[8]!) } }, 3],
    ["client", "POST", "/api/messages", { json: { recipient: town.plumber.id, content: "Deep" } }, 2],
    ["client", "PUT", "/api/auth/profile", { form: { name: "Rudo" } }, 3],
    ["client", "POST", "/api/socket-ticket", {}, 2],
  ];
  for (const [user, method, path, request, most] of WRITES) {
    const response = await call(method, path, as(user, { ...request, settings }));
    expect(response.status, path).toBeLessThan(300);
    expect(depthOf(response), path).toBeLessThanOrEqual(most);
    // A key costs a call for its claim before, and one to store the response after.
    if (method === "POST")
      expect(
        depthOf(await call(method, path, as(user, { ...request, settings, headers: withKey(newId()) }))),
        path,
      ).toBeLessThanOrEqual(most + 2);
  }
});

test("a failure of ours is a 500 with a request id, as JSON, and without secrets", async () => {
  const broken = {
    prepare: () => {
      throw new Error("D1_ERROR: no such table: secret_things");
    },
    batch: () => Promise.reject(new Error("D1_ERROR: secret_things")),
  };
  for (const [method, path, request] of [
    ["GET", "/api/auth/plumbers", {}],
    ["GET", "/api/auth/profile", as("client")],
    [
      "POST",
      "/api/messages",
      as("client", { json: { recipient: "x", content: "y" }, headers: withKey("with-a-broken-database") }),
    ],
  ] as const) {
    const { status, body, headers } = await call(method, path, { ...request, settings: { DB: broken } });
    expect(status).toBe(500);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(keysOf(body)).toEqual(["code", "errors", "message"]);
    expect(JSON.stringify(body)).not.toMatch(/secret|D1|stack/);
  }
});
