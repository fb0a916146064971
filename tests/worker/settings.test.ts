import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { plumberProfiles, users, termsAcceptances } from "~/db/schema";
import { createSignedInUser, hashForTests } from "../support/users";
import { expectRedirect, expectPage, visit, cookieOf, call } from "../support/site";
import { book, completedJob, makeTransition, payFor, seedTown, rowOf as bookingRow } from "../support/town";
import { TERMS_CHANGES } from "~/content/legal";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { verifyByToken } from "~/domain/accounts/verification.server";
import { clientForm, newEmail, PASSWORD, register, verificationTokenFor } from "../support/sign-up";

const town = await seedTown();
const passwordHash = await hashForTests(PASSWORD);
const { context, cookies, db, otherPlumber, plumber } = town;

const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]!;
const bookingOf = (id: string) => bookingRow(context, id);
const bodyOf = async (path: string, cookie?: string) => (await visit(path, { cookie })).text();
const remove = (cookie: string, fields: Record<string, string>, area = "client") =>
  visit(`/${area}-dashboard/settings`, { cookie, form: fields });

test("deleting an account takes the right password", async () => {
  const { cookie, ...client } = await createSignedInUser(context, "client", { passwordHash });
  const wrong = remove(cookie, { current: "not it", sure: "on" });
  await expectPage(wrong, 400, "This is not your current password.");
  expect((await rowOf(client.id)).passwordHash).toBe(passwordHash);
});

test("deleting an account cancels pending requests, and leaves the other side its records without a name", async () => {
  const own = { passwordHash, firstName: "Secretname", lastName: "Gone", phone: "+263770000001" };
  const { cookie, ...client } = await createSignedInUser(context, "client", own);
  const done = await completedJob(context, client, town.plumber);
  const waiting = await book(context, client, town.plumber, town.starts.at(-6)!);
  await payFor(context, { client, plumber: town.plumber }, done, 25_00);

  await expectRedirect(remove(cookie, { current: PASSWORD, sure: "on" }), "/signin?reason=erased");
  expect(await bookingOf(waiting)).toMatchObject({ status: "cancelled", street: null, notes: null });
  expect((await visit("/client-dashboard", { cookie })).status).toBe(303);
  expect((await visit("/signin", { form: { email: client.email, password: PASSWORD } })).status).toBe(400);
  const job = await bodyOf(`/plumber-dashboard/jobs/${done}`, cookies.plumber);
  expect(job).toContain("Former client");
  for (const trace of ["Secretname", client.email, "+263770000001", "1 Secret Street"])
    expect(job).not.toContain(trace);
});

test("deleting an account is refused while a confirmed appointment is ahead, and changes nothing", async () => {
  const { cookie, ...client } = await createSignedInUser(context, "client", { passwordHash });
  const confirmed = await book(context, client, otherPlumber, town.starts.at(-7)!);
  const pending = await book(context, client, otherPlumber, town.starts.at(-8)!);
  await makeTransition(context, otherPlumber, confirmed, "confirm");
  const answer = remove(cookie, { current: PASSWORD, sure: "on" });
  await expectPage(answer, 409, "You still have a confirmed appointment.");
  expect([(await bookingOf(pending)).status, (await rowOf(client.id)).email]).toEqual(["pending", client.email]);
});

test("deleting an account takes a plumber out of the directory and refuses the requests that wait", async () => {
  const leaving = { passwordHash, firstName: "Leaving", city: "Kariba" };
  const { cookie, ...plumber } = await createSignedInUser(context, "plumber", leaving);
  const waiting = await book(context, town.otherClient, plumber, town.starts.at(-9)!);
  expect((await remove(cookie, { current: PASSWORD, sure: "on" }, "plumber")).status).toBe(303);
  expect((await bookingOf(waiting)).status).toBe("refused");
  const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id));
  expect(profile).toMatchObject({ listed: false, about: "" });
  expect(await bodyOf("/plumbers/kariba")).toContain("No plumbers in Kariba yet.");
  expect((await visit(`/appointment/${plumber.id}`)).headers.get("Location")).toBe("/plumbers");
});

test("the download of one's own data has no more of others than the name", async () => {
  const answer = await visit("/my-data.json", { cookie: cookies.client });
  const headers = {
    "content-disposition": expect.stringContaining("attachment"),
    "cache-control": "private, no-store",
  };
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ account: { email: town.client.email } });
  expect(text).toContain("Tendai Own");
  for (const absent of [town.plumber.email, town.otherClient.email, town.plumber.id, "passwordHash"])
    expect(text).not.toContain(absent);
});

