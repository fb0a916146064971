import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { openBrowser, signIn, toSecondStep } from "./support/users";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

// Every text, route, field, list and constant that the rules give and a visitor meets, read
// off the pages without script.

const site = await startSite();
const { origin } = site;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await openBrowser(browser, origin, { width: 1280, script: false }));
});
afterAll(() => browser.close());

const textOf = async () => (await page.locator("body").innerText()).replace(/\s+/g, " ");
const optionsOf = (label: string) => page.getByLabel(label, { exact: true }).locator("option").allInnerTexts();
/** The texts of links with their URLs, in order. */
const linksIn = (selector: string) =>
  page
    .locator(`${selector} a`)
    .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute("href")]));

const CITIES = ["Harare", "Bulawayo", "Gweru", "Mutare", "Masvingo", "Chinhoyi"];
const SPECIALITIES = [
  "Residential Plumbing",
  "Commercial Plumbing",
  "Emergency Plumbing",
  "Water Heater Installation",
  "Sewer Line Repair",
  "Pipe Inspection & Leak Detection",
  "Drain Cleaning",
  "Gas Fitting",
  "Leak Repair",
  "Bathroom Remodeling",
  "Pipe Replacement",
  "Water Filtration Systems",
  "Sprinkler Systems Installation",
  "Kitchen Remodeling",
  "Fixture Replacement",
  "Shower Installation",
  "Faucet Installation",
];
const HOURS = ["Mon to Fri", "8:00 AM to 6:00 PM", "Saturday", "9:00 AM to 5:00 PM", "Sunday"];

describe("2.1: every route", () => {
  test.each<[path: string, heading: string | RegExp]>([
    ["/", /./],
    ["/about", "About"],
    ["/contact", "Contact"],
    ["/services", "Our Services"],
    ["/service-details", /./],
    ["/services/residential", "Residential Plumbing"],
    ["/services/commercial", "Commercial Plumbing"],
    ["/services/emergency", "Emergency Plumbing"],
    ["/plumbers", "Our Plumbers"],
    ["/plumbers/Mutare", "Plumbers in Mutare"],
    ["/appointment/demoplumber01", "Tendai Moyo"],
    ["/signup", "Create an account"],
    ["/signin", "Sign in"],
    ["/blog", "Blog"],
    ["/blog/5", /./],
  ])("%s is there", async (path, heading) => {
    expect((await page.goto(path))?.status()).toBe(200);
    await page.locator("h1", { hasText: heading }).waitFor();
  });

  test.each(["/profile", "/bookings", "/client-dashboard", "/plumber-dashboard", "/admin-dashboard"])(
    "%s leads to sign-in",
    async (path) => {
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe("/signin");
    },
  );

  test("any other URL is the page 'Request Not Executable Error' with its shortcuts", async () => {
    expect((await page.goto("/no/such/page"))?.status()).toBe(404);
    await page.getByRole("heading", { name: "Request Not Executable Error" }).waitFor();
    expect(await linksIn("main")).toEqual([
      ["About us", "/about"],
      ["Our Services", "/services"],
      ["Pricing & Plan", "/services"],
      ["Questions", "/faq"],
      ["Testimonials", "/#testimonials"],
      ["Contact us", "/contact"],
      ["Homepage", "/"],
    ]);
  });

  test("/booking leads on to the plumbers, a signed-in client to the book form; /faq shows the home page's questions", async () => {
    await page.goto("/booking");
    expect(new URL(page.url()).pathname).toBe("/plumbers");
    await page.goto("/faq");
    expect(await page.locator("main details").count()).toBe(4);
  });
});

