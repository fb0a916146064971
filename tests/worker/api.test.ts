import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, enquiries, idempotentRequests, mails, messages, plumberProfiles, users } from "~/db/schema";
import { deleteExpired } from "~/domain/accounts/expiry.server";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { findBookingFor } from "~/domain/bookings/booking-details.server";
import { moveBooking } from "~/domain/bookings/booking-moves.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { DAY, dateAt, timeAt } from "~/domain/time/harare";
import { claimRequest, keepAnswer } from "~/domain/values/idempotency.server";
import { newId } from "~/domain/values/id";
import { call, tokenOf, type ApiCall } from "../support/api";
import { settle } from "../support/people";
import { png } from "../support/png";
import { depthOf, visit } from "../support/site";
import { book, townWithDesk } from "../support/town";
import { env } from "../support/env";

type Town = Awaited<ReturnType<typeof townWithDesk>>;
type Person = "client" | "otherClient" | "plumber" | "otherPlumber" | "admin";
interface One {
  [key: string]: unknown;
  _id: string;
}

let town: Town;
let tokens: Record<Person, string>;
beforeAll(async () => {
  town = await townWithDesk();
  const { client, otherClient, plumber, otherPlumber, admin } = town;
  await town.context.db.update(users).set({ phone: "+263771234567" }).where(sql`true`);
  tokens = Object.fromEntries(
    await Promise.all(Object.entries({ client, otherClient, plumber, otherPlumber, admin }).map(async ([name, member]) => [name, await tokenOf(town.context, member)])),
  ) as Record<Person, string>;
});

const as = (person: Person, more: ApiCall = {}): ApiCall => ({ token: tokens[person], ...more });
const list = async (path: string, person: Person) => (await call("GET", path, as(person))).body as One[];
const keysOf = (value: unknown) => Object.keys(value as object).sort();
const wish = (startsAt: number) => ({ appointmentDate: dateAt(startsAt), appointmentTime: timeAt(startsAt) });
const withKey = (key: string): Record<string, string> => ({ "Idempotency-Key": key });

describe("what each audience is shown, to the last key:", () => {
  const PARTY = ["_id", "id", "image", "name", "phone", "username"];
  const BOOKING = [
    "_id", "address", "appointmentDate", "appointmentTime", "client", "createdAt", "id", "job", "location", "notes", "plumber", "proposedBy",
    "proposedStart", "report", "seen", "serviceType", "startsAt", "status", "title",
  ];

  test("a plumber as everybody sees them has no e-mail, phone, address or hash", async () => {
    const { body } = await call("GET", "/api/auth/plumbers");
    for (const plumber of body as One[]) {
      expect(keysOf(plumber)).toEqual(["_id", "about", "city", "experience", "fees", "id", "image", "name", "rating", "reviewCount", "speciality", "username"]);
    }
    const text = JSON.stringify(body);
    for (const { email, passwordHash, addressLine1 } of await town.context.db.select().from(users)) {
      for (const secret of [email, passwordHash, addressLine1, "+263771234567", "771234567"].filter(Boolean)) expect(text).not.toContain(secret);
    }
    expect((body as One[]).map(({ rating, reviewCount }) => ({ rating, reviewCount }))).toEqual([{ rating: null, reviewCount: 0 }, { rating: 2, reviewCount: 1 }]);
  });

  test("what a visitor can ask for names nobody's secret, in any answer", async () => {
    for (const path of ["/api/auth/plumbers?city=HARARE", "/api/openapi.json", "/api/auth/verify-email?token=x", "/api/nothing", `/api/bookings/${town.pending}`]) {
      const text = JSON.stringify((await call("GET", path)).body);
      expect(text).not.toMatch(/@example\.test|\+26377|Secret Street|secret note|scrypt|not a hash/);
    }
  });

  test("people to write to: no more than a name, a role and a picture, for admins too", async () => {
    for (const person of ["client", "plumber", "admin"] as const) {
      for (const one of [...(await list("/api/auth/users", person)), ...(await list("/api/auth/admins", person))]) {
        expect(keysOf(one)).toEqual(["_id", "id", "image", "name", "role", "username"]);
      }
    }
    expect((await list("/api/auth/users", "client")).map(({ _id }) => _id).sort()).toEqual([town.plumber.id, town.admin.id].sort());
    expect((await list("/api/auth/users", "otherClient")).map(({ _id }) => _id)).toEqual([town.admin.id]);
    expect((await list("/api/auth/users", "admin")).map(({ _id }) => _id).sort()).toEqual([town.client.id, town.otherClient.id, town.plumber.id, town.otherPlumber.id].sort());
  });

  test("a booking as its sides see it: phones only while they are shared, e-mails never", async () => {
    for (const person of ["client", "plumber"] as const) {
      const bookings = await list(`/api/bookings/${person}`, person);
      for (const booking of bookings) {
        expect(keysOf(booking)).toEqual(BOOKING);
        const [client, plumber] = [booking["client"], booking["plumber"]] as One[];
        expect(keysOf(client)).toEqual(PARTY);
        if (plumber) expect(keysOf(plumber)).toEqual(PARTY);
        const other = person === "client" ? plumber : client;
        expect(other?.["phone"] ?? null, String(booking["status"])).toBe(["confirmed", "completed"].includes(String(booking["status"])) ? "+263771234567" : null);
      }
      expect(bookings.map(({ status }) => status)).toContain("pending");
      expect(bookings.map(({ status }) => status)).toContain("confirmed");
    }
    expect(await list("/api/bookings/plumber/unseen", "plumber")).toMatchObject([{ _id: town.pending, seen: false }]);
  });

  test("a booking as the desk sees it has both sides' phones and e-mails", async () => {
    const { body } = await call("GET", `/api/bookings/${town.pending}`, as("admin"));
    expect(keysOf(body)).toEqual(BOOKING);
    expect(keysOf((body as One)["client"])).toEqual([...PARTY, "email"].sort());
    expect(body).toMatchObject({ client: { email: town.client.email, phone: "+263771234567" }, plumber: { email: town.plumber.email } });
  });

  test("an account as its owner sees it, with the names of spec 3", async () => {
    const { body } = await call("GET", "/api/auth/profile", as("plumber"));
    expect(keysOf(body)).toEqual([
      "_id", "about", "address", "avatar", "city", "email", "experience", "fees", "id", "image", "location", "name", "phone", "place", "role", "speciality", "username",
    ]);
    expect(body).toMatchObject({ _id: town.plumber.id, id: town.plumber.id, email: town.plumber.email, fees: 25, address: { line1: null, line2: null } });
  });

  test("a review: the client by name, but by id alone where a job's is asked for", async () => {
    const REVIEW = ["_id", "answer", "booking", "client", "comment", "createdAt", "id", "job", "plumber", "rating"];
    const [mine] = await list("/api/bookings/my-reviews", "client");
    const [got] = await list("/api/plumber/reviews", "plumber");
    const [ofJob] = await list(`/api/reviews?job=${town.reviewed}`, "plumber");
    for (const review of [mine, got, ofJob]) expect(keysOf(review)).toEqual(REVIEW);
    expect(got).toMatchObject({ client: { name: "Rudo", username: "Own" }, comment: "He was late.", rating: 2 });
    expect(ofJob).toMatchObject({ client: town.client.id });
    expect(await list(`/api/reviews?job=${String(mine!["job"])}`, "client")).toMatchObject([{ _id: mine!._id }]);
    expect(await call("GET", "/api/plumber/reviews/average", as("plumber"))).toMatchObject({ body: { average: 2, count: 1 } });
    expect(await call("GET", "/api/plumber/reviews/average", as("otherPlumber"))).toMatchObject({ body: { average: 0, count: 0 } });
  });

  test("a message", async () => {
    await sendMessage(town.context, town.plumber, { recipientId: town.client.id, id: newId(), content: "On my way" });
    const [message] = await list(`/api/messages?userId=${town.plumber.id}`, "client");
    expect(keysOf(message)).toEqual(["_id", "clientId", "content", "createdAt", "id", "recipient", "sender"]);
    expect(message).toMatchObject({ sender: town.plumber.id, recipient: town.client.id, content: "On my way" });
  });
});

