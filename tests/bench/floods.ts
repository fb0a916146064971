import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { onSite, pause, type Site } from "./site";
import { median } from "./table";

// npm run bench -- floods: what one user with a program can do from outside, with the real limits: slow the pages down by
// signing in, keep an owner out. It reports, and decides nothing.
const SECONDS = 30;
const HONEST = 200;

type Answer = Awaited<ReturnType<Site["send"]>>;

const anyAddress = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 254)).join(".");
const nobody = () => `nobody-${crypto.randomUUID()}@example.com`;

/** Does something so many times a second, whether or not the one before has been answered; gives the answers' statuses. */
async function flood(perSecond: number, seconds: number, shoot: () => Promise<Answer>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const shots: Promise<void>[] = [];
  for (let shot = 0; shot < perSecond * seconds; shot++) {
    const answered = shoot().then(
      ({ status }) => status,
      () => 0,
    );
    shots.push(answered.then((status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)));
    await pause(1000 / perSecond);
  }
  await Promise.all(shots);
  return statuses;
}

const told = (statuses: Map<number, number>) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");

/** The times of a page, one visit after the other, for as long as `during` takes. */
async function visits(site: Site, during: Promise<unknown>): Promise<string> {
  const times: number[] = [];
  let goesOn = true;
  void during.finally(() => (goesOn = false));
  while (goesOn) {
    times.push(
      await site.send("/plumbers?city=harare").then(
        ({ ms }) => ms,
        () => 60_000,
      ),
    );
    await pause(100);
  }
  return `${times.length} visits, median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`;
}

/** Tries the right password until it is in; gives after how many seconds, and how often it was tried. */
async function getIn(site: Site, email: string, from: string, everySeconds: number, within: number) {
  const began = performance.now();
  for (let attempts = 1; performance.now() - began < within * 1000; attempts++) {
    const answer = await site.signIn(email, DEMO_PASSWORD, from).catch(() => null);
    if (answer?.cookie) return { after: (performance.now() - began) / 1000, attempts };
    await pause(everySeconds * 1000);
  }
  return null;
}

const client = (index: number) => `client${2 + (index % 8)}@pombi.test`;

async function hashing(site: Site) {
  console.info(`pages with nobody signing in: ${await visits(site, pause(5000))}`);
  const shared = "198.51.100.7";
  for (const [what, from] of [
    ["one address", () => shared],
    ["many addresses", anyAddress],
  ] as const) {
    const attack = flood(6, SECONDS, () => site.signIn(nobody(), "a wrong password", from()));
    const [pages, here, elsewhere, statuses] = await Promise.all([
      visits(site, attack),
      getIn(site, client(1), shared, 2, SECONDS),
      getIn(site, client(2), "203.0.113.9", 2, SECONDS),
      attack,
    ]);
    console.info(`6 sign-ins a second with made-up emails from ${what}: ${told(statuses)}`);
    console.info(`  pages meanwhile: ${pages}`);
    for (const [who, result] of [
      ["that shared address", here],
      ["another one", elsewhere],
    ] as const)
      console.info(
        `  a right password from ${who}: ${result ? `in after ${result.after.toFixed(1)} s, ${result.attempts} attempts` : "not in"}`,
      );
  }
}

/** Many users behind one address, a tenth of whom mistype once, within a minute and a half; alone, then with an attack. */
async function sharedAddress(site: Site, isAttacked: boolean) {
  const from = isAttacked ? "198.51.100.21" : "198.51.100.20";
  const attack = isAttacked
    ? flood(6, 55, () => site.signIn(nobody(), "a wrong password", from))
    : Promise.resolve(new Map<number, number>());
  const waits: Promise<Awaited<ReturnType<typeof getIn>>>[] = [];
  const users = isAttacked ? HONEST / 4 : HONEST;
  const began = performance.now();
  for (let user = 0; user < users; user++) {
    if (user % 10 === 0) void site.signIn(client(user), "mistyped", from);
    waits.push(getIn(site, client(user), from, 3, 240));
    await pause(450 + (isAttacked ? 450 : 0));
  }
  const results = await Promise.all(waits);
  const inAtAll = results.filter((result) => result !== null);
  const after = inAtAll.map((result) => result.after);
  console.info(
    `${users} users behind one address${isAttacked ? `, 6 attempts a second with made-up emails from it (${told(await attack)})` : ""}: ${inAtAll.length} in within ${((performance.now() - began) / 1000).toFixed(0)} s; each waits ${median(after).toFixed(1)} s (median), ${Math.max(...after).toFixed(1)} s (longest), at most ${Math.max(...inAtAll.map(({ attempts }) => attempts))} attempts`,
  );
}

async function keptOut(site: Site) {
  for (const [what, address, email] of [
    ["many addresses", anyAddress, "client5@pombi.test"],
    [
      "forty addresses of four networks",
      () => `100.64.${Math.floor(Math.random() * 4)}.${Math.floor(Math.random() * 10)}`,
      "client6@pombi.test",
    ],
  ] as const) {
    const attack = flood(3, 55, () => site.signIn(email, "a guess of mine", address()));
    await pause(12_000);
    const result = await getIn(site, email, "203.0.113.80", 4, 43);
    console.info(
      `3 guesses a second at one email from ${what}; its owner on a new phone: ${result ? `in after ${result.after.toFixed(1)} s, ${result.attempts} attempts` : "not in within 43 s"}; the guesses: ${told(await attack)}`,
    );
  }
}

const PARTS = {
  hashing,
  shared: (site: Site) => sharedAddress(site, false),
  sharedAttacked: (site: Site) => sharedAddress(site, true),
  keptOut,
};
const wanted = process.argv.slice(2) as (keyof typeof PARTS)[];
await onSite({}, async (site) => {
  for (const part of wanted.length > 0 ? wanted : (Object.keys(PARTS) as (keyof typeof PARTS)[]))
    await PARTS[part](site);
});
process.exit();