describe("2.2: navigation", () => {
  test("the links of a visitor", async () => {
    await page.goto("/");
    expect(await linksIn('nav[aria-label="Main"]')).toEqual([
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

  test("the Services submenu opens on hover and on focus, and closes 300 ms after", async () => {
    await page.goto("/about");
    const residential = page.locator(".submenu").getByRole("link", { name: "Residential" });
    expect(await residential.isVisible()).toBe(false);
    await page.locator(".submenu > a").hover();
    await residential.waitFor();
    await page.mouse.move(600, 600);
    await residential.waitFor({ state: "hidden" });
    const delay = () => page.locator(".submenu > ul").evaluate((list) => getComputedStyle(list).transitionDelay);
    expect(await delay()).toBe("0.3s, 0.3s");
    await page.locator(".submenu > a").focus();
    await residential.waitFor();
    expect(await delay()).toBe("0s");
  });

  test("on phones a menu slides in, its Services open on a tap, and a followed link closes it", async () => {
    const phone = await openBrowser(browser, origin, { width: 360, script: false });
    await phone.page.goto("/");
    const menu = phone.page.getByRole("navigation", { name: "Menu" });
    expect(await menu.isVisible()).toBe(false);
    await phone.page.locator("summary", { has: phone.page.locator("[aria-label=Menu]") }).click();
    for (const name of ["Home", "About", "Contact", "Our Plumbers", "Blog", "Login", "Create Account"])
      await menu.getByRole("link", { name, exact: true }).waitFor();
    expect(await menu.getByRole("link", { name: "Commercial" }).isVisible()).toBe(false);
    await menu.getByText("Services", { exact: true }).click();
    await menu.getByRole("link", { name: "Commercial" }).click();
    await phone.page.getByRole("heading", { name: "Commercial Plumbing" }).waitFor();
    expect(await menu.isVisible()).toBe(false);
    await phone.context.close();
  });

  test.each([
    ["client@pombi.test", "/client-dashboard"],
    ["plumber@pombi.test", "/plumber-dashboard"],
    ["admin@pombi.test", "/admin-dashboard"],
  ])("%s has a profile menu with the way to %s, and Logout ends at sign-in", async (email, dashboard) => {
    const own = await openBrowser(browser, origin, { width: 1280, script: false });
    await signIn(own.page, email);
    expect(new URL(own.page.url()).pathname).toBe(dashboard);
    await own.page.getByText("Sign-in successful!").waitFor();
    await own.page.goto("/");
    const menu = own.page.locator('nav[aria-label="Main"] details');
    await menu.locator("summary").click();
    expect(
      await menu
        .locator("a")
        .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute("href")])),
    ).toEqual([
      ["My Profile", "/profile"],
      ["Dashboard", dashboard],
      ["My Bookings", "/bookings"],
    ]);
    expect(await menu.locator("img").getAttribute("src")).toMatch(
      email.startsWith("admin") ? /^\/default-avatar\.png$/ : /^\/(photos|default-avatar)/,
    );
    await menu.getByRole("button", { name: "Logout" }).click();
    expect(new URL(own.page.url()).pathname).toBe("/signin");
    await own.context.close();
  });

  test("a phone's menu shows avatar, name and email", async () => {
    const own = await openBrowser(browser, origin, { width: 360, script: false });
    await site.openSession(own.context, "client@pombi.test");
    await own.page.goto("/");
    await own.page.locator("summary", { has: own.page.locator("[aria-label=Menu]") }).click();
    const menu = own.page.getByRole("navigation", { name: "Menu" });
    await menu.getByText("client@pombi.test").waitFor();
    expect(await menu.locator("img").count()).toBe(1);
    await own.context.close();
  });
});

describe("2.3, 2.4, 2.5, 5: accounts", () => {
  test("sign-up has its fields, lists and reveals", async () => {
    await page.goto("/signup");
    expect(await page.locator("aside").getByRole("link", { name: "SIGN IN" }).getAttribute("href")).toBe("/signin");
    expect(await page.getByRole("radio", { name: /Client/ }).isChecked()).toBe(true);
    expect(await page.getByLabel("Speciality", { exact: true }).isVisible()).toBe(false);
    await page.getByRole("radio", { name: /Plumber/ }).check();
    for (const label of [
      "First Name",
      "Last Name",
      "Email",
      "Password",
      "Photo",
      "Speciality",
      "Experience",
      "About",
      "Appointment fee (USD)",
      "Address Line 1",
      "City",
    ]) {
      if (label === "Password") await toSecondStep(page);
      await page.getByLabel(label, { exact: true }).waitFor();
    }
    await page.getByLabel("Address Line 2").waitFor();
    expect((await optionsOf("Speciality")).slice(1)).toEqual([...SPECIALITIES, "Other"]);
    expect((await optionsOf("City")).slice(1)).toEqual([...CITIES, "Other"]);
    expect(await page.getByLabel("Your city").isVisible()).toBe(false);
    await page.getByLabel("City", { exact: true }).selectOption("Other");
    await page.getByLabel("Your city").waitFor();
    await page.getByLabel("Speciality", { exact: true }).selectOption("Other");
    expect(await page.getByLabel("Your speciality").inputValue()).toBe("");
    expect(await page.getByLabel("Photo", { exact: true }).getAttribute("accept")).toMatch(/^image\//);
    expect(await page.getByLabel("Email").getAttribute("type")).toBe("email");
    await page.setViewportSize({ width: 799, height: 800 });
    expect(await page.locator("aside").getByRole("link", { name: "SIGN IN" }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("what is missing is named by the texts of the rules, in their order (A2)", async () => {
    await page.goto("/signup?role=plumber");
    await toSecondStep(page);
    await page.getByRole("button", { name: "SIGN UP" }).click();
    const said = await page.locator("[role=alert] li").allInnerTexts();
    const ofPlumbers = [
      "Plumber image is required.",
      "Speciality is required for plumbers.",
      "Experience is required for plumbers.",
      "About is required for plumbers.",
      "Fees is required for plumbers.",
      "Address Line 1 is required for plumbers.",
      "City is required for plumbers.",
    ];
    expect(said.filter((text) => ofPlumbers.includes(text))).toEqual(ofPlumbers);
    expect(said).toContain("You must accept the terms and policy.");
  });

  test("sign-in refuses with a banner that disappears after 10 s", async () => {
    await page.goto("/signin");
    expect(await page.locator("aside").getByRole("link", { name: "SIGN UP" }).getAttribute("href")).toBe("/signup");
    expect(await page.getByRole("link", { name: "New here? Sign Up" }).getAttribute("href")).toBe("/signup");
    await page.getByLabel("Email").fill("nobody@example.test");
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: "SIGN IN" }).click();
    const banner = page.getByRole("alert").filter({ hasText: "Invalid email or password." });
    await banner.waitFor();
    expect(await page.locator(".leaves-after-10s").evaluate((one) => getComputedStyle(one).animationDelay)).toBe("10s");
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.test");
  });

  test("verification without a token", async () => {
    await page.goto("/verify-email");
    expect(await textOf()).toContain("No token provided.");
  });
});

describe("2.8: home", () => {
  test("the sections in their order, with their constants", async () => {
    await page.goto("/");
    const headings = await page.locator("main h1, main h2").allTextContents();
    expect(headings.slice(1)).toEqual([
      expect.stringContaining("25+ years of experience"),
      "Find A Plumber In Your Area",
      expect.any(String),
      "Top Plumbers To Book",
      "Our Services",
      "Why Choose Us",
      "What clients say",
      expect.stringContaining("Pricing"),
      "Questions",
      "Book An Appointment",
      "Contact us",
      "Where we are",
    ]);
    expect(await page.getByRole("link", { name: "Book Now" }).getAttribute("href")).toBe("/booking");
    expect(await page.locator("dd .sr-only").allTextContents()).toEqual(["560", "180"]);
    for (const selector of [".ticking:not(.ticking-180)", ".ticking-180"]) {
      const { duration, steps } = await page.locator(selector).evaluate((counter) => {
        const style = getComputedStyle(counter);
        return { duration: style.animationDuration, steps: style.animationTimingFunction };
      });
      // A step every 20 ms, and the whole figure after 560.
      expect([duration, steps]).toEqual(["0.56s", "steps(28)"]);
    }
    expect(
      await page
        .locator("section", { hasText: "Find A Plumber In Your Area" })
        .locator("ul a")
        .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute("href")])),
    ).toEqual(CITIES.map((city) => [city, `/plumbers/${city.toLowerCase()}`]));
    for (const city of CITIES)
      expect(await page.locator(`svg a[href="/plumbers/${city.toLowerCase()}"]`).count()).toBe(1);
    await page.getByRole("link", { name: "Request A Service" }).waitFor();
    expect(await page.getByRole("link", { name: /^Call Us Now/ }).getAttribute("href")).toMatch(/^tel:\+263/);
    const top = page.locator("section", { hasText: "Top Plumbers To Book" });
    expect(await top.locator("li").count()).toBe(10);
    expect(await top.locator("li a").first().getAttribute("href")).toMatch(/^\/appointment\//);
    expect(await top.getByRole("link", { name: "More", exact: true }).getAttribute("href")).toBe("/plumbers");
    expect(
      await page
        .locator("section", { has: page.getByRole("heading", { name: "Our Services" }) })
        .locator("h3")
        .count(),
    ).toBe(4);
    expect(await page.locator("#testimonials li").count()).toBe(5);
    expect(await page.locator("#testimonials a", { hasText: "Testimonial of" }).count()).toBe(5);
    const plans = page
      .locator("section", { has: page.getByRole("heading", { name: /Pricing/ }) })
      .locator("ul")
      .first()
      .locator("li");
    const shown = await plans.allTextContents();
    for (const [at, plan] of [
      ["Basic", "$150"],
      ["Silver", "$180"],
      ["Golden", "$200"],
    ].entries())
      for (const word of plan) expect(shown[at]).toContain(word);
    const perks = page
      .locator("section", { has: page.getByRole("heading", { name: /Pricing/ }) })
      .locator("ul")
      .nth(1);
    expect(await perks.locator("li").count()).toBe(6);
  });

  test("four questions, one open at a time, the first at the start", async () => {
    await page.goto("/#appointment");
    const questions = page.locator('details[name="home-faq"]');
    expect(await questions.count()).toBe(4);
    expect(await questions.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await questions.nth(2).locator("summary").click();
    expect(await questions.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test("the contact form says what is missing, keeps what was written, and sends", async () => {
    await page.goto("/");
    await page.getByRole("heading", { name: "Contact us" }).click();
    await page.locator("#home").getByRole("button", { name: "Send message" }).click();
    for (const text of ["Name is required", "Email is required", "Subject is required", "Message is required"])
      await page.locator("#home").getByText(text, { exact: true }).first().waitFor();
    const form = page.locator("#home");
    await form.getByLabel("Name").fill("Rudo");
    await form.getByLabel("Email").fill("rudo@example.test");
    await form.getByLabel("Subject").fill("Pipes");
    await form.getByRole("button", { name: "Send message" }).click();
    expect(await page.locator("#home").getByLabel("Name").inputValue()).toBe("Rudo");
    await page.locator("#home").getByLabel("Message").fill("Hello");
    await page.locator("#home").getByRole("button", { name: "Send message" }).click();
    await page.getByText("Your message has been sent!").waitFor();
    expect(await form.count()).toBe(0);
    await page.getByRole("link", { name: "Write another message" }).waitFor();
  });
});

describe("2.9: other pages", () => {
  test("about: goals with 100, 95 and 90 percent, a team of three", async () => {
    await page.goto("/about");
    for (const percent of ["100%", "95%", "90%"]) expect(await textOf()).toContain(percent);
    expect(
      await page
        .locator("section", { has: page.getByRole("heading", { name: "The team" }) })
        .locator("li")
        .count(),
    ).toBe(3);
  });

  test("services: six cards; contact: the categories and four questions; service details: a quote form", async () => {
    await page.goto("/services");
    expect(await page.locator("main li h2").count()).toBe(6);
    await page.goto("/contact");
    expect((await page.locator("main select option").allInnerTexts()).filter(Boolean)).toEqual(
      expect.arrayContaining([
        "Gas Line Services",
        "Basement Plumbing",
        "Kitchen Plumbing",
        "Remodeling Service",
        "Bathroom Plumbing",
      ]),
    );
    expect(await page.locator("main details").count()).toBe(4);
    await page.goto("/service-details");
    expect(await page.locator("main form").count()).toBe(1);
  });

  test("blog: five posts, and 'Blog post not found' for any other", async () => {
    await page.goto("/blog");
    expect((await linksIn("main")).map(([, href]) => href).sort()).toEqual([1, 2, 3, 4, 5].map((id) => `/blog/${id}`));
    for (const id of ["6", "one"]) {
      await page.goto(`/blog/${id}`);
      await page.getByText("Blog post not found").waitFor();
    }
  });

  test("the footer: quick links, working hours, a phone", async () => {
    await page.goto("/terms");
    const footer = await page.locator("footer").innerText();
    for (const text of ["Quick links", ...HOURS, "+263"]) expect(footer).toContain(text);
    expect(footer.toLowerCase()).toContain("closed");
    expect(await page.locator('footer a[href^="tel:"]').count()).toBe(1);
  });
});

describe("2.10, 2.11: plumbers", () => {
  test("the city list filters, and the chosen city clears it", async () => {
    await page.goto("/plumbers");
    const cities = page.getByRole("navigation", { name: "Cities" });
    expect((await cities.locator("a").allInnerTexts()).map((text) => text.trim())).toEqual(CITIES);
    await cities.getByRole("link", { name: "Gweru" }).click();
    await page.getByRole("heading", { name: "Plumbers in Gweru" }).waitFor();
    const card = page.locator("main li").first();
    await card.getByText(/Available · /).waitFor();
    await card.locator("img").waitFor();
    await page
      .getByRole("navigation", { name: "Cities" })
      .getByRole("link", { name: /^Gweru/ })
      .click();
    expect(new URL(page.url()).pathname).toBe("/plumbers");
  });

  test("the appointment page: who, seven days, times, fee, others of the city", async () => {
    await page.goto("/appointment/demoplumber01");
    for (const text of ["Leak Repair", "About", "Appointment fee: $25", "Top Plumbers in Harare", "What we checked"])
      expect(await textOf()).toContain(text);
    expect(await page.locator("summary", { hasText: "What we checked" }).innerText()).toContain("Trade certificate");
    expect(await page.locator("input[name=appointmentDate]").count()).toBe(7);
    const times = await page
      .locator("input[name=appointmentTime]")
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect([times.length, times[0], times[1], times.at(-1)]).toEqual([22, "10:00 am", "10:30 am", "8:30 pm"]);
    const others = await page.locator("section", { hasText: "Top Plumbers in Harare" }).locator("h3").allInnerTexts();
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThanOrEqual(5);
    expect(others).toEqual([...others].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    expect(others).not.toContain("Tendai Moyo");
  });

  test("without a time it asks for one; without an account it leads to sign-in; an unknown plumber to the list", async () => {
    await page.goto("/appointment/demoplumber01");
    await bookButton(page).click();
    await page.getByText("Please select a time slot.").first().waitFor();
    await page.locator(".day").nth(5).click();
    await page.locator(".slot:not(.not-5)").first().click();
    await describeVisit(page);
    await bookButton(page).click();
    await page.getByText("You must be logged in to book.").waitFor();
    await page.goto("/appointment/nobody");
    expect(new URL(page.url()).pathname).toBe("/plumbers");
  });
});
