import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Against a stand-in that responds as wrangler does (tests/support/wrangler-stand-in.mjs). None of this has run against
// a real account.

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
const TOML = fs.readFileSync("wrangler.toml", "utf8").replace(/^database_id = .*\n/m, "");
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
  folder = fs.mkdtempSync(join(tmpdir(), "pombi-deploy-"));
  fs.mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  fs.mkdirSync(join(folder, "scripts"));
  fs.writeFileSync(join(folder, "wrangler.toml"), TOML);
  const wrangler = join(folder, "node_modules/.bin/wrangler");
  fs.copyFileSync("tests/support/wrangler-stand-in.mjs", wrangler);
  fs.chmodSync(wrangler, 0o755);
  fs.symlinkSync(resolve("node_modules/.bin/tsx"), join(folder, "node_modules/.bin/tsx"));
  fs.symlinkSync(resolve("scripts/smoke.ts"), join(folder, "scripts/smoke.ts"));
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const accountFile = () => join(folder, "account.json");
const keep = (account: Account) => fs.writeFileSync(accountFile(), JSON.stringify(account));
const account = () => JSON.parse(fs.readFileSync(accountFile(), "utf8")) as Account;
const nameDatabase = () =>
  fs.writeFileSync(join(folder, "wrangler.toml"), TOML.replace("[[d1_databases]]", `$&\ndatabase_id = "${ID}"`));
const toml = () => fs.readFileSync(join(folder, "wrangler.toml"), "utf8");

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

test("setup creates database, bucket and secrets in western Europe, and run again it changes and asks nothing", async () => {
  keep(NOTHING_YET);
  const { code, said } = await setUp();
  expect([code, said]).toEqual([0, expect.stringContaining("Now: npm run deploy")]);
  const { databases, buckets, secrets, calls } = account();
  expect(databases).toMatchObject([{ name: "pombi", location: "weur" }]);
  expect(buckets).toEqual([{ name: "pombi-photos", location: "weur" }]);
  expect(secrets).toEqual({ ORIGIN: "https://pombi.co.zw", SESSION_SECRET: expect.stringMatching(/^[\w-]{43}$/) });
  expect(said + calls.join()).not.toContain(secrets!["SESSION_SECRET"]);
  const named = toml();
  expect(named).toMatch(new RegExp(`^database_id = "${databases[0]!.uuid}"$`, "m"));

  expect(await deploy("--setup")).toMatchObject({ code: 0 });
  expect(account()).toMatchObject({ databases, buckets, secrets });
  expect(toml()).toBe(named);
});

test("setup goes on where it broke off, and keeps the secret that signs sessions", async () => {
  keep({ ...SET_UP, buckets: [], secrets: { SESSION_SECRET: "of before", ORIGIN: "https://pombi.test" } });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(toml()).toContain(`\ndatabase_id = "${ID}"\n`);
  const { databases, secrets } = SET_UP;
  expect(account()).toMatchObject({ databases, buckets: [{ name: "pombi-photos" }], secrets });
});

test("a missing part is named with what to do, and nothing is created", async () => {
  const origin = (value: string) => ["--setup", "--origin", value];
  for (const [given, options, wanted] of [
    [{ ...NOTHING_YET, email: null }, ["--setup"], "npx wrangler login"],
    [NOTHING_YET, ["--setup"], "--origin https://pombi.co.zw"],
    [NOTHING_YET, origin("https://else.example"), "app/brand.ts"],
    [NOTHING_YET, origin("pombi.co.zw"), "is not an origin"],
    [NOTHING_YET, ["--prebuilt"], "npm run deploy -- --setup"],
  ] as const) {
    keep(given);
    expect(await deploy(...options), wanted).toEqual({ code: 1, said: expect.stringContaining(wanted) });
    expect({ ...account(), calls: [] }, wanted).toEqual(given);
  }
  nameDatabase();
  expect(await setUp()).toEqual({ code: 1, said: expect.stringContaining("Is it the right account?") });
  expect(account().databases).toEqual([]);
});

test("a deployment migrates, then uploads, then checks the site where it answers", async () => {
  keep(SET_UP);
  nameDatabase();
  const unknown = await deploy("--prebuilt", "--origin", "http://127.0.0.1:9");
  expect([unknown.code, unknown.said]).toEqual([0, expect.stringContaining("does not answer yet")]);
  const site = createServer((request, response) =>
    response.writeHead(request.method === "POST" ? 403 : 200, { "X-Content-Type-Options": "nosniff" }).end(),
  ).listen(0, "127.0.0.1");
  await new Promise((listening) => site.once("listening", listening));
  keep(SET_UP);
  const { port } = site.address() as AddressInfo;
  const { code, said } = await deploy("--prebuilt", "--origin", `http://127.0.0.1:${port}`);
  site.close();
  expect(account().calls.slice(-2)).toEqual(["d1 migrations apply DB --remote", "deploy"]);
  expect(account().deployedAfterMigrating).toBe(true);
  // That site lacks headers.
  expect([code, said]).toEqual([1, expect.stringContaining("FAILED  headers: home lacks Content-Security-Policy")]);
});

test("a deployment whose upload fails ends with an error", async () => {
  keep({ ...SET_UP, refusesUploads: true });
  nameDatabase();
  const said: unknown = expect.stringContaining("wrangler deploy ended with 1");
  expect(await deploy("--prebuilt")).toEqual({ code: 1, said });
});
