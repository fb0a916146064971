import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { runningVersion } from "../../tests/support/cloudflare/account";
import { type Clone, DEPLOY, done, openClone, operations, readme, SET_UP } from "../../tests/support/cloudflare/clone";
import { openDatabase } from "../../app/db/client.server";
import { checkLedger, isSound } from "../../app/domain/ledger/ledger.server";
import { DEMO_PASSWORD } from "../demo-town/demo-people";
import { buildDemoTown } from "../demo-town/demo-town";

// The first deployment and what comes after it, as README.md and docs/operations.md say it: the real wrangler against a
// stand-in of Cloudflare's API, and what it has uploaded on workerd. Never run against Cloudflare.

// Only bounds a hang: a minute or two on an idle machine.
vi.setConfig({ testTimeout: 900_000 });

const SITE = "https://pombi.co.zw";
const PLUMBER = "demoplumber01";

test("the first deployment and every command after it work as they are written down", async () => {
  const clone = await openClone();
  onTestFinished(() => clone.close());
  await setUpTwice(clone);
  await deployFirst(clone);
  const { DB } = await fillTown(clone);
  await proveIt(clone);
  await deployLater(clone);
  await rollBack(clone);
  await changeSecret(clone);
  await putBackUp(clone, DB);
});

/** The calls that Cloudflare has had since the last time this was asked. */
const newCalls = ({ cloudflare }: Clone) => cloudflare.calls.splice(0);

const SCRIPT = "/accounts/ID/workers/scripts/pombi";
const D1 = "/accounts/ID/d1/database";
const WHO_AM_I = ["GET /user/tokens/verify", "GET /user", "GET /accounts", "GET /memberships"];

async function setUpTwice(clone: Clone): Promise<void> {
  const { account } = clone.cloudflare;
  const origin = { asked: /Origin of the site \[https:\/\/pombi\.co\.zw\]/, answer: () => "" };
  const first = await clone.type(SET_UP, [origin]);
  expect([first.code, first.said]).toEqual([0, expect.stringContaining("Now: npm run deploy")]);
  expect(newCalls(clone)).toEqual([
    ...WHO_AM_I,
    `GET ${SCRIPT}/secrets`,
    `GET ${D1}`,
    `POST ${D1}`,
    `GET ${D1}`,
    "GET /accounts/ID/r2/buckets",
    "POST /accounts/ID/r2/buckets",
    `PATCH ${SCRIPT}/secrets-bulk`,
    `PUT ${SCRIPT}`,
    `PATCH ${SCRIPT}/secrets-bulk`,
  ]);
  expect(account).toMatchObject({
    databases: [{ name: "pombi", primary_location_hint: "weur" }],
    buckets: [{ name: "pombi-photos", location: "weur" }],
  });
  const { secrets } = runningVersion(account)!;
  expect(secrets).toEqual({ ORIGIN: SITE, SESSION_SECRET: expect.stringMatching(/^[\w-]{43}$/) });
  expect(clone.read(".session-secret")).toBe(secrets["SESSION_SECRET"]);
  expect(first.said).not.toContain(secrets["SESSION_SECRET"]);
  const config = clone.read("wrangler.toml");
  expect(config).toContain(`\ndatabase_id = "${account.databases[0]!.uuid}"\n`);

  const second = await clone.run(SET_UP);
  expect([second.code, second.said.match(/is there/g)]).toEqual([0, Array(4).fill("is there")]);
  expect(newCalls(clone).filter((call) => !call.startsWith("GET"))).toEqual([]);
  expect(clone.read("wrangler.toml")).toBe(config);
}

