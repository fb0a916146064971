import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod";
import { OPERATIONS } from "~/api/operations/operations.server";

import { plumberProfiles, users } from "~/db/schema";
import { sendMessage } from "~/domain/messages/messages.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { png } from "../support/png";
import { env } from "../support/env";
import { sendJobPhoto } from "../support/job-photos";
import { callsOf, call, tokenOf, type ApiCall, type One } from "../support/site";
import { book, makeTransition, seedTownForAdmin, setBooking, type TownUser } from "../support/town";
import { createKnownClient, createUser } from "../support/users";
import { currentInstant } from "../support/now";

const town = await seedTownForAdmin();
const { context, db } = town;
await db.run(sql`update users set phone = '+263771234567'`);

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });
const list = async (path: string, user: TownUser) => (await call("GET", path, as(user))).body as One[];
const keys = (names: string) => names.split(/\s+/);
const keysOf = (value: unknown) => Object.keys(value as object).sort();

const PARTICIPANT = keys("_id id image name phone username");
const BOOKING = keys(`_id address agreedDeposit agreedPrice appointmentDate appointmentTime city client createdAt due
    expectedAt fee finalAmount finalAnswer finalReason id job location notes onTheWayAt paidAmount photos pin plumber
    proposedBy proposedStart replaces report seen serviceType startsAt status title wishedPlumber`);

test("a plumber as everyone sees them has no email, phone, address or hash", async () => {
  const { body } = await call("GET", "/api/auth/plumbers");
  for (const plumber of body as One[]) {
    expect(keysOf(plumber)).toEqual(
      keys("_id about city experience fees id image name rating reviewCount speciality username"),
    );
  }
  const text = JSON.stringify(body);
  for (const { email, passwordHash, addressLine1 } of await db.select().from(users)) {
    for (const secret of [email, passwordHash, addressLine1, "+263771234567", "771234567"].filter(Boolean))
      expect(text).not.toContain(secret);
  }
  expect((body as One[]).map(({ rating, reviewCount }) => ({ rating, reviewCount }))).toEqual([
    { rating: null, reviewCount: 0 },
    { rating: 2, reviewCount: 1 },
  ]);
});

test("a user to write to has a name, a role and a photo, for admins too", async () => {
  for (const [user, others] of [
    ["client", ["plumber", "admin"]],
    ["otherClient", ["admin"]],
    ["admin", ["client", "otherClient", "plumber", "otherPlumber"]],
  ] as const) {
    const known = await list("/api/auth/users", user);
    for (const one of [...known, ...(await list("/api/auth/admins", user))])
      expect(keysOf(one)).toEqual(keys("_id id image name role username"));
    expect(known.map(({ _id }) => _id).sort(), user).toEqual(others.map((other) => town[other].id).sort());
  }
});

test("a booking as its participants see it has phones only while they are shared, and notices never", async () => {
  for (const user of ["client", "plumber"] as const) {
    const bookings = await list(`/api/bookings/${user}`, user);
    for (const booking of bookings) {
      expect(keysOf(booking)).toEqual(BOOKING);
      const [client, plumber] = [booking["client"], booking["plumber"]] as One[];
      expect(keysOf(client)).toEqual(PARTICIPANT);
      if (plumber) expect(keysOf(plumber)).toEqual(PARTICIPANT);
      const other = user === "client" ? plumber : client;
      expect(other?.["phone"] ?? null, String(booking["status"])).toBe(
        ["confirmed", "completed"].includes(String(booking["status"])) ? "+263771234567" : null,
      );
    }
    expect(bookings.map(({ status }) => status)).toEqual(expect.arrayContaining(["pending", "confirmed"]));
  }
  expect(await list("/api/bookings/plumber/unseen", "plumber")).toMatchObject([{ _id: town.pending, seen: false }]);
});

test("a booking as admins see it has both sides' phones and emails", async () => {
  const { body } = await call("GET", `/api/bookings/${town.pending}`, as("admin"));
  expect(keysOf(body)).toEqual(BOOKING);
  expect(keysOf((body as One)["client"])).toEqual([...PARTICIPANT, "email"].sort());
  expect(body).toMatchObject({
    client: { email: town.client.email, phone: "+263771234567" },
    plumber: { email: town.plumber.email },
  });
});

test("an account as its owner sees it has the published names (X3)", async () => {
  const { body } = await call("GET", "/api/auth/profile", as("plumber"));
  expect(keysOf(body)).toEqual(
    keys(
      "_id about address avatar city email experience fees id image location name phone place role speciality username",
    ),
  );
  expect(body).toMatchObject({
    _id: town.plumber.id,
    id: town.plumber.id,
    email: town.plumber.email,
    fees: 25,
    address: { line1: null, line2: null },
  });
});

