import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { users } from "~/db/schema";
import { seededRandom } from "../support/random";
import { call, visit } from "../support/site";
import { PASSWORD } from "../support/sign-up";
import { seedTown } from "../support/town";
import { createUser, hashForTests, signedIn } from "../support/users";

// Acts that give access, all at once with an act that ends it: afterwards none of what they gave works.

declare module "vitest" {
  interface ProvidedContext {
    accessRounds: number;
  }
}

const ROUNDS = inject("accessRounds");
const ACTS_A_ROUND = 12;
const random = seededRandom(inject("randomSeed"));
const { context, cookies, db } = await seedTown();
const passwordHash = await hashForTests(PASSWORD);
const HOOK = { url: "https://hooks.example.com/", topics: ["messages"] };

interface Door {
  token: string;
  /** Of the session in which access is ended: it may go on. */
  other: string;
  email: string;
  id: string;
}
/** By act: what it gives as a string, or null where it was refused. */
const ACTS: ((door: Door) => Promise<{ kind: "token" | "feed" | "webhook"; given: string } | null>)[] = [
  async ({ token }) => {
    const { body } = await call("POST", "/api/auth/tokens", { token, json: { name: "Script", scopes: ["read"] } });
    const made = body as { token?: string };
    return made.token ? { kind: "token", given: made.token } : null;
  },
  async ({ token }) => {
    const { body } = await call("POST", "/api/auth/webhooks", { token, json: HOOK });
    const made = body as { id?: string };
    return made.id ? { kind: "webhook", given: made.id } : null;
  },
  async ({ token }) => {
    const { body } = await call("POST", "/api/plumber/calendar-feed", { token });
    const made = body as { address?: string };
    return made.address ? { kind: "feed", given: new URL(made.address).pathname } : null;
  },
];
const SIGN_IN = async ({ email }: Door) => {
  const { body } = await call("POST", "/auth/login", { json: { email, password: PASSWORD } });
  const { token } = body as { token?: string };
  return token ? { kind: "token" as const, given: token } : null;
};

const ENDS: Record<string, (door: Door) => Promise<unknown>> = {
  "signing out everywhere": ({ other: token }) => call("POST", "/api/auth/logout-everywhere", { token }),
  "a new password": ({ other: token }) =>
    call("POST", "/api/auth/change-password", { token, json: { current: PASSWORD, password: "another password" } }),
  suspension: ({ id }) =>
    visit(`/admin-dashboard/people/${id}/suspend`, { cookie: cookies.admin, form: { reason: "R" } }),
};

const works = async (kind: string, given: string) => {
  if (kind === "token") return (await call("GET", "/api/auth/profile", { token: given })).status === 200;
  if (kind === "feed") return (await visit(given)).status === 200;
  return (await db.all(sql`select 1 from webhook_endpoints where id = ${given}`)).length > 0;
};

test.each(Object.keys(ENDS))("what was made before or beside %s does not work afterwards", async (name) => {
  const left: string[] = [];
  let made = 0;
  for (let round = 0; round < Math.ceil(ROUNDS / 3); round += 1) {
    const { id, email, role } = await createUser(context, "plumber", { passwordHash });
    const open = async () => (await signedIn(context, { id, role })).replace("__Host-session=", "");
    const door = { id, email, token: await open(), other: await open() };
    // A sign-in with a password that still is right may have begun after the end.
    const possible = name === "signing out everywhere" ? ACTS : [...ACTS, SIGN_IN];
    const acts = Array.from({ length: ACTS_A_ROUND }, () => possible[random(possible.length)]!);
    const endsAt = random(ACTS_A_ROUND);
    const results = await Promise.all(
      acts.map(async (act, at) => {
        const [given] = await Promise.all([act(door), at === endsAt ? ENDS[name]!(door) : null]);
        return given;
      }),
    );
    expect(await db.$count(users, sql`id = ${id} and access_ended_at is not null`), `round ${round}`).toBe(1);
    if (name === "suspension") await db.run(sql`update users set suspended_at = null where id = ${id}`);
    for (const one of results) {
      if (!one) continue;
      made += 1;
      if (await works(one.kind, one.given)) left.push(`round ${round}: ${one.kind}`);
    }
  }
  expect(left).toEqual([]);
  expect(made).toBeGreaterThan(0);
});
