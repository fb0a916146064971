import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { enquiries, notices } from "~/db/schema";
import { dateAt, instantOf } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { CITIES } from "~/domain/values/cities";
import { formatPhone } from "~/domain/values/phone";
import { SPECIALITIES } from "~/domain/values/trade";
import { atTime } from "../support/clock";
import { currentInstant } from "../support/now";
import { linksOf, openPage, wordsOf } from "../support/pages";
import { expectRedirect, visit, cookieOf } from "../support/site";
import { PASSWORD } from "../support/sign-up";
import { seedTown } from "../support/town";
import { createUser, hashForTests } from "../support/users";

// Every text, route, field, list and constant that the rules give and a visitor meets, as the Worker sends it; and what
// a visitor finds and writes on these pages.

const town = await seedTown();
for (let turn = 0; turn < 12; turn++) await createUser(town.context, "plumber", { city: CITIES[turn % 6]! });

test("2.1: a page has the heading that the rules give it", async () => {
  for (const [path, heading] of [
    ["/about", "About"],
    ["/contact", "Contact"],
    ["/services", "Our Services"],
    ["/services/residential", "Residential Plumbing"],
    ["/services/commercial", "Commercial Plumbing"],
    ["/services/emergency", "Emergency Plumbing"],
    ["/plumbers", "Our Plumbers"],
    ["/plumbers/Mutare", "plumbers in Mutare"],
    ["/signup", "Create an account"],
    ["/signin", "Sign in"],
    ["/blog", "Blog"],
  ] as const) {
    const page = await openPage(path);
    expect([page.status, wordsOf(page.find("h1"))], path).toEqual([200, expect.stringContaining(heading)]);
  }
});

test("2.1: any other URL is the page 'Request Not Executable Error' with its shortcuts", async () => {
  const page = await openPage("/no/such/page");
  const name = "Request Not Executable Error";
  expect([page.status, wordsOf(page.find("h1")), page.title]).toEqual([404, "This page isn't here", `${name} – Pombi`]);
  expect(wordsOf(page.find("main"))).toContain(name);
  expect(wordsOf(page.find('main form[action="/plumbers"] .button'))).toBe("Find a plumber");
  expect(linksOf(page.find("main"))).toEqual([
    ["About us", "/about"],
    ["Our Services", "/services"],
    ["Pricing & Plan", "/services"],
    ["Questions", "/faq"],
    ["Testimonials", "/#testimonials"],
    ["Contact us", "/contact"],
    ["Homepage", "/"],
  ]);
});

test("2.1: /booking leads on to the plumbers; /faq shows the home page's questions", async () => {
  expect((await visit("/booking")).headers.get("Location")).toBe("/plumbers");
  const emergency = await visit("/emergency");
  expect([emergency.status, emergency.headers.get("Location")]).toEqual([301, "/services/emergency"]);
  const questionsOf = async (path: string) =>
    (await openPage(path)).findAll("details[name*=faq] summary").map((question) => wordsOf(question));
  const ofHome = await questionsOf("/");
  expect(ofHome).toHaveLength(4);
  const all = await questionsOf("/faq");
  expect(all.slice(0, 4)).toEqual(ofHome);
  for (const more of ["What if the plumber doesn't come?", "What if the fault comes back?"])
    expect(all).toContain(more);
});

test("2.2: a visitor finds the links of the rules", async () => {
  expect(linksOf((await openPage("/")).find('nav[aria-label="Main"]'))).toEqual([
    ["Home", "/"],
    ["About", "/about"],
    ["Services", "/services"],
    ["All services", "/services"],
    ["Residential", "/services/residential"],
    ["Commercial", "/services/commercial"],
    ["Emergency", "/services/emergency"],
    ["Our Plumbers", "/plumbers"],
    ["Blog", "/blog"],
    ["Contact", "/contact"],
    ["Login", "/signin"],
    ["Create Account", "/signup"],
  ]);
});