test("a list of bookings and one of jobs show the part that their address names, else everything", async () => {
  const client = await createSignedInUser(context, "client");
  const plumber = await createSignedInUser(context, "plumber");
  const off = await book(context, client, plumber, town.starts.at(-2)!);
  await makeTransition(context, client, off, "cancel");
  for (const [{ cookie }, list] of [
    [client, "/client-dashboard/bookings"],
    [plumber, "/plumber-dashboard/jobs"],
  ] as const) {
    const shown = [];
    for (const show of ["cancelled", "upcoming", "nonsense"])
      shown.push((await bodyOf(`${list}?show=${show}`, cookie)).includes(`${list}/${off}"`));
    expect(shown, list).toEqual([true, false, true]);
  }
});

const ASKED = "Our terms have changed.";
const ASKED_FIRST = "You haven&#x27;t accepted our terms yet.";
const acceptancesOf = (userId: string) => db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, userId));
const accountOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]!;
/** Verifies a new account and signs in to it. */
const open = async (email: string) => {
  await verifyByToken(context, await verificationTokenFor(context, email));
  return cookieOf(await visit("/signin", { form: { email, password: PASSWORD } }));
};

test("a user who signs up has accepted the terms of that day, and isn't asked", async () => {
  const email = newEmail();
  await register(context, clientForm(email));
  const session = await open(email);
  const { id, termsVersion } = await accountOf(email);
  const accepted = { userId: id, version: TERMS_VERSION, acceptedAt: context.now };
  expect([termsVersion, await acceptancesOf(id)]).toEqual([TERMS_VERSION, [accepted]]);
  expect(await bodyOf("/client-dashboard/overview", session)).not.toContain("asks-for-terms");
});

test("a user who registered through the API is asked on each dashboard page until they accept", async () => {
  const email = newEmail();
  const named = { role: "client", name: "Rudo", username: "Moyo" };
  await call("POST", "/auth/register", { form: { ...named, email, password: PASSWORD } });
  const cookie = await open(email);
  const account = await accountOf(email);
  expect([account.termsVersion, await acceptancesOf(account.id)]).toEqual([null, []]);
  for (const page of ["overview", "bookings"])
    expect(await bodyOf(`/client-dashboard/${page}`, cookie)).toContain(ASKED_FIRST);
  const terms = await bodyOf("/accept-terms", cookie);
  expect(terms).toContain("Please accept our terms");
  expect(terms).not.toContain("have changed");
  for (const _ of ["once", "twice"])
    await expectRedirect(visit("/accept-terms", { cookie, form: { version: TERMS_VERSION } }), "/client-dashboard");
  expect(await acceptancesOf(account.id)).toMatchObject([{ version: TERMS_VERSION }]);
  expect(await bodyOf("/client-dashboard/overview", cookie)).not.toContain(ASKED_FIRST);
});

test("a new version of the terms is asked for again, and earlier acceptances stay on record", async () => {
  await db.insert(termsAcceptances).values({ userId: plumber.id, version: "2026-01-01", acceptedAt: 1 });
  await db.update(users).set({ termsVersion: "2026-01-01" }).where(eq(users.id, plumber.id));
  expect(await bodyOf("/plumber-dashboard", cookies.plumber)).toContain(ASKED);
  await visit("/accept-terms", { cookie: cookies.plumber, form: { version: TERMS_VERSION } });
  expect((await acceptancesOf(plumber.id)).map(({ version }) => version)).toEqual(["2026-01-01", TERMS_VERSION]);
  expect(await bodyOf("/plumber-dashboard", cookies.plumber)).not.toContain(ASKED);
});

test("the page of the terms shows the changes and the button first, and then the whole text", async () => {
  const page = await bodyOf("/accept-terms", cookies.client);
  const places = [TERMS_CHANGES[0]!, "I accept these terms", "Law and changes"].map((text) => page.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("terms that changed while someone read them are shown again, and no acceptance is stored", async () => {
  const answer = visit("/accept-terms", { cookie: cookies.otherClient, form: { version: "2026-01-01" } });
  await expectRedirect(answer, "/accept-terms");
  expect(await acceptancesOf(town.otherClient.id)).toEqual([]);
});

test("the office is never asked to accept terms", async () => {
  await db.update(users).set({ termsVersion: null }).where(eq(users.id, town.admin.id));
  expect(await bodyOf("/admin-dashboard", cookies.admin)).not.toContain(ASKED);
});
