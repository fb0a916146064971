import fc from "fast-check";
import { afterAll, expect, inject, test } from "vitest";
import { sql } from "drizzle-orm";
import { bookings, messages } from "~/db/schema";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { call, tokenOf, withKey, type ApiAnswer } from "../support/site";
import { addressOf, isMultipart, operations, WIDE } from "../support/api-document";
import { samplesOn, stageApi } from "../support/api-samples";
import { connectPaynow, stubPaynow } from "../support/paynow";
import type { TownUser } from "../support/town";

declare module "vitest" {
  interface ProvidedContext {
    /** The number of requests in `npm run test:slow`, and in `npm run test:soak`. */
    randomRequests: number;
  }
}

// None of thousands of requests may end in a failure of ours, and none may show anyone another user's data. They are the
// same ones for the same seed.

const RUNS = inject("randomRequests");
const USERS: TownUser[] = ["client", "otherClient", "plumber", "otherPlumber", "admin"];
/** They hash a password, which takes longer than a hundred other calls, or end an account of the town. */
const LEFT_OUT = /^(register|signIn)(Alias)?$|^(resetPassword|changePassword|deleteAccount)$/;
const TRIED = operations.filter(({ name }) => !LEFT_OUT.test(name));

afterAll(stubPaynow(connectPaynow()));

const town = await stageApi();
const samples = samplesOn(town);
const tokens = { ...town.tokens };
const { context, client, plumber, otherPlumber, admin } = town;
await sendMessage(context, client, { recipientId: plumber.id, id: newId(), content: "words-between-the-two" });
await sendMessage(context, admin, { recipientId: otherPlumber.id, id: newId(), content: "words-of-the-office" });
await context.db.run(sql`update users set phone = '+263771234567'`);
const { pending, confirmed, request, reviewed, review, paid, quoted, moving, dear, jobPhoto } = town;
const things = [pending, confirmed, request, reviewed, review, paid, quoted, moving, dear, jobPhoto];
const ids = [...things, ...USERS.map((user) => town[user].id)];
/** The users to whom each of these texts may be shown, apart from admins. */
const secrets: [text: string, mayKnow: TownUser[]][] = [
  ["Secret Street", ["client", "plumber"]],
  ["A secret note", ["client", "plumber"]],
  ["words-between-the-two", ["client", "plumber"]],
  ["words-of-the-office", ["otherPlumber"]],
  ["not a hash", []],
  ["scrypt", []],
  ...USERS.map((user): [string, TownUser[]] => [town[user].email, [user]]),
  ...USERS.map((user): [string, TownUser[]] => [tokens[user], []]),
];

const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", " ", "0", "-1", "../../etc", "%00", "' or 1=1 --", "\u202e", "__proto__", "constructor", "NaN"),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.object({ maxDepth: 1, maxKeys: 3 }),
);

