import { beforeAll, describe, expect, test } from "vitest";
import { linksOf, openPage as openAnyPage, wordsOf } from "../support/pages";
import { completedJob, seedTown } from "../support/town";
import { createUser, signedIn } from "../support/users";
// The texts, lists and constants that the rules give for dashboards and profiles, as the Worker sends them: as somebody
// new finds them, and as somebody with work does.
const town = await seedTown();
const { context } = town;
const [client, plumber] = await Promise.all([
  createUser(context, "client", { firstName: "Newest", lastName: "Person", email: "newest-client@example.test" }),
  createUser(context, "plumber", {
    firstName: "Newest",
    lastName: "Person",
    email: "newest-plumber@example.test",
    city: "Gweru",
    feeCents: 0,
  }),
]);
const cookies = {
  client: await signedIn(context, client),
  plumber: await signedIn(context, plumber),
  busy: town.cookies.plumber,
};

const openAs = (who: keyof typeof cookies) => (path: string) => openAnyPage(path, { cookie: cookies[who] });
type Page = Awaited<ReturnType<typeof openAnyPage>>;

async function expectTexts(who: keyof typeof cookies, textsOf: Record<string, string[]>) {
  for (const [path, texts] of Object.entries(textsOf)) {
    const page = await openAs(who)(path);
    for (const text of texts) expect(page.text, path).toContain(text);
  }
}

const figureOf = (page: Page, label: string) =>
  wordsOf(
    page
      .findAll("dl > div")
      .find((one) => wordsOf(one).includes(label))
      ?.querySelector("dd"),
  );
const menuOf = (page: Page) =>
  page
    .findAll("aside nav[aria-label=Dashboard] a")
    .map((link) => [wordsOf(link.querySelector("span")), link.getAttribute("href")]);

describe("2.6: a new client", () => {
  const open = openAs("client");

  test("the side menu has its eight entries", async () => {
    const dashboard = "/client-dashboard";
    expect(menuOf(await open(dashboard))).toEqual([
      ["Overview", `${dashboard}/overview`],
      ["Bookings", `${dashboard}/bookings`],
      ["Payments", `${dashboard}/payments`],
      ["Messages", `${dashboard}/messages`],
      ["Profile", `${dashboard}/profile`],
      ["Support", `${dashboard}/support`],
      ["Reviews", `${dashboard}/reviews`],
      ["Settings", `${dashboard}/settings`],
    ]);
  });

  test("the overview welcomes by name and counts nothing yet", async () => {
    const page = await open("/client-dashboard/overview");
    expect(wordsOf(page.find("h1"))).toBe("Welcome, Newest");
    for (const label of ["Active Bookings", "Upcoming Appointments", "Unread Messages", "Outstanding Payments"])
      expect(figureOf(page, label), label).toBe("0");
  });

  test("each page says in the words of the rules that there is nothing yet, and who they are", () =>
    expectTexts("client", {
      "/client-dashboard/bookings": ["No bookings found."],
      "/client-dashboard/reviews": [
        "My Ratings & Reviews",
        "You have not reviewed any jobs yet.",
        "No completed jobs left to review!",
      ],
      "/bookings": ["No bookings found."],
      "/client-dashboard/messages": ["Plumbers & Admin", "(Admin)"],
      "/client-dashboard/payments": ["Coming soon"],
      "/client-dashboard/support": ["Coming soon"],
      "/profile": ["Newest Person", "Client", "newest-client@example.test", "Social Media", "My Productions", "Edit"],
    }));

  test("the booking form lists its services, and says what is missing", async () => {
    expect((await open("/client-dashboard/book")).optionsOf("What's the problem?").slice(1)).toEqual([
      "Leak Fixing",
      "Drain Cleaning",
      "Installation",
      "Inspection",
      "Other",
    ]);
    const refused = await openAnyPage("/client-dashboard/book", { cookie: cookies.client, form: { notes: "Kept" } });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Please fill all required fields.")]);
  });
});

