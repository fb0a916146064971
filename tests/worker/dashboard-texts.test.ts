import { expect, test } from "vitest";
import { linksOf, openPage as openAnyPage, wordsOf } from "../support/pages";
import { completedJob, seedTown } from "../support/town";
import { insertBooking } from "../support/money-rows";
import { createUser, signedIn } from "../support/users";
import { DAY } from "~/domain/time/harare";
// The texts, lists and constants that the rules give for dashboards and profiles, as the Worker sends them: as someone
// new finds them, and as someone with work does.
const town = await seedTown();
const { context } = town;
const NEWEST = { firstName: "Newest", lastName: "Person" };
const [client, plumber] = await Promise.all([
  createUser(context, "client", { ...NEWEST, email: "newest-client@example.test" }),
  createUser(context, "plumber", { ...NEWEST, email: "newest-plumber@example.test", city: "Gweru", feeCents: 0 }),
]);
const cookies = {
  client: await signedIn(context, client),
  plumber: await signedIn(context, plumber),
  busy: town.cookies.plumber,
};

const openAs = (who: keyof typeof cookies) => (path: string) => openAnyPage(path, { cookie: cookies[who] });
type Page = Awaited<ReturnType<typeof openAnyPage>>;

const figureOf = (page: Page, label: string) =>
  wordsOf(
    page
      .findAll("dl > div")
      .find((one) => wordsOf(one).includes(label))
      ?.querySelector("dd"),
  );

const FIGURES = {
  client: { "Active Bookings": "0", "Upcoming Appointments": "0", "Unread Messages": "0", "Outstanding Payments": "0" },
  plumber: {
    "Total Jobs": "0",
    "Completed Jobs": "0",
    "Completion Rate": "0%",
    "Average Rating": "0.00",
    "Total Reviews": "0",
  },
};
test.each(["client", "plumber"] as const)(
  "the dashboard welcomes a new %s by name, with figures of nothing (2.6, 2.7)",
  async (who) => {
    const page = await openAs(who)(`/${who}-dashboard`);
    expect(wordsOf(page.find("h1"))).toBe("Welcome, Newest");
    for (const [label, figure] of Object.entries(FIGURES[who])) expect(figureOf(page, label), label).toBe(figure);
  },
);

test("the booking form of a client lists its services (2.6)", async () => {
  const page = await openAs("client")("/client-dashboard/book");
  const services = ["Leak Fixing", "Drain Cleaning", "Installation", "Inspection", "Other"];
  expect(page.optionsOf("What's the problem?").slice(1)).toEqual(services);
});

test("a plumber with work sees figures, jobs by part, the coming week, and stats with a table (2.7)", async () => {
  await completedJob(town.context, town.client, town.plumber);
  const open = openAs("busy");
  const page = await open("/plumber-dashboard");
  expect([figureOf(page, "Total Jobs"), figureOf(page, "Completed Jobs")]).toEqual(["3", "1"]);
  expect(figureOf(page, "Completion Rate")).toBe("33%");
  expect(page.text).toContain("1 of 3 jobs");
  expect(wordsOf(page.find("[aria-label='Waiting for you'] form button"))).toMatch(/^Confirm [A-Z][^[]*$/);
  expect(figureOf(page, "Average Rating")).toMatch(/^\d\.\d\d$/);

  const parts = linksOf((await open("/plumber-dashboard/jobs")).find("nav[aria-label=Show]"));
  for (const part of ["Upcoming", "Past", "Cancelled"]) {
    const [, path] = parts.find(([name]) => name.startsWith(part))!;
    const chosen = (await open(path!)).find("nav[aria-label=Show] [aria-current=true]");
    expect(wordsOf(chosen)).toMatch(new RegExp(`^${part}`));
  }

  for (const days of [6, 7]) {
    const startsAt = context.now + days * DAY;
    await insertBooking(context, { clientId: town.otherClient.id, plumberId: town.plumber.id, startsAt });
  }
  const week = await open("/plumber-dashboard/calendar");
  const days = week.findAll("main ol > li h2").map(wordsOf);
  expect([days.length, days[0]]).toEqual([7, expect.stringContaining("Today, ")]);
  expect(week.findAll("main ol > li").map((day) => wordsOf(day).includes("Kuda Other"))).toEqual([
    ...Array<boolean>(6).fill(false),
    true,
  ]);
  expect(linksOf(week.find("main")).find(([text]) => text === "Next week")?.[1]).toMatch(/week=\d{4}-\d\d-\d\d/);
  expect((await open("/plumber-dashboard/stats")).findAll("main tbody tr")).toHaveLength(8);
});

test.each([
  ["client", ["Tendai Own", "pending", "View"]],
  ["plumber", ["Plumbing Job", "View"]],
  ["admin", []],
] as const)("/bookings is titled My Bookings and lists the bookings of a %s", async (role, texts) => {
  const page = await openAnyPage("/bookings", { cookie: town.cookies[role] });
  expect([page.status, page.title, wordsOf(page.find("h1"))]).toEqual([200, "My Bookings – Pombi", "My Bookings"]);
  expect(page.findAll("main li").length).toBeGreaterThan(0);
  for (const text of texts) expect(page.text).toContain(text);
});

test("a booking called off before its day is under no heading that calls it past; support names it", async () => {
  const own = { clientId: town.client.id, plumberId: town.plumber.id, status: "cancelled" } as const;
  const id = await insertBooking(context, { ...own, startsAt: context.now + 30 * DAY });
  const cookie = town.cookies.client;
  const list = await openAnyPage("/client-dashboard/bookings", { cookie });
  const part = list.findAll("section").find((one) => one.innerHTML.includes(id));
  expect(wordsOf(part?.querySelector("h2"))).toBe("Past and cancelled");
  const support = await openAnyPage("/client-dashboard/support", { cookie });
  expect(wordsOf(support.find("[aria-labelledby=which] a"))).toMatch(/, PB-\w+$/);
});
