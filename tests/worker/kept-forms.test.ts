import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { keptForms, sessions } from "~/db/schema";
import { issueDeviceToken } from "~/domain/accounts/tokens.server";
import { deleteExpired } from "~/domain/accounts/expiry.server";
import { HOUR } from "~/domain/time/harare";
import { ownerTag } from "~/domain/values/user";
import { png } from "../support/png";
import { cookieOf, formDataOf, textOf, visit } from "../support/site";
import { completedJob, seedTownForAdmin, type TownUser } from "../support/town";
import { createUser, signedIn } from "../support/users";

const town = await seedTownForAdmin();
const toReview = await completedJob(town.context, town.client, town.plumber, 3);

const WORDS = "Under the sink, on the left";
const KEPT = "We've kept what you wrote. Check it and send it again.";
const BOOK = "/client-dashboard/book";

const deviceOf = async (email: string) => `__Host-device=${await issueDeviceToken(town.context, email, null)}`;
const unescaped = (html: string) => html.replaceAll("&#x27;", "'");
const keptCookieOf = (response: Response) => cookieOf(response, "kept");

/** Sends a form in a browser that someone has signed in with. Their session has ended; `cookie`: its token is still there. */
const sendWithoutSession = async (who: TownUser, path: string, form: Record<string, string> | FormData, cookie = "") =>
  visit(path, { cookie: `${await deviceOf(town[who].email)}; ${cookie}`, form });

async function endedSession(who: TownUser): Promise<string> {
  const cookie = await signedIn(town.context, town[who]);
  await town.context.db.delete(sessions).where(sql`user_id = ${town[who].id}`);
  town.cookies[who] = await signedIn(town.context, town[who]);
  return cookie;
}

test("every dashboard's form that is sent after its session has ended comes back filled in, once", async () => {
  const forms: { who: TownUser; path: string; form: Record<string, string> }[] = [
    { who: "client", path: BOOK, form: { serviceType: "Leak Fixing", suburb: "Avondale", street: "", notes: WORDS } },
    { who: "client", path: "/profile?edit", form: { name: "Rudo", username: "Own", addressLine1: WORDS } },
    { who: "client", path: "/client-dashboard/reviews", form: { booking: toReview, rating: "4", comment: WORDS } },
    {
      who: "client",
      path: `/client-dashboard/messages/${town.plumber.id}`,
      form: { id: "kept-message", content: WORDS },
    },
    {
      who: "client",
      path: `/client-dashboard/bookings/${town.pending}/cancel`,
      form: { reason: "", reasonText: WORDS },
    },
    {
      who: "client",
      path: `/appointment/${town.plumber.id}`,
      form: { intent: "review", booking: toReview, rating: "4", comment: WORDS },
    },
    {
      who: "plumber",
      path: "/plumber-dashboard/profile?edit",
      form: { name: "Tendai", username: "Own", about: WORDS },
    },
    { who: "plumber", path: `/plumber-dashboard/jobs/${toReview}/report`, form: { report: WORDS } },
    { who: "plumber", path: `/plumber-dashboard/jobs/${town.pending}/refuse`, form: { reasonText: WORDS } },
    {
      who: "admin",
      path: `/admin-dashboard/bookings/${town.confirmed}/correct`,
      form: { street: WORDS, city: "Harare" },
    },
    {
      who: "admin",
      path: `/admin-dashboard/people/${town.client.id}/suspend`,
      form: { reason: WORDS, factorCode: "123456" },
    },
  ];
  for (const [at, { who, path, form }] of forms.entries()) {
    const response = await sendWithoutSession(who, path, form, at % 2 ? await endedSession(who) : "");
    const location = new URL(response.headers.get("Location")!, town.context.origin);
    expect(location.pathname, path).toBe("/signin");
    expect(location.searchParams.get("reason"), path).toBe("kept");
    expect(unescaped(await textOf(await visit(location.pathname + location.search)))).toContain("kept what you wrote");
    const page = location.searchParams.get("redirectTo")!;
    const cookie = `${town.cookies[who]}; ${keptCookieOf(response)}`;
    const shown = await visit(page, { cookie });
    const html = unescaped(await textOf(shown));
    expect(html, path).toContain(WORDS);
    expect(html.split(KEPT), path).toHaveLength(2);
    expect(html, path).not.toContain("123456");
    expect(shown.headers.getSetCookie().join()).toContain("__Host-kept=; ");
    expect(await textOf(await visit(page, { cookie }))).not.toContain(WORDS);
  }
  expect(await town.context.db.$count(keptForms)).toBe(0);
});

test("a kept form is shown to its writer alone, on its page, within the hour, and holds no file", async () => {
  const image = new File([await png(30, 30)], "secret-name.png");
  const form = formDataOf({ name: "Rudo", username: "Own", addressLine1: WORDS, image });
  const kept = keptCookieOf(await sendWithoutSession("client", "/profile?edit", form));
  expect(kept).toMatch(/^__Host-kept=[a-z0-9]{24}$/);
  const other = await signedIn(town.context, await createUser(town.context, "client"));
  const read = async (path: string, session: string) => textOf(await visit(path, { cookie: `${session}; ${kept}` }));
  expect(await read("/profile?edit", other)).not.toContain(WORDS);
  expect(await read(BOOK, town.cookies.client)).not.toContain(WORDS);
  expect(await textOf(await visit("/profile?edit", { cookie: kept }))).not.toContain(WORDS);
  const rows = await town.context.db.select().from(keptForms);
  expect([rows.length, JSON.stringify(rows).includes("secret-name")]).toEqual([1, false]);
  await town.context.db.update(keptForms).set({ expiresAt: town.context.now });
  expect(await read("/profile?edit", town.cookies.client)).not.toContain(WORDS);
  await deleteExpired(town.context.db, town.context.now + HOUR);
  expect(await town.context.db.$count(keptForms)).toBe(0);
  // The page was another's, and stayed open while this one signed in.
  const chat = `/client-dashboard/messages/${town.plumber.id}`;
  const message = { id: "k".repeat(24), content: WORDS, for: ownerTag(town.otherClient.id) };
  const foreign = keptCookieOf(await sendWithoutSession("client", chat, message));
  expect(foreign).not.toBe("");
  expect(await textOf(await visit(chat, { cookie: `${town.cookies.client}; ${foreign}` }))).not.toContain(WORDS);
  // A stranger has no device cookie, and leaves nothing.
  expect(keptCookieOf(await visit(BOOK, { form: { notes: WORDS } }))).toBe("");
});