test("a review has its client by name, but by id alone where a job's is asked for", async () => {
  const REVIEW = keys("_id answer booking client comment createdAt id job plumber rating");
  const [mine] = await list("/api/bookings/my-reviews", "client");
  const [got] = await list("/api/plumber/reviews", "plumber");
  const [ofJob] = await list(`/api/reviews?job=${town.reviewed}`, "plumber");
  for (const review of [mine, got, ofJob]) expect(keysOf(review)).toEqual(REVIEW);
  expect(got).toMatchObject({ client: { name: "Rudo", username: "Own" }, comment: "He was late.", rating: 2 });
  expect(ofJob).toMatchObject({ client: town.client.id });
  expect(await list(`/api/reviews?job=${String(mine!["job"])}`, "client")).toMatchObject([{ _id: mine!._id }]);
  const averageOf = async (user: TownUser) => (await call("GET", "/api/plumber/reviews/average", as(user))).body;
  expect(await averageOf("plumber")).toEqual({ average: 2, count: 1 });
  expect(await averageOf("otherPlumber")).toEqual({ average: 0, count: 0 });
});

test("a message has the published keys", async () => {
  await sendMessage(context, town.plumber, { recipientId: town.client.id, id: newId(), content: "On my way" });
  const [message] = await list(`/api/messages?userId=${town.plumber.id}`, "client");
  expect(keysOf(message)).toEqual(keys("_id clientId content createdAt id recipient sender"));
  expect(message).toMatchObject({ sender: town.plumber.id, recipient: town.client.id, content: "On my way" });
});

/** Gives the booking an address and two photos, whose ids it gives. */
async function fillPending() {
  await setBooking(context, town.pending, { street: "1 Secret Street", suburb: "Avondale", pin: "-17.8,31.05" });
  const image = await png(40, 40);
  const send = async () => (await sendJobPhoto(town.pending, town.cookies.client, image)).json<{ id: string }>();
  return [await send(), await send()].map(({ id }) => id);
}

const get = (path: string, user: TownUser) => call("GET", path, as(user));
const bookingFor = async (user: TownUser) => (await get(`/api/bookings/${town.pending}`, user)).body as One;
const photosFor = async (user: TownUser) =>
  (await bookingFor(user))["photos"] as { id: string; kind: string; url: string }[];

