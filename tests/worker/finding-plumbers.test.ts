import { expect, test, vi } from "vitest";
import { plumberPrices } from "~/db/schema";
import { suspendUser } from "~/domain/admin/people/user-access.server";
import { listSavedPlumbers, MAX_SAVED, savePlumber } from "~/domain/plumbers/plumber-profiles.server";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { createUser } from "../support/users";
import { cookieOf, redirectOf, visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();

test("a search leads to its problem and city, and one that no one understands keeps its words", async () => {
  // Spelled like one of ours, but with plumbers of its own.
  await createUser(town.context, "plumber", { city: "Mutara" });
  for (const [query, address] of [
    ["q=my+gyeser+is+leaking&city=harare", "/plumbers/harare?problem=geyser-leak"],
    ["q=blocked+toilet&city=", "/plumbers?problem=toilet"],
    ["q=blocked+toilet", "/plumbers?problem=toilet"],
    ["q=&city=Harare&sort=fee", "/plumbers/harare?sort=fee"],
    ["q=plumber+in+Bulawyo&city=", "/plumbers/bulawayo"],
    ["q=burst+pipe&city=Harrare", "/plumbers/harare?problem=burst-pipe"],
    ["q=&city=mutara", "/plumbers/mutara"],
    ["city=%20bulawayo&sort=fee", "/plumbers/bulawayo?sort=fee"],
    ["city=", "/plumbers"],
    ["q=&city=Nowhere", "/plumbers/nowhere"],
    ["q=paint+my+house&city=Harare", "/plumbers/harare?q=paint+my+house"],
    ["q=tap&city=harare&speciality=Gas+Fitting", "/plumbers/harare?problem=tap"],
  ] as const)
    expect(await redirectOf(visit(`/plumbers?${query}`)), query).toEqual([303, address]);
});

test("a chosen part of the house asks for the city, and leads to the last one until it is cleared", async () => {
  await createUser(town.context, "plumber", { city: "Mutare", speciality: "Water Heater Installation" });
  const page = "/plumbers?problem=geyser";
  const asking = await textOf(page);
  expect(asking).toContain("Geyser: where?");
  // How many of each city could come, then all of them.
  expect(asking).toMatch(
    /href="\/plumbers\/mutare\?problem=geyser"[^>]*>Mutare <span[^>]*>1<.*<li class="card plumber/s,
  );
  const [cookie] = (await visit("/plumbers/mutare")).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-city=mutare; .*HttpOnly; Secure/);
  const remembers = { cookie: cookie!.split(";")[0]! };
  const led = "/plumbers/mutare?problem=geyser";
  expect((await visit(page, remembers)).headers.get("Location")).toBe(led);
  const there = await visit(led, remembers);
  expect(there.headers.getSetCookie()).toEqual([]);
  expect((await visit("/plumbers?q=geyser&city=", remembers)).headers.getSetCookie()).toEqual([]);
  const clear = "/plumbers?problem=geyser&city=";
  expect(await there.text()).toContain(`href="${clear.replace("&", "&amp;")}"`);
  const { headers } = await visit(clear, remembers);
  expect(headers.get("Location")).toBe(page);
  expect(headers.getSetCookie().join()).toMatch(/^__Host-city=; .*Max-Age=0/);
});

test("a search that no one understands lists everyone, says so, and names the phone", async () => {
  const plumber = await createUser(town.context, "plumber", { city: "Kwekwe" });
  const page = await textOf("/plumbers/kwekwe?q=paint+my+%3Cb%3Ehouse");
  const said = ["We didn&#x27;t understand <bdi>“", "paint my &lt;b&gt;house"];
  for (const text of [...said, `/appointment/${plumber.id}`, 'href="tel:']) expect(page).toContain(text);
});

test("a search that no one understands is counted once after the response, and shown to the office", async () => {
  const counted = () => listUnknownSearches(town.context.db, town.context.now);
  for (const path of ["?q=Sweep+my+chimney&city=harare", "/harare?q=Sweep+my+chimney"]) await visit(`/plumbers${path}`);
  await vi.waitFor(async () => expect(await counted()).toContainEqual({ text: "sweep my chimney", times: 1 }));
  expect((await counted()).map(({ text }) => text)).not.toContain("blocked toilet");
  expect(await textOf("/admin-dashboard/system", town.cookies.admin)).toContain("sweep my chimney");
});

test("a problem leads to those who do it and those who do everything, page by page, in the chosen order", async () => {
  const specialities = ["Drain Cleaning", "Residential Plumbing", "Gas Fitting"];
  for (let turn = 0; turn < 45; turn++) {
    const offer = { speciality: specialities[turn % 3]!, feeCents: 100 * ((turn * 7) % 41) };
    await createUser(town.context, "plumber", { firstName: `Drain${turn}`, city: "Chegutu", ...offer });
  }
  const fees: number[] = [];
  let path: string | undefined = "/plumbers/chegutu?problem=drain&sort=fee";
  while (path) {
    const html: string = await textOf(path);
    fees.push(...[...html.replace(/<[^>]+>/g, "").matchAll(/\$(\d+) visit/g)].map(([, fee]) => Number(fee)));
    path = /href="([^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    if (path) expect(path).toContain("/plumbers/chegutu?problem=drain&sort=fee&cursor=");
  }
  expect([fees.length, fees]).toEqual([30, fees.toSorted((one, other) => one - other)]);
  const gas = await textOf("/plumbers/chegutu?problem=gas");
  expect(gas.match(/Drain\d+ /g)?.length).toBeGreaterThanOrEqual(10);
  expect(gas).not.toContain("Residential Plumbing");
});