async function deployFirst(clone: Clone): Promise<void> {
  const { account } = clone.cloudflare;
  const goesOn = { asked: /migration\(s\)[^]*continue\?/, answer: () => "" };
  const { code, said } = await clone.type(DEPLOY, [goesOn]);
  expect([code, said]).toEqual([0, expect.stringContaining(`${SITE} answers`)]);
  const calls = newCalls(clone).filter((call) => call !== `POST ${D1}/:database/query`);
  expect(calls.slice(0, -3)).toEqual([
    "GET /accounts/ID/workers/services/pombi",
    `GET ${SCRIPT}/secrets`,
    `GET ${SCRIPT}/deployments`,
    "GET /accounts/ID/workers/services/pombi",
    `POST ${SCRIPT}/assets-upload-session`,
    "POST /accounts/ID/workers/assets/upload",
    `GET ${SCRIPT}/settings`,
    "GET /accounts/ID/r2/buckets/:bucket",
    `PUT ${SCRIPT}`,
    "GET /accounts/ID/workers/workers/pombi",
    `POST ${SCRIPT}/subdomain`,
  ]);
  // These three at once.
  expect(calls.slice(-3).toSorted()).toEqual([
    `POST ${SCRIPT}/domains/changeset`,
    `PUT ${SCRIPT}/domains/records`,
    `PUT ${SCRIPT}/schedules`,
  ]);
  const { metadata, modules, tag, size } = runningVersion(account)!;
  expect(account).toMatchObject({
    schedules: ["* * * * *"],
    domains: ["pombi.co.zw"],
    subdomain: { enabled: false, previews_enabled: false },
  });
  expect([tag, metadata.compatibility_flags]).toEqual(["live", ["nodejs_compat", "no_web_socket_compression"]]);
  expect(modules).toEqual({ "index.js": clone.read("build/server/index.js") });
  const startUp = await done(clone, operations("npx wrangler check startup"));
  const [active] = /Active: .*? ms/.exec(startUp)!;
  const packed = gzipSync(modules["index.js"]!).length;
  console.info(`Uploaded ${size} bytes, the script ${packed} of gzip. Its start-up: ${active}.`);
}

/** Fills the empty database with people, bookings and money. */
async function fillTown({ cloudflare: { account, edge } }: Clone) {
  const DB = edge.databaseOf(account.databases[0]!.uuid);
  await buildDemoTown({ DB, keepPhotos: null }, now(), () => undefined);
  return { DB };
}

/** The time of the deployed Worker, which has no clock to set. */
const now = () => performance.timeOrigin + performance.now();

const health = async ({ cloudflare: { edge } }: Clone) => (await edge.fetch(`${SITE}/health`)).status;

/** A form of the site, sent as a browser sends it. */
const post = ({ cloudflare: { edge } }: Clone, path: string, fields: Record<string, string>) =>
  edge.fetch(SITE + path, { method: "POST", headers: { Origin: SITE }, body: new URLSearchParams(fields) });

const sessionOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("__Host-session="))
    ?.split(";")[0] ?? "";

const signIn = async (clone: Clone, email: string, password: string = DEMO_PASSWORD) =>
  sessionOf(await post(clone, "/signin", { email, password }));

async function visit({ cloudflare: { edge } }: Clone, path: string, cookie: string) {
  const { status, headers } = await edge.fetch(SITE + path, { headers: { Cookie: cookie } });
  return [status, headers.get("Location")];
}

async function linkIn({ cloudflare: { edge } }: Clone, to: string): Promise<string> {
  const find = () => edge.emails.find((email) => email.includes(`To: ${to}`) && email.includes("token="));
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
  return /https:\S+token=\S+/.exec(find()!)![0];
}

/** The proof by hand; then the first admin; then a monitor is content. */
async function proveIt(clone: Clone): Promise<void> {
  const { edge } = clone.cloudflare;
  const smoke = operations("SMOKE_MAILBOX=", { PLUMBER_ID: PLUMBER });
  const paste = { asked: /Paste the link/, answer: () => linkIn(clone, "you+smoke@pombi.co.zw") };
  const { code, said } = await clone.type(smoke, [paste]);
  console.info(said);
  expect([code, said.match(/^ok {6}/gm)?.length]).toEqual([0, 10]);

  expect(await health(clone)).toBe(503);
  expect(await edge.runSchedules()).toBe(1);
  expect(await health(clone)).toBe(200);

  // Nothing of local mode is there.
  for (const path of ["/dev/mailbox", "/dev/clock"]) expect(await visit(clone, path, "")).toEqual([404, null]);

  const email = "you@pombi.co.zw";
  const password = "correct horse 12 battery";
  const wanted = { name: "Rudo", username: "Moyo", email, password, role: "client", terms: "on" };
  expect((await post(clone, "/signup", wanted)).status).toBe(303);
  const link = await linkIn(clone, email);
  expect((await post(clone, link.slice(SITE.length), { password })).status).toBe(303);
  expect(await done(clone, operations("npm run admin -- you@example.com --remote"))).toContain("is an admin now");
  // In local mode the password is enough.
  const cookie = await signIn(clone, email, password);
  expect(await visit(clone, "/admin-dashboard", cookie)).toEqual([303, "/security"]);
}

