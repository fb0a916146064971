import { afterAll, describe, expect, test } from "vitest";
import { formatDate } from "~/domain/time/harare";
import { DEMO_CLIENTS } from "../../scripts/demo-town/demo-people";
import { PASSWORD } from "./support/users";
import { openFirefox } from "./support/firefox";
import { startHttpsProxy } from "./support/https-proxy";
import { button, link, visitorAt, type Visitor, type RemoteBrowser } from "./support/remote-browser";
import { openWebKit } from "./support/webkit";
import { startSite } from "./support/site";
import { inDays } from "./support/clock";

const { origin: site } = await startSite();
const cleanUp: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(cleanUp.map((end) => end())));

/** Opens a browser and says at which address it reaches the site. */
type Opener = () => Promise<[browser: RemoteBrowser, origin: string]>;

const firefox =
  (width: number, script: boolean): Opener =>
  async () => [await openFirefox(width, script), site];
const webKit =
  (width: number, script: boolean): Opener =>
  async () => {
    const proxy = await startHttpsProxy(site, script);
    cleanUp.push(proxy.close);
    return [await openWebKit(width), proxy.origin];
  };

const BROWSERS: { name: string; script: boolean; open: Opener }[] = [
  { name: "Firefox with script", script: true, open: firefox(1280, true) },
  { name: "Firefox without script", script: false, open: firefox(360, false) },
  { name: "WebKit with script", script: true, open: webKit(1280, true) },
  { name: "WebKit without script", script: false, open: webKit(800, false) },
];

async function somebodyAt(open: Opener, email: string): Promise<Visitor> {
  const [browser, origin] = await open();
  cleanUp.push(browser.close);
  const user = visitorAt(browser, origin);
  await user.goto("/signin");
  await user.fill("Email", email);
  await user.fill("Password", PASSWORD);
  await user.click(button("SIGN IN"));
  await user.seeAddress("dashboard");
  return user;
}

async function write(from: Visitor, words: string): Promise<void> {
  await from.type("//textarea[@name = 'content']", words);
  await from.click("//button[*[@aria-label = 'Send']]");
  await from.seeText(words);
}

describe.each(BROWSERS)("in $name", ({ name, script, open }) => {
  const turn = BROWSERS.findIndex(({ name: known }) => known === name);
  const { firstName: first, lastName: last } = DEMO_CLIENTS[turn + 1]!;

  test("a client signs in and books; the plumber confirms; they write to each other; the plumber cancels", async () => {
    const [client, plumber] = await Promise.all([
      somebodyAt(open, `client${turn + 2}@pombi.test`),
      somebodyAt(open, "plumber@pombi.test"),
    ]);
    await client.goto("/");
    await client.follow("//main//a[normalize-space(.) = 'Harare']", "plumbers in Harare");
    await client.click(link("Tendai Moyo"));
    // The fourth day: the last ones are beyond the edge of a phone.
    await client.click("(//label[@class = 'day'])[4]");
    const slot = `(//label[input/@name = 'appointmentTime' and not(contains(@class, 'not-3'))])[last() - ${turn}]`;
    const folded = `${slot}/ancestor::details[not(@open)]/summary`;
    if (await client.has(folded)) await client.click(folded);
    // Firefox's client also reads the label's text for the other days, which is hidden on this one.
    const time = (await client.read(slot)).replace(" taken", "");
    expect(time).toMatch(/^\d+:\d\d [ap]m$/);
    await client.click(slot);
    // Firefox draws a list's choices outside of the page: there it is chosen by its first letters and Enter.
    if (name.startsWith("Firefox")) await client.type("//select[@name = 'serviceType']", "Leak\uE007");
    else await client.click("//select[@name = 'serviceType']/option[@value = 'Leak Fixing']");
    const anotherAddress = "//input[@name = 'knownAddress' and @value = '']";
    if (await client.has(anotherAddress)) await client.click(anotherAddress);
    await client.type("//input[@name = 'suburb']", "Avondale");
    await client.type("//input[@name = 'street']", "12 Test Road");
    await client.click(button("Book an appointment"));
    await client.seeText("Booking successful!");
    // The day too: the demo town has a job of today at whatever time it is.
    const when = `contains(., '${formatDate(inDays(3), "short")}') and contains(., '${time}')`;
    const card = `//li[contains(., 'Tendai Moyo') and ${when}]`;
    await client.goto("/client-dashboard/bookings");
    await client.see(`${card}[contains(., 'pending')]`);

    await plumber.goto("/plumber-dashboard/notifications");
    await plumber.click(`//li[contains(., '${first} ${last}') and ${when}]${link("View")}`);
    // The list that is left has such buttons, too.
    await plumber.click(`//main//article${button("Confirm")}`);
    await plumber.seeText("The job is confirmed.");
    if (!script) await client.goto("/client-dashboard/bookings");
    await client.see(`${card}[contains(., 'confirmed')]`);

    // With script both see the other's messages without reloading.
    await client.goto("/client-dashboard/messages/demoplumber01");
    await write(client, `The gate is open, ${name}.`);
    await plumber.goto(`/plumber-dashboard/messages/democlient0${turn + 2}`);
    await plumber.seeText(`The gate is open, ${name}.`);
    await write(plumber, `On my way, ${name}.`);
    if (!script) await client.goto("/client-dashboard/messages/demoplumber01");
    await client.seeText(`On my way, ${name}.`);

    await plumber.goto("/plumber-dashboard/jobs");
    await plumber.click(`//li[contains(., '${first} ${last}') and ${when}]${link("View")}`);
    await plumber.click("//main//article//summary[contains(., 'More')]");
    await plumber.click("//main//article//a[normalize-space(.) = 'Cancel']");
    await plumber.seeText("Are you sure you want to cancel this booking?");
    await plumber.click(button("Yes, cancel"));
    await plumber.seeText("The job is cancelled.");
    await client.goto("/client-dashboard/bookings");
    await client.see(`${card}[contains(., 'cancelled')]`);
  });
});
