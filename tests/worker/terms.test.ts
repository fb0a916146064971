import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { termsAcceptances, users } from "~/db/schema";
import { TERMS_CHANGES } from "~/content/legal";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { verifyByToken } from "~/domain/accounts/verification.server";
import { call } from "../support/api";
import { clientForm, newEmail, PASSWORD, register, verificationTokenFor } from "../support/sign-up";
import { cookieOf, visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();

const ASKED = "Our terms have changed.";
const bodyOf = async (path: string, cookie: string) => (await visit(path, { cookie })).text();
const acceptancesOf = (userId: string) =>
  town.context.db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, userId));
const accountOf = async (email: string) =>
  (await town.context.db.select().from(users).where(eq(users.email, email)))[0]!;

test("a user who signs up has accepted the terms of that day, and isn't asked", async () => {
  const email = newEmail();
  await register(town.context, clientForm(email));
  await verifyByToken(town.context, await verificationTokenFor(town.context, email));
  const { id, termsVersion } = await accountOf(email);
  const accepted = { userId: id, version: TERMS_VERSION, acceptedAt: town.context.now };
  expect([termsVersion, await acceptancesOf(id)]).toEqual([TERMS_VERSION, [accepted]]);
  const signedIn = await visit("/signin", { form: { email, password: PASSWORD } });
  expect(await bodyOf("/client-dashboard/overview", cookieOf(signedIn))).not.toContain(ASKED);
});

test("a user who registered through the API is asked on each dashboard page until they accept", async () => {
  const email = newEmail();
  await call("POST", "/auth/register", {
    form: { role: "client", name: "Rudo", username: "Moyo", email, password: PASSWORD },
  });
  await verifyByToken(town.context, await verificationTokenFor(town.context, email));
  const account = await accountOf(email);
  expect([account.termsVersion, await acceptancesOf(account.id)]).toEqual([null, []]);
  const cookie = cookieOf(await visit("/signin", { form: { email, password: PASSWORD } }));
  for (const page of ["overview", "bookings"])
    expect(await bodyOf(`/client-dashboard/${page}`, cookie)).toContain(ASKED);
  const form = { version: TERMS_VERSION };
  for (const _ of ["once", "twice"]) {
    const accepted = await visit("/accept-terms", { cookie, form });
    expect([accepted.status, accepted.headers.get("Location")]).toEqual([303, "/client-dashboard"]);
  }
  expect(await acceptancesOf(account.id)).toMatchObject([{ version: TERMS_VERSION }]);
  expect(await bodyOf("/client-dashboard/overview", cookie)).not.toContain(ASKED);
});

test("a new version is asked for again, and earlier acceptances stay on record", async () => {
  const { context, plumber, cookies } = town;
  await context.db.insert(termsAcceptances).values({ userId: plumber.id, version: "2026-01-01", acceptedAt: 1 });
  await context.db.update(users).set({ termsVersion: "2026-01-01" }).where(eq(users.id, plumber.id));
  expect(await bodyOf("/plumber-dashboard", cookies.plumber)).toContain(ASKED);
  await visit("/accept-terms", { cookie: cookies.plumber, form: { version: TERMS_VERSION } });
  expect((await acceptancesOf(plumber.id)).map(({ version }) => version)).toEqual(["2026-01-01", TERMS_VERSION]);
  expect(await bodyOf("/plumber-dashboard", cookies.plumber)).not.toContain(ASKED);
});

test("the page of the terms shows the changes and the button first, and then the whole text", async () => {
  const page = await bodyOf("/accept-terms", town.cookies.client);
  const places = [TERMS_CHANGES[0]!, "I accept these terms", "Law and changes"].map((text) => page.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("terms that changed while someone read them are shown again, and no acceptance is stored", async () => {
  const { otherClient, cookies } = town;
  const answer = await visit("/accept-terms", { cookie: cookies.otherClient, form: { version: "2026-01-01" } });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/accept-terms"]);
  expect(await acceptancesOf(otherClient.id)).toEqual([]);
});

test("the office is never asked", async () => {
  const { context, admin, cookies } = town;
  await context.db.update(users).set({ termsVersion: null }).where(eq(users.id, admin.id));
  expect(await bodyOf("/admin-dashboard", cookies.admin)).not.toContain(ASKED);
});
