import fc from "fast-check";
import { beforeAll, expect, inject, test } from "vitest";
import { sql } from "drizzle-orm";
import { bookings, messages, users } from "~/db/schema";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { call, tokenOf, type ApiAnswer } from "../support/api";
import { seedTownForAdmin, type TownUser } from "../support/town";

declare module "vitest" {
  interface ProvidedContext {
    /** How many requests of `npm run test:slow`, and of `npm run test:soak`. */
    randomRequests: number;
  }
}

// Thousands of requests that nobody would think of, the same ones for the same seed: none of them may end in a failure
// of ours, and none may show anyone another user's data.
import { randomCall, USERS, type RandomCall } from "../support/random-calls";

const RUNS = inject("randomRequests");
const WIDE = { LIMIT_FACTOR: "100000" };

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let tokens: Record<TownUser, string>;
let ids: string[];
/** What each of these texts may be shown to, besides admins. */
let secrets: [text: string, mayKnow: TownUser[]][];

beforeAll(async () => {
  town = await seedTownForAdmin();
  const { context, client, otherClient, plumber, otherPlumber, admin } = town;
  const accounts = { client, otherClient, plumber, otherPlumber, admin };
  tokens = { ...town.tokens };
  await sendMessage(context, client, { recipientId: plumber.id, id: newId(), content: "words-between-the-two" });
  await sendMessage(context, admin, { recipientId: otherPlumber.id, id: newId(), content: "words-of-the-office" });
  await context.db
    .update(users)
    .set({ phone: "+263771234567" })
    .where(sql`true`);
  ids = [
    town.pending,
    town.confirmed,
    town.request,
    town.reviewed,
    town.review,
    ...Object.values(accounts).map(({ id }) => id),
  ];
  secrets = [
    ["Secret Street", ["client", "plumber"]],
    ["A secret note", ["client", "plumber"]],
    ["words-between-the-two", ["client", "plumber"]],
    ["words-of-the-office", ["otherPlumber"]],
    ["chipo@example.test", []],
    ["not a hash", []],
    ["scrypt", []],
    ...USERS.map((user): [string, TownUser[]] => [accounts[user].email, [user]]),
    ...USERS.map((user): [string, TownUser[]] => [tokens[user], []]),
  ];
});

const comeBack = async (user: TownUser) => void (tokens[user] = await tokenOf(town.context, town[user]));

const place = (value: unknown): unknown =>
  value !== null && typeof value === "object" && "known" in value ? (ids[Number(value.known)] ?? "nobody") : value;

/** As a form and an address would carry it. */
const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const idFor = (path: string, id: number) => ids[path.startsWith("/api/bookings/") && id < 9 ? id % 4 : id] ?? "nobody";

function send({ method, path, user, id, query, body, kind, key }: RandomCall): Promise<ApiAnswer> {
  const at = path.replace("{id}", encodeURIComponent(idFor(path, id))).replace("{version}", "1");
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, asText(place(value))]),
  ).toString();
  const filled =
    body !== null && typeof body === "object" && !Array.isArray(body)
      ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, place(value)]))
      : body;
  const headers: Record<string, string> = {
    ...(key !== null && { "Idempotency-Key": key }),
    ...(user === "cookie" && { Cookie: town.cookies.admin }),
  };
  const token =
    user === "nobody" || user === "cookie"
      ? {}
      : { token: user === "forged" ? `${tokens.admin.slice(0, -3)}abc` : tokens[user] };
  const request = { ...token, headers, settings: WIDE };
  const address = search && method === "GET" ? `${at}?${search}` : at;
  if (method === "GET" || method === "HEAD" || kind === "none") return call(method, address, request);
  if (kind === "form") {
    const form = Object.fromEntries(
      Object.entries(Object(filled) as object).map(([name, value]) => [name.replace(/\\/g, "/"), asText(value)]),
    );
    return call(method, address, { ...request, form });
  }
  const text = JSON.stringify(filled);
  return call(method, address, {
    ...request,
    raw: kind === "text" ? text.slice(0, -1) : text,
    headers: { ...headers, "Content-Type": "application/json" },
  });
}

/** Every object in a response, at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

const SHARES = ["confirmed", "in-progress", "completed"];

/** Whoever asks for an email learns nothing from the response. */
const SAME_FOR_ALL = ["/api/auth/forgot-password", "/api/auth/resend-verification"];