describe("lists", () => {
  test("go on with `before`, to the last one and each once, in the order of the pages", async () => {
    const eager = await settle(town.context, "client");
    const busy = await settle(town.context, "plumber");
    for (let at = 0; at < 7; at++) {
      const id = await book(town.context, eager, busy, town.starts[at]!);
      await moveBooking(town.context, busy, (await findBookingFor(town.context.db, busy, id))!, "confirm");
      // Three of them lie in the past by now.
      if (at < 3) await town.context.db.update(bookings).set({ startsAt: town.context.now - (at + 1) * DAY }).where(sql`id = ${id}`);
    }
    const all = async (path: string, member: typeof eager, limit: number) => {
      const token = await tokenOf(town.context, member);
      const seen: number[] = [];
      for (let next: string | null = `${path}?limit=${limit}`; next; ) {
        const { body, headers, status } = await call("GET", next, { token });
        expect(status).toBe(200);
        expect((body as One[]).length).toBeLessThanOrEqual(limit);
        seen.push(...(body as One[]).map(({ startsAt }) => Date.parse(String(startsAt))));
        next = /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1] ?? null;
      }
      return seen;
    };
    const [ahead, past] = [town.starts.slice(3, 7), [1, 2, 3].map((days) => town.context.now - days * DAY)];
    for (const limit of [1, 2, 3, 7, 200]) {
      expect(await all("/api/bookings/client", eager, limit), `client by ${limit}`).toEqual([...ahead.toReversed(), ...past]);
      expect(await all("/api/bookings/plumber", busy, limit), `plumber by ${limit}`).toEqual([...ahead, ...past]);
    }
  });

  test("never give more than 200, nor what follows somebody else's object", async () => {
    const crowd = await settle(town.context, "client");
    await env.DB.prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
      insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
      select printf('crowd%08d', i), printf('PB-C%08d', i), ?1, ?2, 'completed', i, 1, 1 from n`).bind(crowd.id, town.otherPlumber.id).run();
    const token = await tokenOf(town.context, crowd);
    const first = await call("GET", "/api/bookings/client", { token });
    expect(first.body).toHaveLength(200);
    expect((await call("GET", /<(.+)>/.exec(first.headers.get("Link")!)![1]!, { token })).body).toHaveLength(50);
    expect((await call("GET", "/api/bookings/client?limit=201", { token })).status).toBe(422);
    // An end that is none would look like the end of the list.
    for (const [path, token] of [["/api/bookings/client", tokens.otherClient], ["/api/bookings/plumber", tokens.plumber], ["/api/auth/users", tokens.client], ["/api/auth/plumbers", ""]]) {
      for (const before of ["crowd00000100", "nobody", crowd.id]) {
        expect(await call("GET", `${path}?before=${before}`, { token }), `${path} ${before}`).toMatchObject({ status: 422, body: { message: "That is not in this list. Please begin anew." } });
      }
    }
  });

  test("lose nothing and repeat nothing when what they stopped at is given away, suspended or has begun", async () => {
    const busy = await settle(town.context, "plumber", { city: "Masvingo" });
    const token = await tokenOf(town.context, busy);
    const ids: string[] = [];
    for (let at = 0; at < 6; at++) ids.push(await book(town.context, await settle(town.context, "client"), busy, town.starts[at + 20]!));
    const part = async (path: string) => {
      const { body, headers } = await call("GET", path, { token });
      return { ids: (body as One[]).map(({ _id }) => _id), next: /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1] ?? "" };
    };
    const first = await part("/api/bookings/plumber?limit=2");
    expect(first.ids).toEqual(ids.slice(0, 2));
    await town.context.db.update(bookings).set({ plumberId: town.otherPlumber.id }).where(sql`id = ${ids[1]}`);
    expect((await part(`${first.next}&limit=200`.replace("limit=2&", ""))).ids).toEqual(ids.slice(2));

    // The job they stopped at begins: the rest of those ahead still comes first, and it does not come again.
    const third = await part(first.next);
    expect(third.ids).toEqual(ids.slice(2, 4));
    await town.context.db.update(bookings).set({ startsAt: Date.now() - 1000 }).where(sql`id = ${ids[3]}`);
    expect((await part(third.next)).ids.slice(0, 2)).toEqual(ids.slice(4));

    const colleagues = await Promise.all([1, 2, 3].map((at) => settle(town.context, "plumber", { city: "Chinhoyi", name: `Colleague${at}` })));
    const [top] = [await part("/api/auth/plumbers?city=chinhoyi&limit=1")];
    expect(top.ids).toEqual([colleagues[0]!.id]);
    await town.context.db.update(plumberProfiles).set({ listed: false }).where(sql`user_id = ${colleagues[0]!.id}`);
    expect((await part(top.next.replace("limit=1", "limit=9"))).ids).toEqual(colleagues.slice(1).map(({ id }) => id));
  });

  test("of messages give the newest, oldest first; reading them counts as read", async () => {
    for (let at = 0; at < 5; at++) await sendMessage(town.context, town.admin, { recipientId: town.otherClient.id, id: newId(), content: `Line ${at}` });
    const address = `/api/messages?userId=${town.admin.id}`;
    const newest = await call("GET", `${address}&limit=2`, as("otherClient"));
    expect((newest.body as One[]).map(({ content }) => content)).toEqual(["Line 3", "Line 4"]);
    const older = await call("GET", /<(.+)>/.exec(newest.headers.get("Link")!)![1]!, as("otherClient"));
    expect((older.body as One[]).map(({ content }) => content)).toEqual(["Line 1", "Line 2"]);
    await expect.poll(async () => (await town.context.db.select({ unread: users.unreadMessages }).from(users).where(sql`id = ${town.otherClient.id}`))[0]?.unread).toBe(0);
  });
});

describe("the main job", () => {
  test("is done from sign-up to review by calls alone", async () => {
    const password = "a fine password";
    const [plumberEmail, clientEmail] = [`${newId()}@example.test`, `${newId()}@example.test`];
    const image = new File([await png(60, 60)], "me.png", { type: "image/png" });
    const registered = [
      await call("POST", "/auth/register", { form: { name: "Tapiwa", username: "Dube", email: plumberEmail, password, role: "Plumber", image, speciality: "Other", experience: "5 Years", about: "About", fees: "25.50", addressLine1: "1 Main Street", city: "Mutare" } }),
      await call("POST", "/api/auth/register", { form: { name: "Ruvimbo", username: "Phiri", role: "client", email: clientEmail, password } }),
    ];
    for (const { status, body } of registered) expect({ status, body }).toEqual({ status: 201, body: { message: "Registration successful! Please check your email to verify your account." } });
    expect(await call("POST", "/auth/login", { json: { email: clientEmail, password } })).toMatchObject({ status: 403, body: { message: "Please verify your email before signing in." } });
    for (const email of [plumberEmail, clientEmail]) {
      const [mail] = await town.context.db.select().from(mails).where(sql`recipient = ${email}`);
      const token = /token=([\w-]+)/.exec(mail?.text ?? "")![1]!;
      expect(await call("GET", `/api/auth/verify-email?token=${token}`)).toMatchObject({ status: 200, body: { message: "Your email is verified." } });
    }
    const signIn = async (email: string, path: string) => (await call("POST", path, { json: { email, password } })).body as { token: string; user: One; message: string };
    const plumber = await signIn(plumberEmail, "/api/auth/login");
    const client = await signIn(clientEmail, "/auth/login");
    expect(client).toMatchObject({ message: "Sign-in successful!", user: { name: "Ruvimbo", username: "Phiri", role: "client", email: clientEmail } });
    expect(String(plumber.user["image"])).toMatch(/^https:\/\/pombi\.test\/photos\/[a-z0-9]{24}-800\.webp$/);
    expect((await visit(new URL(String(plumber.user["avatar"])).pathname)).status).toBe(200);
    expect((await call("GET", "/api/auth/plumbers?city=mutare")).body).toMatchObject([{ _id: plumber.user._id, fees: 25.5, city: "Mutare" }]);

    const slots = (await call("GET", `/api/auth/plumbers/${plumber.user._id}/slots`)).body as One[];
    expect(slots.map(({ startsAt }) => Date.parse(String(startsAt)))).toEqual(town.starts.filter((start) => start > Date.now()));
    expect(slots).toContainEqual({ ...wish(town.starts[3]!), startsAt: new Date(town.starts[3]!).toISOString() });
    const asked = await call("POST", "/api/bookings", { token: client.token, json: { plumber: plumber.user._id, ...wish(town.starts[3]!), notes: "A dripping tap" } });
    const booking = asked.body as One;
    expect(asked).toMatchObject({ status: 201, body: { status: "pending", notes: "A dripping tap", ...wish(town.starts[3]!) } });
    expect(asked.headers.get("Location")).toBe(`/api/bookings/${booking._id}`);
    const free = (await call("GET", `/api/auth/plumbers/${plumber.user._id}/slots`)).body as One[];
    expect(free).toHaveLength(slots.length - 1);
    const again = await call("POST", "/api/bookings", { token: client.token, json: { plumber: plumber.user._id, ...wish(town.starts[3]!) } });
    expect(again).toMatchObject({ status: 200, body: { _id: booking._id } });
    expect((await call("GET", "/api/bookings/plumber/unseen", { token: plumber.token })).body).toMatchObject([{ _id: booking._id }]);
    expect(await call("PATCH", `/api/bookings/${booking._id}/seen`, { token: plumber.token })).toMatchObject({ status: 200, body: { seen: true } });
    expect((await call("GET", "/api/bookings/plumber/unseen", { token: plumber.token })).body).toEqual([]);
    expect((await call("GET", `/api/reviews?job=${booking._id}`, { token: client.token })).status).toBe(404);
    expect((await call("POST", `/api/bookings/${booking._id}/review`, { token: client.token, json: { rating: 5 } })).status).toBe(404);
    for (const status of ["confirmed", "confirmed", "completed"]) {
      expect(await call("PATCH", `/api/bookings/${booking._id}/status`, { token: plumber.token, json: { status } })).toMatchObject({ status: 200, body: { status } });
    }
    expect(await call("PATCH", `/api/bookings/${booking._id}/status`, { token: plumber.token, json: { status: "refused" } })).toMatchObject({
      status: 409,
      body: { message: "This is not possible any more: the booking is completed." },
    });
    const review = await call("POST", `/api/bookings/${booking._id}/review`, { token: client.token, json: { rating: 5, comment: "On time" } });
    expect(review).toMatchObject({ status: 201, body: { rating: 5, comment: "On time", job: booking["job"], client: { _id: client.user._id } } });
    expect(await call("POST", `/api/bookings/${booking._id}/review`, { token: client.token, json: { rating: 1 } })).toMatchObject({
      status: 409,
      body: { message: "You have already reviewed this plumber for this job." },
    });
    // Told by mail like everything that is done on the site.
    const kinds = (await town.context.db.select().from(mails).where(sql`recipient in (${plumberEmail}, ${clientEmail})`)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["bookingMoved", "bookingMoved", "bookingRequested", "verification", "verification"].sort());
  });

  test("an unassigned request goes to the office; in the past it is refused", async () => {
    const json = { plumber: "", serviceType: "Leak Fixing", location: "4 Main Street", notes: "", ...wish(town.starts.at(-6)!) };
    expect(await call("POST", "/api/bookings", as("otherClient", { json }))).toMatchObject({ status: 201, body: { plumber: null, location: "4 Main Street", address: "4 Main Street", notes: null } });
    expect(await call("POST", "/api/bookings", as("otherClient", { json: { ...json, location: " " } }))).toMatchObject({ status: 422, body: { message: "Please fill all required fields." } });
    expect(await call("POST", "/api/bookings", as("otherClient", { json: { ...json, appointmentDate: "2020-01-01" } }))).toMatchObject({ status: 400, body: { message: "Please choose a date and time in the future." } });
    expect(await call("POST", "/api/bookings", as("otherClient", { json: { plumber: "nobody", ...wish(town.starts[0]!) } }))).toMatchObject({ status: 404, body: { message: "Plumber not found." } });
    expect(await call("POST", "/api/bookings", as("plumber", { json }))).toMatchObject({ status: 403, body: { message: "Only clients can book appointments." } });
  });

  test("a slot that is taken is refused with 409, and given once however many ask at once", async () => {
    const start = town.starts[5]!;
    const crowd = await Promise.all(Array.from({ length: 8 }, async () => tokenOf(town.context, await settle(town.context, "client"))));
    const answers = await Promise.all(crowd.map((token) => call("POST", "/api/bookings", { token, json: { plumber: town.otherPlumber.id, ...wish(start) } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(answers.find(({ status }) => status === 409)!.body).toEqual({ message: "This time slot has just been booked. Please choose another." });
  });
});

describe("what two do at once", () => {
  test("to a booking that the desk gives away in the same moment ends in 200 or 404, never in a failure", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await book(town.context, await settle(town.context, "client"), town.plumber, town.starts.at(-20 - round)!);
      const seen = [0, 1, 2].map(() => call("PATCH", `/api/bookings/${id}/seen`, as("plumber")));
      const away = town.context.db.update(bookings).set({ plumberId: town.otherPlumber.id }).where(sql`id = ${id}`);
      const answers = await Promise.all([...seen, away.then(() => call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } })))]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
  });

  test("to a profile keeps both changes", async () => {
    for (let round = 0; round < 6; round++) {
      const member = await settle(town.context, "client", { name: "Nyasha" });
      const token = await tokenOf(town.context, member);
      const changes: Record<string, string>[] = [{ phone: "0772222222" }, { addressLine1: "9 Main Street" }];
      await Promise.all(changes.map((form) => call("PUT", "/api/auth/profile", { token, form: { name: "Nyasha", ...form } })));
      expect((await call("GET", "/api/auth/profile", { token })).body).toMatchObject({ phone: "+263772222222", address: { line1: "9 Main Street" } });
    }
  });

  test("confirming again after another time was proposed is still the same move", async () => {
    const id = await book(town.context, await settle(town.context, "client"), town.plumber, town.starts.at(-30)!);
    const confirm = () => call("PATCH", `/api/bookings/${id}/status`, as("plumber", { json: { status: "confirmed" } }));
    expect((await confirm()).status).toBe(200);
    const start = town.starts.at(-31)!;
    await visit(`/plumber-dashboard/jobs/${id}/reschedule`, { cookie: town.cookies.plumber, form: { intent: "propose", appointmentDate: dateAt(start), appointmentTime: timeAt(start) } });
    expect((await call("GET", `/api/bookings/${id}`, as("plumber"))).body).toMatchObject({ proposedBy: "plumber" });
    expect(await confirm()).toMatchObject({ status: 200, body: { status: "confirmed" } });
  });
});

describe("a token whose session has ended", () => {
  test("counts against no limit of its owner, and stores no photo", async () => {
    const owner = await settle(town.context, "client");
    const [dead, good] = [await tokenOf(town.context, owner), await tokenOf(town.context, owner)];
    await call("POST", "/api/auth/logout", { token: dead });
    const image = new File([await png(40, 40)], "me.png");
    for (let turn = 0; turn < 35; turn++) {
      expect((await call("POST", "/api/messages", { token: dead, json: { recipient: town.admin.id, content: `Number ${turn}` } })).status).toBe(401);
      expect((await call("POST", "/api/bookings", { token: dead, json: { plumber: town.plumber.id, ...wish(town.starts[9]!) } })).status).toBe(401);
    }
    const before = (await env.PHOTOS.list()).objects.length;
    expect((await call("PUT", "/api/auth/profile", { token: dead, form: { name: "Nobody", image } })).status).toBe(401);
    expect((await env.PHOTOS.list()).objects).toHaveLength(before);
    expect((await call("POST", "/api/messages", { token: good, json: { recipient: town.admin.id, content: "Still here" } })).status).toBe(201);
    expect((await call("POST", "/api/bookings", { token: good, json: { plumber: "nobody", ...wish(town.starts[9]!) } })).status).toBe(404);
  });
});

describe("messages", () => {
  test("asked for by HEAD stay unread", async () => {
    const reader = await settle(town.context, "client");
    await sendMessage(town.context, town.admin, { recipientId: reader.id, id: newId(), content: "Unread" });
    const token = await tokenOf(town.context, reader);
    const unread = async () => (await town.context.db.select({ unread: users.unreadMessages }).from(users).where(sql`id = ${reader.id}`))[0]?.unread;
    expect((await call("HEAD", `/api/messages?userId=${town.admin.id}`, { token })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await unread()).toBe(1);
    await call("GET", `/api/messages?userId=${town.admin.id}`, { token });
    await expect.poll(unread).toBe(0);
  });

  test("of the same id and words are one, half characters too", async () => {
    for (const content of ["Good day", "\ud800 half a character"]) {
      const json = { recipient: town.admin.id, content, id: `twice-${content.length}-sent` };
      const [one, other] = [await call("POST", "/api/messages", as("otherClient", { json })), await call("POST", "/api/messages", as("otherClient", { json }))];
      expect([one.status, other.status]).toEqual([201, 200]);
      expect(other.body).toEqual(one.body);
    }
  });
});

test("what is wrong is said in words, with the field's name where they are the parser's", async () => {
  const said = async (path: string, json: unknown, person: Person = "client") => ((await call("POST", path, as(person, { json }))).body as { message: string }).message;
  expect(await said("/api/bookings", { plumber: town.plumber.id, ...wish(town.starts[0]!), notes: 5 })).toMatch(/^notes: /);
  expect(await said("/api/bookings", { plumber: {} })).toBe("Please name the plumber by their id, or leave it empty.");
  expect(await said("/api/messages", { recipient: "x".repeat(100), content: "Hello" })).toBe("There is nobody here you can write to.");
  expect((await call("GET", `/api/auth/plumbers?city=${"x".repeat(100)}`)).body).toMatchObject({ message: expect.stringMatching(/^city: /) as string });
});

describe("a profile", () => {
  test("of a plumber keeps its address", async () => {
    const form = { name: "Tendai", addressLine1: "" };
    expect(await call("PUT", "/api/auth/profile", as("plumber", { form }))).toMatchObject({ status: 422, body: { message: "Address Line 1 is required for plumbers." } });
  });

  test("is changed by PUT: what is left out stays, what is empty is emptied, a photo is taken", async () => {
    const member = await settle(town.context, "client", { name: "Nyasha", username: "Old", phone: "+263772222222" });
    const token = await tokenOf(town.context, member);
    const put = (form: Record<string, string | File>) => call("PUT", "/api/auth/profile", { token, form });
    expect(await put({ name: "Nyasha", addressLine1: "9 Main Street" })).toMatchObject({ status: 200, body: { phone: "+263772222222", address: { line1: "9 Main Street" }, username: "Old" } });
    expect(await put({ name: "Nyasha", phone: "" })).toMatchObject({ status: 200, body: { phone: null, address: { line1: "9 Main Street" } } });
    expect(await put({ name: "Nyasha", phone: "12" })).toMatchObject({ status: 422, body: { message: "Please enter a Zimbabwean phone number, like 077 123 4567." } });
    expect(await put({ name: "Nyasha", image: new File(["no picture"], "a.png") })).toMatchObject({ status: 400, body: { message: "Only image files are allowed." } });
    expect(await put({ name: "Nyasha", image: new File([new Uint8Array(5 * 1024 * 1024 + 1)], "a.png") })).toMatchObject({ status: 413, body: { message: "Image is too large. The limit is 5 MB." } });
    const pictured = await put({ name: "Nyasha", image: new File([await png(40, 40)], "me.png") });
    expect(String((pictured.body as One)["image"])).toMatch(/-800\.webp$/);
  });
});

describe("an Idempotency-Key", () => {
  const enquiry = { name: "Chipo", email: "chipo-once@example.test", subject: "Norton", message: "Do you come?" };
  const count = () => town.context.db.$count(enquiries, sql`email = ${enquiry.email}`);

  test("makes the same request act once, and gets the same answer each time", async () => {
    const headers = withKey("once-and-only-once");
    const answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await call("POST", "/api/contact", { json: enquiry, headers }));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array.from({ length: 3 }, () => ({ status: 201, body: { message: "Thank you. We will answer soon." } })));
    expect(await count()).toBe(1);
    // The same words in another order, with blanks: the same request.
    const shuffled = JSON.stringify(Object.fromEntries(Object.entries(enquiry).toReversed()), null, 2);
    expect((await call("POST", "/api/contact", { raw: shuffled, headers: { ...headers, "Content-Type": "application/json" } })).status).toBe(201);
    expect(await count()).toBe(1);
  });

  test("with another body, or for another call, answers 422 and does nothing", async () => {
    const headers = withKey("used-for-one-thing");
    await call("POST", "/api/contact", { json: { ...enquiry, email: "first@example.test" }, headers });
    const other = await call("POST", "/api/contact", { json: { ...enquiry, email: "second@example.test" }, headers });
    expect(other).toMatchObject({ status: 422, body: { message: "This Idempotency-Key was sent with another request before." } });
    expect(await town.context.db.$count(enquiries, sql`email = 'second@example.test'`)).toBe(0);
    expect((await call("POST", "/auth/login", { json: { email: "a@b.co", password: "wrong one" }, headers })).status).toBe(422);
  });

  test("sent by many at once acts once: one does it, the others get its answer or are told to wait", async () => {
    const email = "at-once@example.test";
    const answers = await Promise.all(Array.from({ length: 12 }, () => call("POST", "/api/contact", { json: { ...enquiry, email }, headers: withKey("all-at-the-same-time") })));
    expect(await town.context.db.$count(enquiries, sql`email = ${email}`)).toBe(1);
    for (const { status, headers } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(headers.get("Retry-After")).toBe("1");
    }
    expect((await call("POST", "/api/contact", { json: { ...enquiry, email }, headers: withKey("all-at-the-same-time") })).status).toBe(201);
  });

  test("is each person's own: another's request under the same key is another request", async () => {
    const headers = withKey("a-key-that-two-have");
    const to = { recipient: town.admin.id, content: "Good morning" };
    const [one, other] = [await call("POST", "/api/messages", as("client", { json: to, headers })), await call("POST", "/api/messages", as("plumber", { json: to, headers }))];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect((one.body as One)._id).not.toBe((other.body as One)._id);
    const again = await call("POST", "/api/messages", as("client", { json: to, headers }));
    expect(again.body).toEqual(one.body);
    expect(await town.context.db.$count(messages, sql`sender_id = ${town.client.id} and content = 'Good morning'`)).toBe(1);
  });

  test("gives nothing to whose session has ended", async () => {
    const member = await settle(town.context, "client");
    const token = await tokenOf(town.context, member);
    const request = { token, json: { recipient: town.admin.id, content: "Before" }, headers: withKey("asked-before-the-end") };
    expect((await call("POST", "/api/messages", request)).status).toBe(201);
    await call("POST", "/api/auth/logout", { token });
    expect((await call("POST", "/api/messages", request)).status).toBe(401);
    expect((await call("POST", "/api/messages", { ...request, json: { recipient: town.admin.id, content: "After" }, headers: withKey("asked-after-the-end") })).status).toBe(401);
    // Nothing was done under that key: it is free.
    const fresh = await tokenOf(town.context, member);
    expect((await call("POST", "/api/messages", { ...request, token: fresh, json: { recipient: town.admin.id, content: "Anew" }, headers: withKey("asked-after-the-end") })).status).toBe(201);
  });

  test("keeps refusals too, but not those that pass", async () => {
    const headers = withKey("wrong-credentials-once");
    const wrong = { json: { email: "nobody@example.test", password: "wrong" }, headers };
    for (let turn = 0; turn < 2; turn++) expect(await call("POST", "/auth/login", wrong)).toMatchObject({ status: 400, body: { message: "Invalid email or password." } });

    const limited = { json: { ...enquiry, email: "limited@example.test" }, headers: withKey("limited-at-first") };
    for (let turn = 0; turn < 5; turn++) await call("POST", "/api/contact", { json: { ...limited.json, message: `Number ${turn}` } });
    const refused = await call("POST", "/api/contact", limited);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await call("POST", "/api/contact", { ...limited, settings: { LIMIT_FACTOR: "10" } })).status).toBe(201);
  });

  test("stores no token and no words that the database alone would give away", async () => {
    const email = `${newId()}@example.test`;
    await settle(town.context, "client", { email, passwordHash: await hashPassword("a fine password") });
    const headers = withKey("signing-in-with-a-key");
    const first = await call("POST", "/auth/login", { json: { email, password: "a fine password" }, headers });
    const { token } = first.body as { token: string };
    const rows = JSON.stringify(await town.context.db.select().from(idempotentRequests));
    for (const secret of [token, token.slice(-30), email, "a fine password", "signing-in-with-a-key", "Good morning"]) expect(rows).not.toContain(secret);
    expect((await call("POST", "/auth/login", { json: { email, password: "a fine password" }, headers })).body).toEqual(first.body);
    expect((await call("GET", "/api/auth/profile", { token })).status).toBe(200);
  });

  test("counts a photo by its bytes: the same form is the same sign-up, another picture is another request", async () => {
    const email = `${newId()}@example.test`;
    const [red, wide] = [await png(30, 30), await png(60, 30)];
    const register = (picture: Blob, name: string) =>
      call("POST", "/auth/register", {
        form: { name: "Tapiwa", username: "Dube", email, password: "a fine password", role: "plumber", image: new File([picture], name), speciality: "Leak Repair", experience: "5 Years", about: "About", fees: "20", addressLine1: "1 Main Street", city: "Harare" },
        headers: withKey("signing-up-with-a-photo"),
      });
    // Each form has a boundary of its own, and the file may be called otherwise.
    expect([(await register(red, "a.png")).status, (await register(red, "b.png")).status]).toEqual([201, 201]);
    expect(await town.context.db.$count(mails, sql`recipient = ${email}`)).toBe(1);
    expect((await register(wide, "a.png")).status).toBe(422);
  });

  test("is over with its life, and then anybody's first", async () => {
    const { db, now } = town.context;
    const [request, other] = [{ requestId: "r1", contentHash: "c1" }, { requestId: "r1", contentHash: "c2" }];
    const claim = await claimRequest(db, request, 30_000, now);
    if (claim.state !== "ours") throw new Error(claim.state);
    expect(await claimRequest(db, request, 30_000, now + 1)).toEqual({ state: "running" });
    await keepAnswer(db, claim.claimId, "r1", "sealed");
    expect(await claimRequest(db, request, 30_000, now + 29_999)).toEqual({ state: "answered", answer: "sealed" });
    expect(await claimRequest(db, other, 30_000, now + 29_999)).toEqual({ state: "otherContent" });
    expect(await claimRequest(db, other, 30_000, now + 30_000)).toMatchObject({ state: "ours" });
    // The first one comes too late to answer for the second.
    await keepAnswer(db, claim.claimId, "r1", "too late");
    expect(await claimRequest(db, other, 30_000, now + 30_001)).toEqual({ state: "running" });
    expect(await claimRequest(db, other, DAY, now + 60_001)).toMatchObject({ state: "ours" });
  });

  test("that is none of ours is refused; after a day it is forgotten", async () => {
    for (const key of ["short", "with a blank in it", "x".repeat(201)]) {
      expect((await call("POST", "/api/contact", { json: enquiry, headers: withKey(key) })).status, key).toBe(422);
    }
    expect(await town.context.db.$count(idempotentRequests)).toBeGreaterThan(0);
    await deleteExpired(town.context.db, Date.now() + DAY + 120_000);
    expect(await town.context.db.$count(idempotentRequests)).toBe(0);
    // The sessions of this file are none of those that end in a day.
    expect((await call("GET", "/api/auth/profile", as("client"))).status).toBe(200);
  });
});

describe("pages of other origins", () => {
  const APP = "https://app.example.com";
  const ask = (method: string, origin: string, settings?: Record<string, unknown>) => call(method, "/api/auth/plumbers", { headers: { Origin: origin }, settings });

  test("may read nothing while none is configured", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await ask(method, APP);
      for (const name of ["Origin", "Methods", "Headers", "Credentials"]) expect(headers.get(`Access-Control-Allow-${name}`)).toBeNull();
    }
  });

  test("may once theirs is, and no other; never with the cookie", async () => {
    const settings = { API_ORIGINS: `${APP} https://bot.example.com` };
    const answer = await ask("GET", APP, settings);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(APP);
    expect(answer.headers.get("Vary")).toContain("Origin");
    const preflight = await ask("OPTIONS", APP, settings);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    for (const { headers } of [answer, preflight]) expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    const other = await ask("GET", "https://evil.example.com", settings);
    expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
    // What is sent from there is answered: it carries a token that only its owner has.
    const sent = await call("POST", "/api/messages", as("client", { headers: { Origin: APP }, settings, json: { recipient: town.admin.id, content: "From an app" } }));
    expect(sent).toMatchObject({ status: 201 });
    expect(sent.headers.get("Access-Control-Allow-Origin")).toBe(APP);
  });

  test("a wrong setting is a setting that is missing", async () => {
    expect(await ask("GET", APP, { API_ORIGINS: "nonsense" })).toMatchObject({ status: 500, body: { message: "This site is not set up yet." } });
  });
});