test("2.2: each role signs in to its dashboard, finds it in a profile menu, and logs out to sign-in", async () => {
  const passwordHash = await hashForTests(PASSWORD);
  for (const role of ["client", "plumber", "admin"] as const) {
    const dashboard = `/${role}-dashboard`;
    const user = await createUser(town.context, role, { passwordHash });
    const signedIn = await visit("/signin", { form: { email: user.email!, password: PASSWORD } });
    expect(signedIn.headers.get("Location")).toBe(dashboard);
    const cookie = `${cookieOf(signedIn)}; ${cookieOf(signedIn, "flash")}`;
    expect((await openPage(dashboard, { cookie })).text).toContain("Sign-in successful!");
    const menu = (await openPage("/", { cookie })).find('nav[aria-label="Main"] details');
    expect(linksOf(menu)).toEqual([
      ["My Profile", "/profile"],
      ["Dashboard", dashboard],
      ["My Bookings", "/bookings"],
    ]);
    expect(menu!.querySelector("img")!.getAttribute("src")).toBe("/default-avatar.png");
    const logout = menu!.querySelector("form")!;
    expect(wordsOf(logout.querySelector("button"))).toBe("Logout");
    await expectRedirect(visit(logout.getAttribute("action")!, { cookie, form: {} }), "/signin?reason=signedOut");
  }
});