/** Mostly the first, now and then another one. */
const mostly = <Usual, Other>(weight: number, usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
const nothing = fc.constant(null);

/** A sample's request by someone, with some of its values changed. */
const randomCall = fc.record({
  name: fc.constantFrom(...TRIED.map(({ name }) => name)),
  /** Another path or method than the operation's. */
  path: mostly(
    20,
    nothing,
    fc.webPath().map((path) => `/api/x${path}`),
  ),
  method: mostly(20, nothing, fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")),
  /** `own` is the sample's own user. */
  user: fc.constantFrom("own", "own", "own", "own", ...USERS, "nobody", "forged", "cookie"),
  /** For one value of the sample after the other: the id of that number, something odd, or null to leave it. */
  changes: fc.array(
    mostly(
      12,
      nothing,
      fc.oneof(
        fc.nat(14).map((id) => ({ id })),
        odd.map((value) => ({ odd: value })),
      ),
    ),
    { minLength: 7, maxLength: 7 },
  ),
  /** Instead of the sample's body. */
  body: mostly(
    12,
    nothing,
    fc.jsonValue().map((whole) => ({ whole })),
  ),
  kind: mostly(6, fc.constant("right"), fc.constantFrom("form", "broken", "none")),
  key: mostly(6, nothing, fc.constantFrom("key-number-one", "key-number-two", "x", "with blanks in it")),
});
type RandomCall = typeof randomCall extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const comeBack = async (user: TownUser) => void (tokens[user] = await tokenOf(town.context, town[user]));

/** As a form and an address would carry it. */
const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function send({ name, path, user, changes, body, kind, key, ...asked }: RandomCall): Promise<ApiAnswer> {
  const documented = operations.find((one) => one.name === name)!;
  const sample = samples[name]!;
  const method = asked.method ?? documented.method;
  const changed = (fields: Record<string, unknown> = {}) =>
    Object.entries(fields).map(([field, value], at): [string, unknown] => {
      const change = changes[at % changes.length];
      return [field, !change ? value : "id" in change ? ids[change.id] : change.odd];
    });
  const query = Object.fromEntries(changed(sample.query).map(([field, value]) => [field, asText(value)]));
  const target = path === null ? documented : { ...documented, path };
  const address = addressOf(target, { as: null, params: Object.fromEntries(changed(sample.params)), query });
  const headers = { ...(key !== null && withKey(key)), ...(user === "cookie" && { Cookie: town.cookies.admin }) };
  const token = { ...tokens, own: sample.as && tokens[sample.as], forged: `${tokens.admin.slice(0, -3)}abc` };
  const bearer = user === "nobody" || user === "cookie" ? null : token[user];
  const request = { token: bearer ?? undefined, headers, settings: WIDE };
  if (["GET", "HEAD", "OPTIONS"].includes(method) || kind === "none") return call(method, address, request);
  const whole: unknown = body ? body.whole : Object.fromEntries(changed(sample.body));
  if (kind === "form" || (kind === "right" && isMultipart(documented))) {
    const form = Object.fromEntries(
      Object.entries(Object(whole) as object).map(([field, value]) => [
        field.replace(/\\/g, "/"),
        value instanceof File ? value : asText(value),
      ]),
    );
    return call(method, address, { ...request, form });
  }
  const text = JSON.stringify(whole);
  return call(method, address, {
    ...request,
    raw: kind === "broken" ? text.slice(0, -1) : text,
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

const PUBLIC_OPERATIONS = ["listPlumbers", "getPlumber", "listReviewsOfPlumber", "listSlots", "verifyEmail"];
/** They answer the same for an email that is not known. */
const SAME_FOR_ALL = ["forgotPassword", "resendVerification"];

function expectNothingOfOthers({ name, user: by }: RandomCall, { status, body }: ApiAnswer) {
  const user = by === "own" ? (samples[name]!.as ?? "nobody") : by;
  const text = JSON.stringify(body) ?? "";
  const isAdmin = user === "admin";
  const isTownUser = (USERS as string[]).includes(user);
  for (const [secret, mayKnow] of secrets) {
    const allowed =
      (mayKnow as string[]).includes(user) ||
      (isAdmin && !["not a hash", "scrypt"].includes(secret) && !Object.values(tokens).includes(secret));
    if (!allowed) expect(text.includes(secret), `${user} was shown "${secret}" by ${name}`).toBe(false);
  }
  if (!isTownUser && status === 200) expect([...PUBLIC_OPERATIONS, ...SAME_FOR_ALL]).toContain(name);
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
  `${RUNS} requests at random: never a failure of ours, never someone else's data`,
  async () => {
    const statuses: Record<string, number> = {};
    const { db } = town.context;
    const before = { bookings: await db.$count(bookings), messages: await db.$count(messages) };
    await fc.assert(
      fc.asyncProperty(randomCall, async (request) => {
        const response = await send(request);
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (/^signOut/.test(request.name) && response.status === 200)
          await Promise.all(USERS.map((user) => comeBack(user)));
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400 && response.body !== null) expectProblem(response.body);
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