describe("limits", () => {
  test("answer 429 with Retry-After and a message: signing in, writing, booking, tickets", async () => {
    const from = { "CF-Connecting-IP": "196.9.9.9" };
    const wrong = () => call("POST", "/auth/login", { json: { email: "nobody@example.test", password: "wrong" }, headers: from });
    const statuses = [];
    for (let turn = 0; turn < 11; turn++) statuses.push((await wrong()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    const writer = await settle(town.context, "client");
    const token = await tokenOf(town.context, writer);
    const answers = await Promise.all(Array.from({ length: 31 }, (_, at) => call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content: `Number ${at}` } })));
    const [refused, ...more] = answers.filter(({ status }) => status === 429);
    expect(more).toEqual([]);
    expect(refused!.body).toEqual({ message: "Too many attempts. Please try again in a minute." });
    expect(Number(refused!.headers.get("Retry-After"))).toBeGreaterThan(0);
    const tickets = await Promise.all(Array.from({ length: 61 }, () => call("POST", "/api/socket-ticket", { token })));
    expect(tickets.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

test("a read waits for one D1 round trip, a write for two and what it shows for one more", async () => {
  const settings = { D1_DELAY_MS: "15" };
  const READS: [Person, string][] = [
    ["client", "/api/auth/users"], ["client", "/api/auth/admins"], ["client", "/api/auth/plumbers"], ["plumber", "/api/auth/profile"], ["client", `/api/messages?userId=${town.plumber.id}`],
    ["client", "/api/bookings/client"], ["plumber", "/api/bookings/plumber"], ["plumber", "/api/bookings/plumber/unseen"], ["client", `/api/bookings/${town.pending}`],
    ["client", "/api/bookings/my-reviews"], ["client", `/api/reviews?job=${town.reviewed}`], ["plumber", "/api/plumber/reviews"], ["plumber", "/api/plumber/reviews/average"],
  ];
  for (const [person, path] of READS) {
    const answer = await call("GET", path, as(person, { settings }));
    expect({ path, status: answer.status, depth: depthOf(answer) }).toEqual({ path, status: 200, depth: 1 });
  }
  const WRITES: [Person, string, string, ApiCall, depth: number][] = [
    ["plumber", "PATCH", `/api/bookings/${town.pending}/status`, { json: { status: "confirmed" } }, 3],
    ["plumber", "PATCH", `/api/bookings/${town.pending}/seen`, {}, 3],
    ["client", "POST", "/api/bookings", { json: { plumber: town.plumber.id, ...wish(town.starts[8]!) } }, 3],
    ["client", "POST", "/api/messages", { json: { recipient: town.plumber.id, content: "Deep" } }, 2],
    ["client", "PUT", "/api/auth/profile", { form: { name: "Rudo" } }, 3],
    ["client", "POST", "/api/socket-ticket", {}, 2],
  ];
  for (const [person, method, path, request, most] of WRITES) {
    const answer = await call(method, path, as(person, { ...request, settings }));
    expect(answer.status, path).toBeLessThan(300);
    expect(depthOf(answer), path).toBeLessThanOrEqual(most);
    // A key costs its claim before and its answer after.
    if (method === "POST") expect(depthOf(await call(method, path, as(person, { ...request, settings, headers: withKey(newId()) }))), path).toBeLessThanOrEqual(most + 2);
  }
});

test("what fails on our side is a 500 with a request id, JSON like everything, and no secret", async () => {
  const broken = { prepare: () => { throw new Error("D1_ERROR: no such table: secret_things"); }, batch: () => Promise.reject(new Error("D1_ERROR: secret_things")) };
  for (const [method, path, request] of [["GET", "/api/auth/plumbers", {}], ["GET", "/api/auth/profile", as("client")], ["POST", "/api/messages", as("client", { json: { recipient: "x", content: "y" }, headers: withKey("with-a-broken-database") })]] as const) {
    const { status, body, headers } = await call(method, path, { ...request, settings: { DB: broken } });
    expect(status).toBe(500);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(keysOf(body)).toEqual(["message"]);
    expect(JSON.stringify(body)).not.toMatch(/secret|D1|stack/);
  }
});