test("the house on the page keeps the city, and marks the part that was chosen", async () => {
  const page = await textOf("/plumbers/harare?problem=toilet");
  expect(page).toContain('href="/plumbers/harare?problem=geyser"');
  expect(page).toMatch(/<a [^>]*aria-label="Toilet: plumbers for a toilet"[^>]*aria-current="true"/);
  expect(page.match(/aria-current="true"><rect/g)).toHaveLength(1);
});

test("a plumber's page opened from a problem has its service chosen, and none for a made-up problem", async () => {
  const { id } = await createUser(town.context, "plumber", { city: "Norton", speciality: "Drain Cleaning" });
  const link = `/appointment/${id}?problem=drain`;
  const [, card] = (await textOf("/plumbers/norton?problem=drain")).split(link);
  // The time that the card names is chosen too.
  expect(card).toMatch(/^&amp;day=\d{4}-\d\d-\d\d&amp;time=[\w%+]+"/);
  const day = /day=([\d-]+)/.exec(card!)![1]!;
  const offered = await textOf(link + card!.slice(0, card!.indexOf('"')).replaceAll("&amp;", "&"));
  expect(offered).toMatch(new RegExp(`<input(?=[^>]*value="${day}")[^>]*checked`));
  expect(offered).toMatch(/<input(?=[^>]*name="appointmentTime")[^>]*checked/);
  const chosen = async (path: string) =>
    /serviceType[^]*?<option[^>]* selected=""[^>]*>([^<]*)/.exec(await textOf(path))?.[1];
  expect(await chosen(link)).toBe("Drain Cleaning");
  expect(await chosen(link.replace("drain", "magic"))).toBe("Choose a service");
});

test("a plumber's page says what they usually charge for the problem, and nothing for a whole bathroom", async () => {
  const { db, now } = town.context;
  const { id } = await createUser(town.context, "plumber", { city: "Norton" });
  const price = { jobs: 9, low: 40_00, median: 50_00, high: 60_00, oldestAt: now };
  await db.insert(plumberPrices).values({ plumberId: id, serviceType: "Installation", ...price });
  const page = `/appointment/${id}?problem=`;
  expect(await textOf(`${page}geyser`)).toContain("Installation: usually $40 to $60, from 9 jobs");
  expect(await textOf(`${page}bathroom`)).not.toContain("usually $");
});

const press = (intent: string, id: string, cookie?: string) =>
  visit(`/appointment/${id}/save`, { cookie, form: { intent } });
const textOf = async (path: string, cookie?: string) => (await visit(path, { cookie })).text();
const saved = async () =>
  (await listSavedPlumbers(town.context.db, town.client.id, town.context.now)).map(({ id }) => id);

test("the address of a plumber who is not listed leads to the directory, which says so once", async () => {
  const answer = await visit("/appointment/nobody");
  expect(await redirectOf(answer)).toEqual([303, "/plumbers"]);
  const page = await visit("/plumbers", { cookie: cookieOf(answer, "flash") });
  expect(await page.text()).toContain("This plumber isn&#x27;t listed any more.");
  expect(cookieOf(page, "flash")).not.toContain("plumberNotListed");
});

test("a client saves a plumber, finds them on the list, and takes them from it", async () => {
  const { client } = town.cookies;
  const page = `/appointment/${town.plumber.id}`;
  expect(await textOf(page, client)).toContain("Save this plumber");
  for (const _ of ["once", "twice"])
    expect((await press("save", town.plumber.id, client)).headers.get("Location")).toBe(page);
  expect(await saved()).toEqual([town.plumber.id]);
  expect(await textOf(page, client)).toContain("Remove from saved plumbers");
  const list = await textOf("/client-dashboard/saved", client);
  for (const text of ["Tendai Own", `href="${page}"`]) expect(list).toContain(text);
  expect((await press("remove", town.plumber.id, client)).headers.get("Location")).toBe("/client-dashboard/saved");
  expect(await saved()).toEqual([]);
  expect(await textOf("/client-dashboard/saved", client)).toContain("No saved plumbers yet.");
});

test("the list of saved plumbers begins with the latest, without those who are no longer listed", async () => {
  const { context, client, plumber, otherPlumber } = town;
  await savePlumber(context, client, plumber.id);
  await savePlumber({ ...context, now: context.now + 1 }, client, otherPlumber.id);
  expect(await saved()).toEqual([otherPlumber.id, plumber.id]);
  await suspendUser(context, town.admin, otherPlumber.id, "Did not come");
  expect(await saved()).toEqual([plumber.id]);
});

test("only a client is offered to save a plumber", async () => {
  for (const cookie of [town.cookies.plumber, town.cookies.admin, undefined])
    expect(await textOf(`/appointment/${town.plumber.id}`, cookie)).not.toContain("Save this plumber");
});

test("an unknown plumber and the fifty-first are refused, however many are saved at once", async () => {
  expect(await savePlumber(town.context, town.otherClient, "nobody")).toEqual({ ok: false, reason: "notSaved" });
  expect((await press("save", "nobody", town.cookies.otherClient)).status).toBe(409);
  const plumbers = await Promise.all(Array.from({ length: MAX_SAVED + 5 }, () => createUser(town.context, "plumber")));
  const results = await Promise.all(plumbers.map(({ id }) => savePlumber(town.context, town.otherClient, id)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(MAX_SAVED);
});