function expectNothingOfOthers({ user, path }: RandomCall, { status, body }: ApiAnswer) {
  const text = JSON.stringify(body) ?? "";
  const isAdmin = user === "admin";
  const isTownUser = (USERS as string[]).includes(user);
  for (const [secret, mayKnow] of secrets) {
    const allowed =
      (mayKnow as string[]).includes(user) ||
      (isAdmin && !["not a hash", "scrypt"].includes(secret) && !Object.values(tokens).includes(secret));
    if (!allowed) expect(text.includes(secret), `${user} was shown "${secret}" by ${path}`).toBe(false);
  }
  if (!isTownUser && status === 200 && path !== "/api/openapi.json")
    expect(
      [
        "/api/auth/plumbers",
        "/api/auth/plumbers/{id}",
        "/api/auth/plumbers/{id}/reviews",
        "/api/auth/plumbers/{id}/slots",
        "/api/auth/verify-email",
        ...SAME_FOR_ALL,
      ],
      path,
    ).toContain(path);
  if (isAdmin || !isTownUser) return;
  const self = town[user as TownUser].id;
  for (const one of objectsIn(body)) {
    if ("appointmentDate" in one && "status" in one) {
      const [client, plumber] = [one["client"], one["plumber"]] as (Record<string, unknown> | null)[];
      expect([client?.["_id"], plumber?.["_id"]]).toContain(self);
      for (const side of [client, plumber]) {
        if (side && side["_id"] !== self && side["phone"] !== null) expect(SHARES).toContain(one["status"]);
        if (side) expect(side).not.toHaveProperty("email");
      }
    }
    if ("recipient" in one) expect([one["sender"], one["recipient"]]).toContain(self);
    if ("email" in one) expect(one["_id"]).toBe(self);
  }
}

function expectProblem(body: unknown) {
  expect(body).toMatchObject({
    message: expect.stringMatching(/./) as string,
    code: expect.stringMatching(/^[a-z_]+$/) as string,
    errors: expect.any(Array) as unknown[],
  });
}

test(
  `${RUNS} requests at random: never a failure of ours, never somebody else's data`,
  async () => {
    const statuses: Record<string, number> = {};
    const { db } = town.context;
    const before = { bookings: await db.$count(bookings), messages: await db.$count(messages) };
    await fc.assert(
      fc.asyncProperty(randomCall, async (request) => {
        const response = await send(request);
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        // Whoever has signed out signs in again.
        if (/^\/api\/auth\/logout/.test(request.path) && response.status === 200)
          await comeBack(request.user as TownUser);
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400 && request.method !== "HEAD") expectProblem(response.body);
        if (response.status === 429) throw new Error("The limits of this run are too narrow.");
        expectNothingOfOthers(request, response);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    console.info("answers by status", JSON.stringify(statuses));
    // It did get inside: what is right is among what was asked, in all its kinds.
    for (const status of [200, 201, 400, 401, 404, 405, 409, 415, 422])
      expect(statuses[status] ?? 0, String(status)).toBeGreaterThan(RUNS / 3000);
    // However many are sent, a client has ten open requests at most.
    expect(await db.$count(bookings)).toBeGreaterThan(before.bookings);
    expect(await db.$count(messages)).toBeGreaterThan(before.messages);
  },
  RUNS * 60,
);

test("the figures that are stored are still those of the rows", async () => {
  const [row] = await town.context.db.all<{ wrong: number }>(sql`
    select (select count(*) from plumber_profiles where jobs_total <> (select count(*) from bookings where plumber_id = user_id)
        or jobs_completed <> (select count(*) from bookings where plumber_id = user_id and status = 'completed')
        or rating_count <> (select count(*) from reviews where reviews.plumber_id = user_id and hidden_at is null)
        or rank_count <> (select count(distinct client_id) from reviews where reviews.plumber_id = user_id and hidden_at is null)
        or rating_sum <> (select coalesce(sum(rating), 0) from reviews where reviews.plumber_id = user_id and hidden_at is null))
      + (select count(*) from users where unread_messages <> (select coalesce(sum(unread), 0) from contacts where user_id = users.id)) as wrong`);
  expect(row?.wrong).toBe(0);
});
