import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { plumberPrices, plumberProfiles, users } from "~/db/schema";
import { DAY } from "~/domain/time/harare";
import { atTime } from "../support/clock";
import { currentInstant } from "../support/now";
import { openPage, wordsOf } from "../support/pages";
import { textOf, visit } from "../support/site";
import { words } from "../support/money-pages";
import { createSignedInUser } from "../support/users";
import { payFor, rowOf, seedTownForAdmin, setBooking } from "../support/town";

const town = await seedTownForAdmin();

const page = async (path: string, cookie?: string) => textOf(await visit(path, { cookie }));

test("a job reference is read without letter case and blanks around it", async () => {
  const { reference } = await rowOf(town.context, town.pending);
  for (const typed of [reference.toLowerCase(), `%20${reference}%20`]) {
    const shared = await visit(`/bookings/${typed}`, { cookie: town.cookies.client });
    expect(shared.headers.get("Location")).toBe(`/client-dashboard/bookings/${town.pending}`);
  }
});

test("pages for one thing have the logo alone; what went wrong on them leads back into the site", async () => {
  const receipt = await payFor(town.context, town, town.reviewed, 10_00);
  const surroundings = /<footer|<nav|class="call-bar"/;
  for (const path of [`/receipts/PR-${receipt}`, "/step-up"]) {
    const html = await page(path, town.cookies.client);
    expect(html, path).toContain("#logo");
    expect(html, path).not.toMatch(surroundings);
  }
  expect(await page("/receipts/PR-999999", town.cookies.client)).toMatch(surroundings);
});

test("a job's line marks its present station, and none before or behind it", async () => {
  for (const [id, present] of [
    [town.pending, "Sent"],
    [town.confirmed, "Confirmed"],
  ]) {
    const ticket = await openPage(`/client-dashboard/bookings/${id}`, { cookie: town.cookies.client });
    expect(ticket.findAll("li[aria-current=step]").map(wordsOf)).toEqual([present]);
  }
});

test("a plumber's request begins with its worth and the usual price of such work, and has its notes once", async () => {
  const { db, plumber } = town;
  const price = { jobs: 22, low: 25_00, median: 40_00, high: 80_00, oldestAt: town.context.now };
  await db.insert(plumberPrices).values({ plumberId: plumber.id, serviceType: "Leak Fixing", ...price });
  const notes = "The kitchen tap drips.";
  const job = `/plumber-dashboard/jobs/${town.pending}`;
  await setBooking(town.context, town.pending, { fee: 25_00, serviceType: "Leak Fixing", notes });
  const shown = words(await page(job, town.cookies.plumber));
  expect(shown).toMatch(/\$25 visit fee Leak Fixing: usually \$25 to \$80, from 22 jobs .*wants to book you/);
  expect(shown.split(notes)).toHaveLength(2);
  await setBooking(town.context, town.pending, { status: "confirmed" });
  expect(words(await page(job, town.cookies.plumber))).not.toContain("usually");
  await setBooking(town.context, town.pending, { status: "pending" });
});

test("a plumber's empty lists offer to share their page until the first job", async () => {
  const { id, cookie } = await createSignedInUser(town.context, "plumber");
  const offers = async (list: string) => (await page(`/plumber-dashboard/${list}`, cookie)).includes("Share your page");
  for (const list of ["jobs", "earnings", "notifications", "reviews"]) expect(await offers(list), list).toBe(true);
  await town.context.db.update(plumberProfiles).set({ jobsTotal: 1 }).where(eq(plumberProfiles.userId, id));
  expect([await offers("notifications"), await offers("reviews")]).toEqual([false, false]);
});

test("a refused form leads to its problems, on a reload too, and leaves nothing in the address", async () => {
  const { client, otherClient } = town.cookies;
  for (const [path, cookie, form] of [
    ["/signin", undefined, { email: "nobody" }],
    ["/signup", undefined, { email: "nobody" }],
    ["/change-password", client, { current: "" }],
    [`/appointment/${town.plumber.id}`, otherClient, { street: "" }],
  ] as const) {
    expect(await page(path, cookie), path).not.toContain('action="#problem"');
    const refused = await textOf(await visit(path, { cookie, form: { ...form } }));
    expect(refused, path).toMatch(/<div[^>]*tabindex="-1" autofocus=""[^>]*role="alert"/);
  }
});