test("an API booking's photos are for both sides and the office, and a list reads them in the same query", async () => {
  const photos = await fillPending();
  for (const user of ["client", "plumber", "admin"] as const) {
    const shown = await photosFor(user);
    expect(shown.map(({ id, kind }) => [id, kind])).toEqual(photos.map((id) => [id, "problem"]));
    const opened = await get(new URL(shown[0]!.url).pathname, user);
    expect([opened.status, opened.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect((opened.body as Blob).size).toBeGreaterThan(20);
  }
  for (const user of ["client", "plumber"] as const) {
    const { body, headers } = await get(`/api/bookings/${user}`, user);
    expect(Math.max(...(body as One[]).map((one) => (one["photos"] as unknown[]).length))).toBe(2);
    expect(callsOf({ headers })).toBe(1);
  }
});

test("an API booking's hidden photo is the office's alone", async () => {
  const [, hidden] = await fillPending();
  await db.run(sql`update private_photos set hidden_at = 1 where id = ${hidden}`);
  expect(await photosFor("client")).toHaveLength(1);
  expect(await photosFor("plumber")).toHaveLength(1);
  expect(await photosFor("admin")).toHaveLength(2);
  expect((await get(`/api/photos/${hidden}`, "plumber")).status).toBe(404);
});

test("an API booking's street and pin are the plumber's from confirmation on, its client's always", async () => {
  await fillPending();
  const pin = { latitude: -17.8, longitude: 31.05 };
  expect(await bookingFor("client")).toMatchObject({ pin, address: "1 Secret Street, Avondale" });
  expect(await bookingFor("plumber")).toMatchObject({ pin: null, address: "Avondale" });
  await makeTransition(context, town.plumber, town.pending, "confirm");
  expect(await bookingFor("plumber")).toMatchObject({ pin, address: "1 Secret Street, Avondale" });
});

const nextOf = (headers: Headers) => /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1] ?? null;

test("lists continue with `before`, to the last one and each once, in the order of the pages", async () => {
  const eager = await createUser(context, "client");
  const busy = await createUser(context, "plumber");
  for (let at = 0; at < 7; at++) {
    const id = await book(context, eager, busy, town.starts[at]!);
    await makeTransition(context, busy, id, "confirm");
    // Three of them are in the past by now.
    if (at < 3) await setBooking(context, id, { startsAt: context.now - (at + 1) * DAY });
  }
  const all = async (path: string, user: typeof eager | typeof busy, limit: number) => {
    const token = await tokenOf(context, user);
    const seen: number[] = [];
    for (let next: string | null = `${path}?limit=${limit}`; next;) {
      const { body, headers, status } = await call("GET", next, { token });
      expect(status).toBe(200);
      expect((body as One[]).length).toBeLessThanOrEqual(limit);
      seen.push(...(body as One[]).map(({ startsAt }) => Date.parse(String(startsAt))));
      next = nextOf(headers);
    }
    return seen;
  };
  const ahead = town.starts.slice(3, 7);
  const past = [1, 2, 3].map((days) => context.now - days * DAY);
  for (const limit of [1, 3, 7]) {
    expect(await all("/api/bookings/client", eager, limit), `${limit}`).toEqual([...ahead.toReversed(), ...past]);
    expect(await all("/api/bookings/plumber", busy, limit), `${limit}`).toEqual([...ahead, ...past]);
  }
});

test("lists never return more than 200 objects, nor what follows someone else's object", async () => {
  const crowd = await createUser(context, "client");
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
      insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
      select printf('crowd%08d', i), printf('PB-C%08d', i), ?1, ?2, 'completed', i, 1, 1 from n`,
  )
    .bind(crowd.id, town.otherPlumber.id)
    .run();
  const token = await tokenOf(context, crowd);
  const first = await call("GET", "/api/bookings/client", { token });
  expect(first.body).toHaveLength(200);
  expect((await call("GET", nextOf(first.headers)!, { token })).body).toHaveLength(50);
  expect((await call("GET", "/api/bookings/client?limit=201", { token })).status).toBe(422);
});

test("a cursor that is garbled or of someone else's object is 400 in every list, with what to do", async () => {
  const { client, plumber } = town.tokens;
  const lists = OPERATIONS.filter(({ query }) => query instanceof z.ZodObject && "before" in query.shape);
  expect(lists.length).toBeGreaterThan(8);
  for (const { id, path, caller } of lists) {
    const token = caller === "plumber" ? plumber : client;
    const url = `${path.replace("{id}", town.plumber.id)}?userId=${town.plumber.id}`;
    // An end that is none would look like the end of the list.
    for (const before of ["nobody", "x.y.z", "1.", "", "%00", "9".repeat(500), town.otherClient.id, "-1.a"])
      expect(await call("GET", `${url}&before=${before}`, { token }), `${id} ${before}`).toMatchObject({
        status: 400,
        body: { code: "not_in_list", message: expect.stringContaining("Take it from the Link header") },
      });
  }
});

test("lists lose and repeat nothing when the object they stopped at is reassigned, suspended or begun", async () => {
  const busy = await createUser(context, "plumber", { city: "Masvingo" });
  const token = await tokenOf(context, busy);
  const ids: string[] = [];
  for (let at = 0; at < 6; at++)
    ids.push(await book(context, await createKnownClient(context), busy, town.starts[at + 20]!));
  const part = async (path: string) => {
    const { body, headers } = await call("GET", path, { token });
    return { ids: (body as One[]).map(({ _id }) => _id), next: nextOf(headers) ?? "" };
  };
  const first = await part("/api/bookings/plumber?limit=2");
  expect(first.ids).toEqual(ids.slice(0, 2));
  await setBooking(context, ids[1]!, { plumberId: town.otherPlumber.id });
  expect((await part(`${first.next}&limit=200`.replace("limit=2&", ""))).ids).toEqual(ids.slice(2));

  // The job they stopped at begins: the remaining upcoming jobs still come first, and it is not repeated.
  const third = await part(first.next);
  expect(third.ids).toEqual(ids.slice(2, 4));
  await setBooking(context, ids[3]!, { startsAt: currentInstant() - 1000 });
  expect((await part(third.next)).ids.slice(0, 2)).toEqual(ids.slice(4));

  const colleagues = await Promise.all(
    [1, 2, 3].map((at) => createUser(context, "plumber", { city: "Chinhoyi", firstName: `Colleague${at}` })),
  );
  const top = await part("/api/auth/plumbers?city=chinhoyi&limit=1");
  expect(top.ids).toEqual([colleagues[0]!.id]);
  await db
    .update(plumberProfiles)
    .set({ listed: false })
    .where(sql`user_id = ${colleagues[0]!.id}`);
  expect((await part(top.next.replace("limit=1", "limit=9"))).ids).toEqual(colleagues.slice(1).map(({ id }) => id));
});

test("a list of messages gives the newest, oldest first, and counts them as read", async () => {
  for (let at = 0; at < 5; at++)
    await sendMessage(context, town.admin, { recipientId: town.otherClient.id, id: newId(), content: `Line ${at}` });
  const address = `/api/messages?userId=${town.admin.id}`;
  const newest = await call("GET", `${address}&limit=2`, as("otherClient"));
  expect((newest.body as One[]).map(({ content }) => content)).toEqual(["Line 3", "Line 4"]);
  const older = await call("GET", nextOf(newest.headers)!, as("otherClient"));
  expect((older.body as One[]).map(({ content }) => content)).toEqual(["Line 1", "Line 2"]);
  const unread = () => db.$count(users, sql`id = ${town.otherClient.id} and unread_messages > 0`);
  await expect.poll(unread).toBe(0);
});
