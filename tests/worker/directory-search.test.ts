import { beforeAll, expect, test, vi } from "vitest";
import { plumberPrices } from "~/db/schema";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { createUser } from "../support/users";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

test.each([
  ["q=my+gyeser+is+leaking&city=harare", "/plumbers/harare?problem=geyser-leak"],
  ["q=blocked+toilet&city=", "/plumbers?problem=toilet"],
  ["q=blocked+toilet", "/plumbers?problem=toilet"],
  ["q=&city=Harare&sort=fee", "/plumbers/harare?sort=fee"],
  ["q=plumber+in+Bulawyo&city=", "/plumbers/bulawayo"],
  ["q=burst+pipe&city=Harrare", "/plumbers/harare?problem=burst-pipe"],
  ["q=&city=Nowhere", "/plumbers/nowhere"],
  ["q=paint+my+house&city=Harare", "/plumbers/harare?q=paint+my+house"],
  ["q=tap&city=harare&speciality=Gas+Fitting", "/plumbers/harare?problem=tap"],
])("a search for %s leads to %s", async (query, address) => {
  const { status, headers } = await visit(`/plumbers?${query}`);
  expect([status, headers.get("Location")]).toEqual([303, address]);
});

test("a city that is spelled like one of ours has its own plumbers where it has some", async () => {
  await createUser(town.context, "plumber", { city: "Mutara" });
  expect((await visit("/plumbers?q=&city=mutara")).headers.get("Location")).toBe("/plumbers/mutara");
});

test("what nobody understands gets everyone, says so, and names the phone", async () => {
  const plumber = await createUser(town.context, "plumber", { city: "Kwekwe" });
  const page = await (await visit("/plumbers/kwekwe?q=paint+my+%3Cb%3Ehouse")).text();
  expect(page).toContain("We didn&#x27;t understand “");
  expect(page).toContain("paint my &lt;b&gt;house");
  expect(page).toContain(`/appointment/${plumber.id}`);
  expect(page).toMatch(/href="tel:/);
});

test("what nobody understands is counted after the response, once though it was redirected there, and shown to the office", async () => {
  const counted = () => listUnknownSearches(town.context.db, town.context.now);
  for (const path of ["/plumbers?q=Sweep+my+chimney&city=harare", "/plumbers/harare?q=Sweep+my+chimney"])
    await visit(path);
  await vi.waitFor(async () => expect(await counted()).toContainEqual({ text: "sweep my chimney", times: 1 }));
  expect((await counted()).map(({ text }) => text)).not.toContain("blocked toilet");
  const system = await visit("/admin-dashboard/system", { cookie: town.cookies.admin });
  expect(await system.text()).toContain("sweep my chimney");
});

test("a problem leads to those who do it and those who do everything, page after page, in the order asked for", async () => {
  const specialities = [
    "Drain Cleaning",
    "Sewer Line Repair",
    "Residential Plumbing",
    "Gas Fitting",
    "Emergency Plumbing",
  ];
  for (let turn = 0; turn < 50; turn++)
    await createUser(town.context, "plumber", {
      firstName: `Drain${turn}`,
      city: "Chegutu",
      speciality: specialities[turn % 5]!,
      feeCents: 100 * ((turn * 7) % 41),
    });
  const fees: number[] = [];
  let path: string | undefined = "/plumbers/chegutu?problem=drain&sort=fee";
  while (path) {
    const html: string = await (await visit(path)).text();
    fees.push(...[...html.replace(/<[^>]+>/g, "").matchAll(/Fee \$(\d+)/g)].map(([, fee]) => Number(fee)));
    path = /href="([^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    if (path) expect(path).toContain("/plumbers/chegutu?problem=drain&sort=fee&cursor=");
  }
  expect(fees).toHaveLength(40);
  expect(fees).toEqual([...fees].sort((one, other) => one - other));
  const gas = await (await visit("/plumbers/chegutu?problem=gas")).text();
  expect(gas.match(/Drain\d+ /g)?.length).toBeGreaterThanOrEqual(10);
  expect(gas).not.toContain("Residential Plumbing");
});

test("the house on the page keeps the city, and marks the part that was chosen", async () => {
  const page = await (await visit("/plumbers/harare?problem=toilet")).text();
  expect(page).toContain('href="/plumbers/harare?problem=geyser"');
  expect(/<a [^>]*aria-label="Toilet: plumbers for a toilet"[^>]*>/.exec(page)?.[0]).toContain('aria-current="true"');
  expect(page.match(/aria-current="true"><rect/g)).toHaveLength(1);
});

test("whoever opens a plumber from there finds the kind of service chosen, unless they have chosen another", async () => {
  const { id } = await createUser(town.context, "plumber", { city: "Norton", speciality: "Drain Cleaning" });
  const link = `/appointment/${id}?problem=drain`;
  const [card] = (await (await visit("/plumbers/norton?problem=drain")).text()).split(link).slice(1);
  // The time that the card names is chosen too.
  expect(card).toMatch(/^&amp;day=\d{4}-\d\d-\d\d&amp;time=[\w%+]+"/);
  const day = /day=([\d-]+)/.exec(card!)![1]!;
  const offered = await (await visit(link + card!.slice(0, card!.indexOf('"')).replaceAll("&amp;", "&"))).text();
  expect(offered).toMatch(new RegExp(`<input(?=[^>]*value="${day}")[^>]*checked`));
  expect(offered).toMatch(/<input(?=[^>]*name="appointmentTime")[^>]*checked/);
  const chosen = (html: string) =>
    /<option[^>]* selected=""[^>]*>([^<]*)/.exec(html.slice(html.indexOf("serviceType")))?.[1];
  expect(chosen(await (await visit(link)).text())).toBe("Drain Cleaning");
  expect(chosen(await (await visit(link.replace("drain", "magic"))).text())).toBe("Choose a service");
});

test("a plumber's page says what they usually charge for the problem, and nothing for a whole bathroom", async () => {
  const { db, now } = town.context;
  const { id } = await createUser(town.context, "plumber", { city: "Norton" });
  await db.insert(plumberPrices).values({
    plumberId: id,
    serviceType: "Installation",
    jobs: 9,
    low: 40_00,
    median: 50_00,
    high: 60_00,
    oldestAt: now,
  });
  const pageFor = async (problem: string) => (await visit(`/appointment/${id}?problem=${problem}`)).text();
  expect(await pageFor("geyser")).toContain("Installation: usually $40 to $60, from 9 jobs");
  expect(await pageFor("bathroom")).not.toContain("usually $");
});
