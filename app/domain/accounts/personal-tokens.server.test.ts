import { expect, test, vi } from "vitest";
import { personalTokens } from "~/db/schema";
import { visit, call } from "../../../tests/support/site";
import { context, createUser, db, inSession } from "../../../tests/support/users";
import { currentInstant } from "../../../tests/support/now";
import { HOUR } from "../time/harare";
import { TOKEN_PREFIX, type Scope } from "./personal-token";
import * as access from "./program-access.server";
import { readClaims } from "./tokens.server";

const { listPersonalTokens, makePersonalToken, readPersonalTokenClaims } = access;
const { sessionSecret } = context;
const owner = await createUser(context, "client");

async function make(scopes: Scope[] = ["read"], user = owner) {
  const made = await inSession(context, user, (one) => makePersonalToken(context, one, { name: "My script", scopes }));
  if (!made.ok) throw new Error(made.reason);
  return made;
}
const profile = async (token: string) => (await call("GET", "/api/auth/profile", { token })).status;

test("a token opens the API by its own signature alone, not by another's, and only its hash is kept", async () => {
  const { token } = await make();
  const { status, body } = await call("GET", "/api/auth/profile", { token });
  expect([status, (body as { id: string }).id]).toEqual([200, owner.id]);
  expect(JSON.stringify(await db.select().from(personalTokens))).not.toContain(token);
  const bare = token.slice(TOKEN_PREFIX.length);
  expect(await readPersonalTokenClaims(sessionSecret, token)).toEqual({ id: owner.id, role: "client" });
  expect(await readClaims(sessionSecret, bare)).toBeNull();
  expect(await readPersonalTokenClaims(["another secret that is long enough, too"], token)).toBeNull();
  for (const changed of [bare, `${token}x`, token.replace(".client.", ".admin."), token.replace(owner.id, "someone")])
    expect([await readPersonalTokenClaims(sessionSecret, changed), await profile(changed)]).toEqual([null, 401]);
  const page = await visit("/client-dashboard/bookings", { cookie: `__Host-session=${token}` });
  expect(page.headers.get("Location")).toMatch(/^\/signin/);
});

test("a token's last use is remembered to the hour", async () => {
  const { token } = await make();
  const used = async () => (await listPersonalTokens(db, owner.id))[0]!.lastUsedAt;
  expect(await used()).toBeNull();
  await profile(token);
  await vi.waitFor(async () => expect(await used()).not.toBeNull());
  const recently = currentInstant() - HOUR + 60_000;
  await db.update(personalTokens).set({ lastUsedAt: recently });
  await profile(token);
  expect(await used()).toBe(recently);
  await db.update(personalTokens).set({ lastUsedAt: recently - 120_000 });
  await profile(token);
  await vi.waitFor(async () => expect(await used()).toBeGreaterThan(recently));
});

test("a call without its scope is refused, and says which it needs", async () => {
  const { token } = await make(["read"]);
  const refused = await call("POST", "/api/messages", { token, json: { recipient: owner.id, content: "Hello" } });
  expect([refused.status, refused.body]).toMatchObject([403, { code: "insufficient_scope" }]);
  expect(refused.body).toMatchObject({ message: 'This token needs the scope "messages" for that.' });
  expect(refused.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope", scope="messages"');
});

test("a user has twenty tokens at most", async () => {
  for (let turn = 0; turn < 20; turn++) await make();
  const more = { name: "One more", scopes: ["read" as const] };
  const again = await inSession(context, owner, (one) => makePersonalToken(context, one, more));
  expect(again).toMatchObject({ reason: "tooManyTokens" });
});