test("sign-up has the words about each field that it needs, unseen until its script finds it wrong", async () => {
  const html = await page("/signup");
  const told = [...html.matchAll(/<(?:input|select|textarea)[^>]* required=""[^>]*>/g)].map(([control]) => {
    const id = / id="([^"]+)"/.exec(control)?.[1];
    if (control.includes("new-password")) expect(control).toContain('minLength="8"');
    expect(control, id).toMatch(new RegExp(`aria-describedby="[^"]*\\b${id}-error"`));
    return words(new RegExp(`<p id="${id}-error"[^>]* hidden=""[^>]*>.*?</p>`).exec(html)?.[0] ?? "").trim();
  });
  expect(told).toEqual([
    "First name is required.",
    "Last name is required.",
    "Please enter a valid email address.",
    "Plumber image is required.",
    "Speciality is required for plumbers.",
    "Experience is required for plumbers.",
    "About is required for plumbers.",
    "Fees is required for plumbers.",
    "Address Line 1 is required for plumbers.",
    "City is required for plumbers.",
    "Please use at least 8 characters.",
    "You must accept the terms and policy.",
  ]);
});

test("the summary of a refused form names what is missing in the order of its fields", async () => {
  for (const [path, form] of [
    ["/client-dashboard/book", { knownAddress: "" }],
    [`/appointment/${town.plumber.id}`, { knownAddress: "" }],
    ["/signup", { role: "plumber" }],
  ] as const) {
    const cookie = path === "/signup" ? undefined : town.cookies.client;
    const html = await textOf(await visit(path, { cookie, form: { ...form } }));
    const [summary] = /role="alert".*?<\/ul>/s.exec(html) ?? [""];
    const ids = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(ids.length, path).toBeGreaterThan(3);
    const places = ids.map((id) => html.indexOf(` id="${id}"`));
    expect(places, ids.join()).toEqual(places.toSorted((a, b) => a - b));
    if (path !== "/client-dashboard/book") continue;
    expect(html).toContain("City is required.");
    expect(html).not.toContain("such as Hillside");
  }
});

test("every search of the office's registrations has a name, and no form is without a button", async () => {
  const registrations = await page("/admin-dashboard/registrations", town.cookies.admin);
  for (const [search] of registrations.matchAll(/<(?:form|search)[^>]*role="search"[^>]*>/g))
    expect(search).toContain("aria-label=");
  const reviews = await page("/admin-dashboard/reviews", town.cookies.admin);
  for (const [form] of reviews.matchAll(/<form[^]*?<\/form>/g)) expect(form).toContain("<button");
});

test("a suspended plumber's page leads to the bookings to reassign", async () => {
  const { db } = town.context;
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, town.plumber.id));
  const html = await page(`/admin-dashboard/people/${town.plumber.id}`, town.cookies.admin);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, town.plumber.id));
  expect(html).toContain('href="/admin-dashboard/dispatch?kind=suspended"');
});

test("each conversation of a list says when its last words were written, in a form for machines too", async () => {
  const id = "a-message-of-now";
  const form = { id, content: "Hello there" };
  await visit(`/client-dashboard/messages/${town.plumber.id}`, { cookie: town.cookies.client, form });
  const html = await page("/client-dashboard/messages", town.cookies.client);
  expect(html).toMatch(/<time dateTime="\d{4}-\d\d-\d\dT[^"]+Z"|<time datetime="\d{4}-\d\d-\d\dT[^"]+Z"/);
  // By the site's clock and Harare's day, whatever the browser's says.
  const tomorrow = await atTime(currentInstant() + DAY, () => page("/client-dashboard/messages", town.cookies.client));
  expect(tomorrow).toMatch(/<time [^>]*>Yesterday</);
});
