import type { Browser, Locator } from "playwright-core";
import { HOUR, instantOf, MINUTE, parseTime, type Instant } from "../../app/domain/time/harare";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { chooseSlot, describeVisit } from "../browser/support/request";
import { JOB } from "./bounds";
import { phonePhoto } from "./phone-photo";
import { layPhoneLine, makeCertificate, type Cost } from "./phone-line";
import { launchChromium, onSite, pause, type Site } from "./site";
import { printTable, rowOf, type Row } from "./table";

// npm run bench -- job: what a whole job costs its client and its plumber on EDGE, each on a phone that has never been
// here: from the home page to the review, with script and light (W20), and then the client's next request. A tap waits
// for what it leads to; pictures and files that come meanwhile count as bytes and requests.

type Name = string | RegExp;
type Shown = Name | Locator;

const certificate = makeCertificate();

/** Someone's phone on a line of its own. */
async function pickUp(browser: Browser, site: Site, isLight: boolean) {
  const line = await layPhoneLine(site.origin, certificate);
  const context = await browser.newContext({ baseURL: line.origin, viewport: { width: 360, height: 800 } });
  if (isLight) await context.addCookies([{ name: "light", value: "1", url: line.origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** Waits for a text or a part of the page that is in sight. */
  const shows = (what: Shown) =>
    (typeof what === "string" || what instanceof RegExp ? page.getByText(what) : what)
      .filter({ visible: true })
      .first()
      .waitFor();
  const tap = (role: "link" | "button", name: Name, then: Shown) =>
    line.wait(async () => {
      await page.getByRole(role, { name }).filter({ visible: true }).first().click();
      await shows(then);
    });
  return {
    page,
    line,
    open: (path: string, then: Shown) => line.wait(() => page.goto(path).then(() => shows(then))),
    follow: (name: Name, then: Shown) => tap("link", name, then),
    press: (name: Name, then: Shown) => tap("button", name, then),
    back: (then: Shown) => line.wait(() => page.goBack().then(() => shows(then))),
    /** Sees what the other side did: by itself, or light on the next load. */
    see: (then: Shown) => line.wait(() => (isLight ? page.reload() : Promise.resolve()).then(() => shows(then))),
    describe: async () => `${page.url()}: ${(await page.locator("body").innerText()).replace(/\s+/g, " ")}`,
    async hangUp() {
      await context.close();
      line.close();
    },
  };
}
type Phone = Awaited<ReturnType<typeof pickUp>>;

type Photo = Awaited<ReturnType<typeof phonePhoto>>;

/** Waits until the line is quiet: what a page loads behind itself belongs to it. */
async function rest({ page, line }: Phone) {
  await page.waitForLoadState("networkidle");
  await line.rest();
}

async function addPhoto({ page, line }: Phone, photo: Photo) {
  await line.wait(async () => {
    await page.locator("input[name=photo]").setInputFiles(photo);
    await page.locator("#photos img").first().waitFor();
  });
}

interface Walk {
  client: Cost;
  plumber: Cost;
  next: Cost;
}

async function walk(browser: Browser, site: Site, isLight: boolean): Promise<Walk> {
  const photo = await phonePhoto(browser);
  const client = await pickUp(browser, site, isLight);
  const plumber = await pickUp(browser, site, isLight);
  try {
    return await doJob(site, client, plumber, photo, isLight);
  } catch (error) {
    for (const phone of [client, plumber]) console.error(await phone.describe());
    throw error;
  } finally {
    for (const phone of [client, plumber]) await phone.hangUp();
  }
}

async function doJob(site: Site, client: Phone, plumber: Phone, photo: Photo, isLight: boolean): Promise<Walk> {
  const email = `edge-${isLight ? "light" : "script"}@example.test`;
  const { page } = client;

  // A visitor asks, and becomes a client.
  await client.open("/", "Harare");
  await client.follow("Harare", "Plumbers in Harare");
  await client.follow("Tendai Moyo", "What's the problem?");
  await addPhoto(client, photo);
  const time = await chooseSlot(page, 6, isLight ? -2 : -1);
  const day = await page.locator("input[name=appointmentDate]").last().inputValue();
  const start = instantOf(day, parseTime(time)!);
  await describeVisit(page);
  await client.press(/^Book an appointment/, "We've kept your request.");
  await page.getByLabel("First Name").fill("Tsitsi");
  await page.getByLabel("Last Name").fill("Newcomer");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("077 123 4567");
  await page.locator(".step-on").filter({ visible: true }).click();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel("I accept the terms").check();
  await client.press("SIGN UP", "Registration successful!");
  const link = new URL(await linkFor(site, email));
  await client.open(link.pathname + link.search, `Account: ${email}`);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await client.press("Verify and see the request first", "One step left:");
  await client.press(/^Book an appointment/, "Booking successful!");
  await rest(client);
  const ticket = new URL(page.url()).pathname;
  const job = ticket.replace("/client-dashboard/bookings", "/plumber-dashboard/jobs");
  await talk(client, "Bring a ladder, please.");

  // The plumber comes by the link in the notice, and quotes; the client accepts.
  await plumber.open(job, "Password");
  await plumber.page.getByLabel("Email").fill("plumber@pombi.test");
  await plumber.page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await plumber.press("SIGN IN", "Avondale");
  await rest(plumber);
  await talk(plumber, "I will.");
  await plumber.follow("Write a quote", plumber.page.getByLabel("Line 1: item"));
  await plumber.page.getByLabel("Line 1: item").fill("New tap, fitted");
  await plumber.page.getByLabel("Line 1: price in US dollars").fill("80");
  await plumber.press("Send the quote", /A quote for \$80, sent to/);
  await client.see("Accept $80");
  await client.press("Accept", "Agreed by quote");
  await plumber.see("Agreed by quote");
  await plumber.press("Confirm", "12 Test Road");
  await Promise.all([client, plumber].map(rest));

  // The day: both open it anew.
  await setClock(site, start - 40 * MINUTE);
  await client.open(ticket, "Agreed by quote");
  await plumber.open(job, "12 Test Road");
  await plumber.follow("On the way", plumber.page.getByRole("button", { name: "20 min" }));
  await plumber.press("20 min", /^We've told .+ that you're on the way\.$/);
  await client.see(/is on the way, arriving about/);
  await plumber.press("Start", "Mark Completed");
  await client.see(/is working on it/);

  // Done and paid.
  await setClock(site, start + HOUR);
  await plumber.follow("Mark Completed", plumber.page.getByLabel("What was done"));
  await plumber.page.getByLabel("What was done").fill("Replaced the tap.");
  await plumber.press(/^Mark Completed/, "The job is completed.");
  await client.see("I paid cash");
  await client.follow("I paid cash", page.getByLabel("Amount (US$)"));
  await client.press("Record a payment", /you paid|recorded/i);
  await plumber.see(/recorded that \$80 was paid/);
  await plumber.press("Yes, I got $80", /PR-\d+/);
  await client.see(/PR-\d+/);
  await client.follow(/review/i, page.getByLabel("5 stars"));
  await page.getByLabel("5 stars").check();
  await page.getByLabel("Comment").fill("On time.");
  await client.press(/^Submit/, "Review submitted!");
  await Promise.all([client, plumber].map(rest));
  const cost = { client: client.line.cost(), plumber: plumber.line.cost() };

  // The next request, from the ticket of the one before.
  await client.open(ticket, /Book again/);
  await rest(client);
  const before = client.line.cost();
  await client.follow(/Book again/, "What's the problem?");
  await addPhoto(client, photo);
  await chooseSlot(page, 6, 0);
  await describeVisit(page);
  await client.press(/^Book an appointment/, "Booking successful!");
  await rest(client);
  const next = less(client.line.cost(), before);
  if (process.env["LOADS"]) for (const { line } of [client, plumber]) console.info(line.asked().join("\n"));
  return { ...cost, next };
}

const less = (cost: Cost, before: Cost): Cost => ({
  down: cost.down - before.down,
  up: cost.up - before.up,
  requests: cost.requests - before.requests,
  trips: cost.trips - before.trips,
});

/** Writes in the conversation about a ticket, and goes back to it. */
async function talk(phone: Phone, words: string) {
  const box = phone.page.getByRole("textbox", { name: "Message" });
  await phone.follow(/^Message$/, box);
  await box.fill(words);
  await phone.press("Send", phone.page.getByRole("log").getByText(words));
  await rest(phone);
  await phone.back(/PB-\w{6}/);
}

const setClock = (site: Site, instant: Instant) =>
  site.send("/dev/clock", { form: { to: new Date(instant).toISOString() } });

async function linkFor(site: Site, email: string): Promise<string> {
  for (;;) {
    const mails = JSON.parse((await site.send("/dev/mailbox.json")).text) as { to: string; text: string }[];
    const mail = mails.find(({ to }) => to === email);
    if (mail) return /https?:\/\/\S+/.exec(mail.text)![0];
    await pause(200);
  }
}

const NAMES: Record<keyof Walk, string> = {
  client: "the client's job",
  plumber: "the plumber's job",
  next: "the client's next request",
};

const rowFor = (what: string, is: Cost, atMost: Cost) =>
  rowOf(what, [
    { is: is.down / 1000, unit: "kB down", atMost: atMost.down },
    { is: is.up / 1000, unit: "kB up", atMost: atMost.up },
    { is: is.requests, unit: "requests", atMost: atMost.requests },
    { is: is.trips, unit: "round trips", atMost: atMost.trips },
  ]);

await onSite({ LIMIT_FACTOR: "20" }, async (site) => {
  const browser = await launchChromium({}, [certificate.flag]);
  const rows: Row[] = [];
  for (const [kind, isLight] of [
    ["with script", false],
    ["light", true],
  ] as const) {
    const walked = await walk(browser, site, isLight);
    for (const [who, cost] of Object.entries(walked) as [keyof Walk, Cost][])
      rows.push(rowFor(`${NAMES[who]}, ${kind}`, cost, JOB[isLight ? "light" : "script"][who]));
  }
  await browser.close();
  printTable("A whole job on EDGE, 240/120 kbit/s with 400 ms, as bytes of the connections", rows);
});
process.exit();