describe("2.7: a new plumber", () => {
  const open = openAs("plumber");
  const dashboard = "/plumber-dashboard";

  test("the sidebar has its entries, and any unknown path is the dashboard", async () => {
    expect(menuOf(await open(dashboard))).toEqual([
      ["Dashboard", dashboard],
      ["Jobs", `${dashboard}/jobs`],
      ["Calendar", `${dashboard}/calendar`],
      ["Stats", `${dashboard}/stats`],
      ["Earnings", `${dashboard}/earnings`],
      ["Profile", `${dashboard}/profile`],
      ["Papers", `${dashboard}/papers`],
      ["Settings", `${dashboard}/settings`],
      ["Reviews", `${dashboard}/reviews`],
      ["Notifications", `${dashboard}/notifications`],
      ["Messages", `${dashboard}/messages`],
    ]);
    expect(wordsOf((await open(`${dashboard}/any/unknown/path`)).find("h1"))).toBe("Welcome, Newest");
  });

  test("the dashboard: figures of nothing, two decimals, a completion rate of 0; the card has N/A", async () => {
    const page = await open(dashboard);
    const figures = ["Total Jobs", "Completed Jobs", "Completion Rate", "Average Rating", "Total Reviews"].map(
      (label) => figureOf(page, label),
    );
    expect(figures).toEqual(["0", "0", "0%", "0.00", "0"]);
    expect(page.text).toContain("No recent reviews yet.");
    const card = await open(`${dashboard}/card`);
    for (const text of ["Gweru", "Leak Repair", "5 Years", "newest-plumber@example.test", "N/A"])
      expect(card.text).toContain(text);
  });

  test("each page says in the words of the rules that there is nothing yet, and who they are", () =>
    expectTexts("plumber", {
      [`${dashboard}/jobs`]: ["My Jobs"],
      [`${dashboard}/jobs/nobody`]: ["Job not found."],
      [`${dashboard}/calendar`]: ["Your calendar will appear here."],
      [`${dashboard}/stats`]: ["Stats"],
      [`${dashboard}/reviews`]: ["Client Reviews & Ratings", "You have not received any reviews yet."],
      [`${dashboard}/notifications`]: ["Unseen Bookings", "No new bookings."],
      [`${dashboard}/messages`]: ["Clients & Admin", "Select a client or admin to chat."],
      [`${dashboard}/settings`]: ["Settings"],
      [`${dashboard}/profile`]: ["plumber User", "$0", "Social Media", "My Productions"],
    }));
});

describe("2.7: a plumber with work", () => {
  const open = openAs("busy");
  beforeAll(() => completedJob(town.context, town.client, town.plumber));

  test("figures, jobs by part, the week from today on, stats with their table", async () => {
    const page = await open("/plumber-dashboard");
    expect([figureOf(page, "Total Jobs"), figureOf(page, "Completed Jobs")]).toEqual(["3", "1"]);
    expect(figureOf(page, "Completion Rate")).toBe("33%");
    expect(page.text).toContain("1 of 1 closed job done");
    expect(figureOf(page, "Average Rating")).toMatch(/^\d\.\d\d$/);

    const parts = linksOf((await open("/plumber-dashboard/jobs")).find("nav[aria-label=Show]"));
    for (const part of ["Upcoming", "Past", "Cancelled"]) {
      const [, path] = parts.find(([name]) => name.startsWith(part))!;
      const chosen = (await open(path!)).find("nav[aria-label=Show] [aria-current=true]");
      expect(wordsOf(chosen)).toMatch(new RegExp(`^${part}`));
    }

    const week = await open("/plumber-dashboard/calendar");
    const days = week.findAll("main ol > li h2").map(wordsOf);
    expect([days.length, days[0]]).toEqual([7, expect.stringContaining("(today)")]);
    expect(linksOf(week.find("main")).find(([text]) => text === "Next week")?.[1]).toMatch(/week=\d{4}-\d\d-\d\d/);
    expect((await open("/plumber-dashboard/stats")).findAll("main tbody tr")).toHaveLength(8);
  });
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