test("2.3, 2.4, 2.5, 5: sign-up has its fields and lists, of a client or a plumber", async () => {
  const page = await openPage("/signup");
  expect(page.findAll("aside").flatMap(linksOf)).toContainEqual(["SIGN IN", "/signin"]);
  expect(page.find("input[type=radio][value=client]")?.hasAttribute("checked")).toBe(true);
  const labels = page.findAll("form label").map(wordsOf);
  for (const label of [
    "First Name",
    "Last Name",
    "Email",
    "Password",
    "Photo",
    "Speciality",
    "Experience",
    "About",
    "Visit fee (US$)",
    "Address Line 1",
    expect.stringMatching(/^Address Line 2/),
    "City",
  ])
    expect(labels).toContainEqual(label);
  expect(page.optionsOf("Speciality").slice(1)).toEqual([...SPECIALITIES, "Other"]);
  expect(page.optionsOf("City").slice(1)).toEqual([...CITIES, "Other"]);
  expect(page.find("input[type=file]")?.getAttribute("accept")).toMatch(/^image\//);
  expect(page.find("input[name=email]")?.getAttribute("type")).toBe("email");
});

test("2.3, 2.4, 2.5, 5: what is missing is named by the texts of the rules, in their order (A2)", async () => {
  const page = await openPage("/signup", { form: { role: "plumber" } });
  const said = page.findAll("[role=alert] li").map(wordsOf);
  expect(said.filter((text) => /^Plumber image|for plumbers\.$/.test(text))).toEqual([
    "Plumber image is required.",
    ...["Speciality", "Experience", "About", "Fees", "Address Line 1", "City"].map(
      (field) => `${field} is required for plumbers.`,
    ),
  ]);
  expect(said).toContain("You must accept the terms and policy.");
});

const home = await openPage("/");

test("2.8: home has the sections in their order", () => {
  expect(home.findAll("main h1, main h2").map(wordsOf).slice(1)).toEqual([
    expect.stringContaining("25+ years of experience"),
    "Find A Plumber In Your Area",
    expect.any(String),
    "Top Plumbers To Book",
    "Our Services",
    "Why Choose Us",
    "What clients say",
    expect.stringContaining("Pricing & Plan"),
    "Questions",
    "Book An Appointment",
    "Contact us",
    "Where we are",
  ]);
});

test("2.8: home has the figures, and the ways to the cities, to a service and to a phone", () => {
  expect(home.findAll("dd .sr-only").map(wordsOf)).toEqual(["560", "180"]);
  expect(linksOf(home.section("Find A Plumber In Your Area"))).toEqual(
    CITIES.map((city) => [city, `/plumbers/${city.toLowerCase()}`]),
  );
  for (const city of CITIES) expect(home.findAll(`svg a[href="/plumbers/${city.toLowerCase()}"]`)).toHaveLength(1);
  const links = linksOf(home.find("main"));
  expect(links).toContainEqual(["Book Now", "/booking"]);
  expect(links).toContainEqual(["Request A Service", "/plumbers?problem=drain"]);
  expect(links.find(([text]) => text.startsWith("Call Us Now"))?.[1]).toMatch(/^tel:\+263/);
});

test("2.8: home has ten plumbers and the way to all of them, four services, five testimonials", () => {
  const top = home.section("Top Plumbers To Book")!;
  expect(top.querySelectorAll("li")).toHaveLength(10);
  expect(linksOf(top.querySelector("li"))[0]![1]).toMatch(/^\/appointment\//);
  expect(linksOf(top)).toContainEqual(["More", "/plumbers"]);
  expect(home.section("Our Services")?.querySelectorAll("h3")).toHaveLength(4);
  const testimonials = home.find("#testimonials")!;
  expect(testimonials.querySelectorAll("li")).toHaveLength(5);
  expect(testimonials.querySelectorAll('[aria-label*="Testimonial of"]')).toHaveLength(5);
  expect(wordsOf(testimonials).match(/Sample/g)).toHaveLength(5);
});

test("2.8: home has four questions, the first one open, and three plans with prices and six perks", () => {
  const questions = home.findAll('details[name="home-faq"]');
  expect(questions.map((one) => one.hasAttribute("open"))).toEqual([true, false, false, false]);
  const [plans, perks] = home.section(/Pricing/)!.querySelectorAll("ul");
  const shown = [...plans!.querySelectorAll("li")].map(wordsOf);
  expect(shown.map((plan) => plan.match(/Basic|Silver|Golden|\$\d+/g))).toEqual([
    ["Basic", "$150"],
    ["Silver", "$180"],
    ["Golden", "$200"],
  ]);
  expect(perks!.querySelectorAll("li")).toHaveLength(6);
});

test("2.8: the contact form of home, once sent, makes room for what was said", async () => {
  const form = { form: "home", name: "Rudo", email: `${newId()}@example.test`, subject: "Pipes", message: "Hello" };
  const sent = await visit("/?index", { form });
  const cookie = sent.headers.getSetCookie()[0]!.split(";")[0]!;
  const after = await openPage(sent.headers.get("Location")!, { cookie });
  expect(after.text).toContain("Your message has been sent!");
  expect(after.find("#home form, form#home")).toBeNull();
  expect(linksOf(after.find("main")).map(([text]) => text)).toContain("Write another message");
});

test("2.9: about has goals with 100, 95 and 90 percent, and a team of three", async () => {
  const page = await openPage("/about");
  for (const percent of ["100%", "95%", "90%"]) expect(page.text).toContain(percent);
  expect(page.section("The team")?.querySelectorAll("li")).toHaveLength(3);
});

test("2.9: services has six cards, contact the categories and four questions, service details a quote form", async () => {
  expect((await openPage("/services")).findAll("main li h2")).toHaveLength(6);
  const contact = await openPage("/contact");
  const categories = contact.findAll("main select option").map(wordsOf).join();
  for (const category of ["Gas Line Services", "Remodeling Service"]) expect(categories).toContain(category);
  for (const room of ["Basement", "Kitchen", "Bathroom"]) expect(categories).toContain(`${room} Plumbing`);
  expect(contact.findAll("main details")).toHaveLength(4);
  expect((await openPage("/service-details")).findAll("main form")).toHaveLength(1);
});

test("2.9: the blog has five posts with named pictures, and 'Blog post not found' for any other", async () => {
  const list = await openPage("/blog");
  const posts = linksOf(list.find("main")).map(([, href]) => href);
  expect(posts.sort()).toEqual([1, 2, 3, 4, 5].map((id) => `/blog/${id}`));
  expect(list.findAll("main li [role=img][aria-label] > svg")).toHaveLength(5);
  expect((await openPage("/blog/5")).find("main [role=img]")?.getAttribute("aria-label")).toBeTruthy();
  for (const id of ["0", "6", "01", "one"]) {
    const missing = await openPage(`/blog/${id}`);
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining("Blog post not found")]);
  }
  expect((await openPage("/services/unknown")).status).toBe(404);
});

