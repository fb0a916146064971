import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";

// Against a stand-in that responds as wrangler does (tests/support/wrangler-stand-in.mjs). None of this has run against
// a
// real account.

interface Account {
  email: string | null;
  databases: { uuid: string; name: string; location?: string }[];
  buckets: { name: string; location?: string }[];
  secrets: Record<string, string> | null;
  calls: string[];
  refusesUploads?: boolean;
  deployedAfterMigrating?: boolean;
}

/** As it is before any setup. */
const TOML = readFileSync("wrangler.toml", "utf8").replace(/^database_id = .*\n/m, "");
const ID = "11111111-2222-3333-4444-555555555555";
const NOTHING_YET: Account = { email: "owner@pombi.test", databases: [], buckets: [], secrets: null, calls: [] };

const SET_UP: Account = {
  ...NOTHING_YET,
  databases: [{ uuid: ID, name: "pombi" }],
  buckets: [{ name: "pombi-photos" }],
  secrets: { ORIGIN: "https://pombi.co.zw", SESSION_SECRET: "of before" },
};

// Each runs the command as a person does.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pombi-deploy-"));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  mkdirSync(join(folder, "scripts"));
  writeFileSync(join(folder, "wrangler.toml"), TOML);
  const wrangler = join(folder, "node_modules/.bin/wrangler");
  copyFileSync("tests/support/wrangler-stand-in.mjs", wrangler);
  chmodSync(wrangler, 0o755);
  symlinkSync(resolve("node_modules/.bin/tsx"), join(folder, "node_modules/.bin/tsx"));
  symlinkSync(resolve("scripts/smoke.ts"), join(folder, "scripts/smoke.ts"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const accountFile = () => join(folder, "account.json");
const keep = (account: Account) => writeFileSync(accountFile(), JSON.stringify(account));
const account = () => JSON.parse(readFileSync(accountFile(), "utf8")) as Account;
const nameDatabase = () =>
  writeFileSync(join(folder, "wrangler.toml"), TOML.replace("[[d1_databases]]", `$&\ndatabase_id = "${ID}"`));
const databaseIn = () => readConfig({ config: join(folder, "wrangler.toml") }, { hideWarnings: true }).d1_databases[0];

async function deploy(...given: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(resolve("node_modules/.bin/tsx"), [resolve("scripts/deploy.ts"), ...given], {
    cwd: folder,
    env: { ...process.env, ACCOUNT: accountFile() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once("close", (code) => done({ code, said })));
}

const setUp = () => deploy("--setup", "--origin", "https://pombi.co.zw");

test("setup creates database, bucket and secrets in western Europe, and names the database in wrangler.toml", async () => {
  keep(NOTHING_YET);
  const { code, said } = await setUp();
  expect([code, said]).toEqual([0, expect.stringContaining("Now: npm run deploy")]);
  const { databases, buckets, secrets } = account();
  expect(databases).toMatchObject([{ name: "pombi", location: "weur" }]);
  expect(buckets).toEqual([{ name: "pombi-photos", location: "weur" }]);
  expect(secrets).toEqual({ ORIGIN: "https://pombi.co.zw", SESSION_SECRET: expect.stringMatching(/^[\w-]{43}$/) });
  expect(databaseIn()).toMatchObject({ binding: "DB", database_id: databases[0]!.uuid, migrations_dir: "migrations" });
  expect(said + account().calls.join()).not.toContain(secrets!["SESSION_SECRET"]);
});

test("setup that runs again changes nothing and asks nothing", async () => {
  keep(SET_UP);
  nameDatabase();
  const toml = readFileSync(join(folder, "wrangler.toml"), "utf8");
  expect(await deploy("--setup")).toMatchObject({ code: 0 });
  expect({ ...account(), calls: [] }).toEqual(SET_UP);
  expect(readFileSync(join(folder, "wrangler.toml"), "utf8")).toBe(toml);
});

test("setup goes on where it broke off", async () => {
  keep({ ...SET_UP, buckets: [], secrets: null });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(databaseIn()?.database_id).toBe(ID);
  expect(account()).toMatchObject({ databases: SET_UP.databases, buckets: [{ name: "pombi-photos" }] });
});

test("setup keeps the secret that signs sessions when the origin changes", async () => {
  keep({ ...SET_UP, secrets: { SESSION_SECRET: "of before", ORIGIN: "https://pombi.test" } });
  await setUp();
  expect(account().secrets).toEqual(SET_UP.secrets);
});

test.each([
  ["without an account", { ...NOTHING_YET, email: null }, ["--setup"], "npx wrangler login"],
  ["without an origin and nobody to ask", NOTHING_YET, ["--setup"], "--origin https://pombi.co.zw"],
  ["with an origin of another domain", NOTHING_YET, ["--setup", "--origin", "https://else.example"], "app/brand.ts"],
  ["with something that is not an origin", NOTHING_YET, ["--setup", "--origin", "pombi.co.zw"], "is not an origin"],
  ["before there is a database", NOTHING_YET, ["--prebuilt"], "npm run deploy -- --setup"],
])("a deployment %s says what to do", async (_, given, options, wanted) => {
  keep(given);
  expect(await deploy(...options)).toEqual({ code: 1, said: expect.stringContaining(wanted) });
  expect({ ...account(), calls: [] }).toEqual(given);
});

test("setup refuses an account that does not have the database of wrangler.toml", async () => {
  keep(NOTHING_YET);
  nameDatabase();
  expect(await setUp()).toEqual({ code: 1, said: expect.stringContaining("Is it the right account?") });
  expect(account().databases).toEqual([]);
});

test("a deployment migrates, then uploads, then checks the site", async () => {
  keep(SET_UP);
  nameDatabase();
  const site = createServer((request, response) =>
    response.writeHead(request.method === "POST" ? 403 : 200, { "X-Content-Type-Options": "nosniff" }).end(),
  ).listen(0, "127.0.0.1");
  await new Promise((listening) => site.once("listening", listening));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const { code, said } = await deploy("--prebuilt", "--origin", origin);
  site.close();
  expect(account().calls.slice(-2)).toEqual(["d1 migrations apply DB --remote", "deploy"]);
  expect(account().deployedAfterMigrating).toBe(true);
  // That site lacks headers.
  expect([code, said]).toEqual([1, expect.stringContaining("FAILED  headers: home lacks Content-Security-Policy")]);
});

test("a deployment whose domain is not known yet has worked", async () => {
  keep(SET_UP);
  nameDatabase();
  const { code, said } = await deploy("--prebuilt", "--origin", "http://127.0.0.1:9");
  expect([code, said]).toEqual([0, expect.stringContaining("does not answer yet")]);
});

test("a deployment whose upload fails ends with an error", async () => {
  keep({ ...SET_UP, refusesUploads: true });
  nameDatabase();
  expect(await deploy("--prebuilt")).toEqual({
    code: 1,
    said: expect.stringContaining("wrangler deploy ended with 1"),
  });
});