/** What the site has, by table: the number of its rows, and the sum of each of its numbers. */
async function sumsOf({ cloudflare: { account, edge } }: Clone, database = account.databases[0]!.uuid) {
  const [tables] = await edge.query(database, [
    `select m.name, json_group_array(c.name) as columns from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like '\\_cf%' escape '\\' and m.name not like 'sqlite%' group by m.name`,
  ]);
  const counts = tables!.results.map(({ name, columns }) => {
    const sums = (JSON.parse(columns as string) as string[]).map(
      (column) => `total("${column}"), total(length("${column}"))`,
    );
    return `select '${name as string}' as name, json_array(count(*), ${sums.join(", ")}) as sums from "${name as string}"`;
  });
  const rows = (await edge.query(database, counts)).map(({ results }) => results[0]!);
  return Object.fromEntries(rows.map(({ name, sums }) => [name, sums]));
}

const home = async ({ cloudflare: { edge } }: Clone) => (await edge.fetch(SITE)).text();

const OLD_WORDS = "Plumbers you can trust";
const NEW_WORDS = "Plumbers of the next version";

async function deployLater(clone: Clone): Promise<void> {
  const { account, edge } = clone.cloudflare;
  const before = await sumsOf(clone);
  const version = runningVersion(account);
  // One that fails in the middle.
  const later = "migrations/0005_later.sql";
  const column = "alter table users add column nickname text;";
  clone.edit(later, () => `${column}\nupdate nowhere set x = 1;`);
  const { code, said } = await clone.run(DEPLOY);
  expect([code, said]).toEqual([1, expect.stringContaining("no such table: nowhere")]);
  expect(said).toContain("Nothing was uploaded: the site runs as before.");
  expect([await sumsOf(clone), runningVersion(account)]).toEqual([before, version]);
  expect(await home(clone)).toContain(OLD_WORDS);

  // A minute's copy of the page is in the data centre now.
  clone.edit(later, () => column);
  clone.edit("build/server/index.js", (text) => text.replaceAll(OLD_WORDS, NEW_WORDS));
  newCalls(clone);
  await done(clone, DEPLOY);
  expect(newCalls(clone)).toContain(`POST ${SCRIPT}/versions`);
  const { users: migrated, d1_migrations: _, ...others } = await sumsOf(clone);
  const { users, d1_migrations: __, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  expect(JSON.parse(migrated as string)).toEqual([...(JSON.parse(users as string) as number[]), 0, 0]);
  const page = await home(clone);
  expect([page.includes(OLD_WORDS), page.includes(NEW_WORDS)]).toEqual([false, true]);
  const named = await done(clone, operations("curl -s https://your.domain/"));
  expect((await edge.fetch(`${SITE}/${named.trim()}`)).status).toBe(200);

  const unchanged = await done(clone, DEPLOY);
  expect(unchanged).toContain("No migrations to apply");
  expect(unchanged).toContain("No updated asset files to upload");
}

/** The version before reads the newer tables; those who had signed in stay so. */
async function rollBack(clone: Clone): Promise<void> {
  const { versions } = clone.cloudflare.account;
  const [first] = versions.filter(({ tag }) => tag);
  const cookie = await signIn(clone, "client@pombi.test");
  // The last deployment changed nothing, so it is one more step back.
  await done(clone, operations("npx wrangler rollback VERSION_ID", { VERSION_ID: first!.id }));
  expect(await home(clone)).toContain(OLD_WORDS);
  expect(await visit(clone, "/client-dashboard", cookie)).toEqual([200, null]);
  const login = `SMOKE_EMAIL=client@pombi.test SMOKE_PASSWORD=${DEMO_PASSWORD}`;
  const smoke = readme("npm run smoke -- https", { PLUMBER_ID: PLUMBER });
  expect(await done(clone, `${login} ${smoke}`)).toContain("All of it works");
}

async function changeSecret(clone: Clone): Promise<void> {
  const { account } = clone.cloudflare;
  const old = clone.read(".session-secret");
  const cookie = await signIn(clone, "client@pombi.test");
  for (const command of ["openssl rand -hex 32 > .session-secret-new", 'echo "$(cat', "mv .session-secret-new"])
    await done(clone, operations(command));
  const fresh = clone.read(".session-secret").trim();
  expect(runningVersion(account)!.secrets["SESSION_SECRET"]).toBe(`${fresh} ${old}`);
  expect(await visit(clone, "/client-dashboard", cookie)).toEqual([200, null]);
  const later = await signIn(clone, "client@pombi.test");
  await done(clone, operations("npx wrangler secret put SESSION_SECRET <"));
  expect(await visit(clone, "/client-dashboard", later)).toEqual([200, null]);
  expect((await visit(clone, "/client-dashboard", cookie))[0]).toBe(303);

  await done(clone, operations("openssl rand -hex 32 > .session-secret &&"));
  expect((await visit(clone, "/client-dashboard", later))[0]).toBe(303);
  expect(runningVersion(account)!.secrets["SESSION_SECRET"]).toBe(clone.read(".session-secret").trim());
  // Back to the version before, it would be the leaked one again.
  await clone.type(operations("npx wrangler rollback VERSION_ID", { VERSION_ID: account.versions.at(-2)!.id }), [
    { asked: /optional message/, answer: () => "" },
    { asked: /Are you sure/, answer: () => "" },
    { asked: /secrets have changed[^]*SESSION_SECRET/, answer: () => "n" },
  ]);
  expect((await visit(clone, "/client-dashboard", later))[0]).toBe(303);
}

async function putBackUp(clone: Clone, broken: D1Database): Promise<void> {
  const { account, edge } = clone.cloudflare;
  await checkLedger(openDatabase(broken));
  const before = await sumsOf(clone);
  await done(clone, operations("npx wrangler d1 export DB --remote --output=backup.sql"));
  for (const command of ["sed -i", "npm run deploy -- --setup"]) await done(clone, operations(command));
  const { uuid } = account.databases.find(({ name }) => name === "pombi-2")!;
  await done(clone, operations("npm run restore:backup -- backup.sql"));
  expect(await sumsOf(clone, uuid)).toEqual(before);
  const DB = edge.databaseOf(uuid);
  const check = await checkLedger(openDatabase(DB));
  expect([isSound(check), check.transfers > 0]).toEqual([true, true]);
  expect(await done(clone, DEPLOY)).toContain("No migrations to apply");
  const again = await clone.run(operations("npm run restore:backup -- backup.sql"));
  expect([again.code, again.said]).toEqual([1, expect.stringContaining("already exists")]);
  await restoreMoney(clone, uuid);
}

async function restoreMoney(clone: Clone, database: string): Promise<void> {
  const { edge } = clone.cloudflare;
  const [bookings, owed] = await edge.query(database, [
    `select reference from bookings where status = 'completed'
      and not exists (select 1 from online_payments where booking_id = bookings.id) limit 1`,
    "select substr(account, 9) as plumber, amount from ledger_balances where account like 'plumber:%' and amount > 0",
    "insert into settings (name, value, updated_at) values ('payoutsStopped', 'A restore', 0)",
  ]);
  const ADMIN_EMAIL = "you@pombi.co.zw";
  const payment = {
    ADMIN_EMAIL,
    MERCHANT_REFERENCE: "a1b2c3d4e5f6a1b2c3d4e5f6",
    JOB_REFERENCE: bookings!.results[0]!["reference"] as string,
    DOLLARS: "12.50",
    METHOD: "ecocash",
    PHONE: "0771111111",
  };
  expect(await done(clone, operations("npm run restore:money -- ADMIN_EMAIL payment", payment))).toContain("Restored.");
  const { plumber, amount } = owed!.results[0]! as { plumber: string; amount: number };
  const payout = { ADMIN_EMAIL, METHOD: "bank", PLUMBER_ID: plumber, DOLLARS: (amount / 100).toFixed(2), " ...": "" };
  expect(await done(clone, operations("npm run restore:money -- ADMIN_EMAIL payout", payout))).toContain("Restored.");
  const [found] = await edge.query(database, [
    `select (select amount from online_payments where id = '${payment.MERCHANT_REFERENCE}' and status = 'unknown') as paid,
      (select amount from payouts where plumber_id = '${plumber}' and status = 'prepared') as due`,
  ]);
  expect(found!.results).toEqual([{ paid: 1250, due: amount }]);
}