test("2.9: the footer has quick links, working hours and a phone", async () => {
  const footer = (await openPage("/terms")).find("footer")!;
  const hours = ["Mon to Fri", "8:00 am to 6:00 pm", "Saturday", "9:00 am to 5:00 pm", "Sunday", "Closed"];
  for (const text of ["Quick links", ...hours, formatPhone(brand.phone)]) expect(wordsOf(footer)).toContain(text);
  expect(footer.querySelectorAll('a[href^="tel:"]')).toHaveLength(1);
});

test("2.10, 2.11: the city list filters, and the chosen city clears it", async () => {
  const citiesOf = async (path: string) => linksOf((await openPage(path)).find('nav[aria-label="Cities"]'));
  expect(await citiesOf("/plumbers")).toEqual(CITIES.map((city) => [city, `/plumbers/${city.toLowerCase()}`]));
  const [name, clearing] = (await citiesOf("/plumbers/gweru"))[2]!;
  expect([name, clearing]).toEqual([expect.stringMatching(/^Gweru/), "/plumbers"]);
  const elsewhere = await citiesOf("/plumbers/Kariba");
  expect(elsewhere.at(-1), "a city without plumbers is chosen too").toEqual([
    expect.stringMatching(/^Kariba/),
    "/plumbers",
  ]);
  const card = (await openPage("/plumbers/gweru")).find("main li")!;
  expect(wordsOf(card)).toMatch(/Available · /);
  expect(card.querySelector("img")).not.toBeNull();
});

test("2.10, 2.11: the appointment page shows who, seven days, times, the fee and others of the city", async () => {
  const page = await openPage(`/appointment/${town.plumber.id}`);
  expect(wordsOf(page.find("h1"))).toBe("Tendai Own");
  for (const text of ["Leak Repair", "About", "Visit fee $25: comes, inspects, quotes", "What we checked"])
    expect(page.text).toContain(text);
  expect(page.findAll("input[name=appointmentDate]")).toHaveLength(7);
  const times = page.findAll("input[name=appointmentTime]").map((input) => input.getAttribute("value"));
  expect([times.length, times[0], times[1], times.at(-1)]).toEqual([22, "10:00 am", "10:30 am", "8:30 pm"]);
  const others = [...page.section("Top Plumbers in Harare")!.querySelectorAll("h3")].map(wordsOf);
  expect(others.length).toBeGreaterThan(0);
  expect(others.length).toBeLessThanOrEqual(5);
  expect(others).toEqual([...others].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
  expect(others).not.toContain("Tendai Own");
});

test("a speciality filters the directory, and one that no one has is named", async () => {
  for (const speciality of ["Gas Fitting", "Gas Fitting", "Drain Cleaning"])
    await createUser(town.context, "plumber", { firstName: "Fitter", city: "Karoi", speciality });
  const read = async (path: string) => (await openPage(path)).text;
  expect((await read("/plumbers/karoi?speciality=Gas+Fitting")).match(/Fitter /g)).toHaveLength(2);
  expect((await read("/plumbers/karoi?speciality=Magic&sort=sideways")).match(/Fitter /g)).toHaveLength(3);
  expect(await read("/plumbers/Gweru?speciality=Faucet+Installation")).toContain(
    "No plumbers for Faucet Installation in Gweru yet.",
  );
});

test("Save-Data leaves out our font and the large photo", async () => {
  const photographed = await createUser(town.context, "plumber", { photoKey: "a".repeat(24) });
  const page = async (headers: Record<string, string>) =>
    (await visit(`/appointment/${photographed.id}`, { headers })).text();
  expect(await page({})).toContain("-800.webp 800w");
  const saving = await page({ "Save-Data": "on" });
  expect(saving).not.toContain("800.webp");
  expect(saving).toContain("data-saves-data");
});

test("the emergency page names who of a city is free within three hours, and at night who is free soonest", async () => {
  const open = () => openPage("/services/emergency?city=harare");
  const { text } = await open();
  expect(text).toMatch(/Turn off the water at the meter.*Who is free soonest\?/s);
  expect(text).toContain("We answer the phone Mon to Fri 8:00 am to 6:00 pm and Saturday 9:00 am to 5:00 pm.");
  expect(text).toMatch(/\d+ plumbers( or more)? in Harare are free within three hours\./);
  const night = await atTime(instantOf(dateAt(currentInstant()), 23 * 60), open);
  expect(night.text).toContain("Nobody in Harare is free within three hours. These plumbers are free soonest:");
  expect(linksOf(night.find("main")).map(([, href]) => href)).toContain(`/appointment/${town.plumber.id}`);
  expect(night.text).toMatch(/Our office is closed now\. It opens \w{3} \d+ \w{3} at [89]:00 am\./);
  // Outside hours nobody is asked to call.
  const calls = (page: typeof night) =>
    [page.find("main"), page.find(".call-bar")].map((part) => linksOf(part).some(([, to]) => to?.startsWith("tel:")));
  expect(calls(night)).toEqual([false, false]);
  expect(wordsOf(night.find(".call-bar"))).toMatch(/^Find a plumber WhatsApp .*Office opens \w{3} [89]:00 am$/);
  const open10 = await atTime(instantOf(dateAt(currentInstant()), 10 * 60), open);
  expect(calls(open10)).toEqual([true, true]);
});

test("the emergency page names who of each city is free first, before WhatsApp while the office is closed", async () => {
  const at = (hour: number) =>
    atTime(instantOf(dateAt(currentInstant()), hour * 60), () => openPage("/services/emergency"));
  const night = await at(23);
  const rows = [...night.find("#free")!.querySelectorAll("li")];
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => wordsOf(row).split(":")[0])).size).toBe(rows.length);
  for (const row of rows) {
    expect(wordsOf(row)).toMatch(/^\w+: .+\$\d+ visit fee ?Available · /);
    expect(row.querySelector("a")!.getAttribute("href")).toMatch(/^\/appointment\/\w+$/);
  }
  const filled = ({ find }: typeof night) =>
    [...find("main")!.querySelectorAll(".button:not(.button-quiet)")].map((button) => wordsOf(button));
  expect(filled(night)).toEqual(["See who is free"]);
  const day = await at(10);
  const isTooLate = "Nobody is free within three hours. Turn off the water now, and book the first visit:";
  expect([night, day].map(({ text }) => text.includes(isTooLate))).toEqual([true, false]);
  expect(filled(day).join()).toMatch(/^Call /);
});

const FORMS = [
  ["/?index", "home", "home"],
  ["/?index", "appointment", "appointment"],
  ["/contact", "contact", "contact"],
  ["/service-details", "quote", "quote"],
] as const;

test("each form to the company reaches inbox and email, and only the inbox if a program filled it in", async () => {
  const { db } = town;
  for (const [path, form, topic] of FORMS) {
    const email = `${newId()}@example.test`;
    const answers = { form, name: "Rudo", email, phone: "077 123 4567", subject: "Pipes", message: "Hello there" };
    const sentTo = () => db.select().from(enquiries).where(eq(enquiries.email, email));
    // A program is not told that it was found out.
    const page = await (await visit(path)).text();
    const trap = /<label hidden="">Leave this empty <input name="([^"]+)"/.exec(page)![1]!;
    // A browser's form filler goes by names.
    expect(trap, form).not.toMatch(/name|mail|phone|tel|url|web|site|address|company|title|city|code/i);
    const filled = { ...answers, message: "Filled in", [trap]: "https://spam.test" };
    expect((await visit(path, { form: filled })).status, form).toBe(303);
    expect(await sentTo(), form).toMatchObject([{ message: "Filled in", isSuspected: true }]);
    await db.delete(enquiries).where(eq(enquiries.email, email));
    const response = await visit(path, { form: answers });
    expect(response.status, form).toBe(303);
    expect(response.headers.getSetCookie().join(), form).toContain("__Host-flash=enquirySent");
    const [row] = await sentTo();
    expect(row, form).toMatchObject({
      isSuspected: false,
      topic,
      name: "Rudo",
      phone: "+263771234567",
      message: "Hello there",
    });
    const sent = await db.select().from(notices).where(eq(notices.causeId, row!.id));
    expect(sent, form).toMatchObject([{ recipient: brand.email }]);
  }
});
