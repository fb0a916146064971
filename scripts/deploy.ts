import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { brand } from "../app/brand";
import { build } from "./build";
import { run } from "./commands";
import { askWrangler, endWith, showWrangler, tellWrangler, wranglerError } from "./wrangler";

// npm run deploy -- --setup [--origin https://your.domain]: creates what the account lacks; can be run again.
// npm run deploy: builds, migrates, uploads, and checks that the site responds.

const CONFIG = "wrangler.toml";

/** The region nearest to Zimbabwe; it can only be chosen at creation. */
const LOCATION = ["--location", "weur"];

/** Where setup keeps the secret for its owner (docs/operations.md): nobody can read it from Cloudflare again. */
const SECRET_FILE = ".session-secret";

async function setUp({ origin }: { origin?: string }): Promise<void> {
  const deployment = readDeployment();
  await tellWrangler(["whoami", "--json"]);
  const secrets = await listSecrets();
  const wanted = origin ?? (secrets.includes("ORIGIN") ? null : await askForOrigin(deployment.domain));
  if (wanted) checkOrigin(wanted, deployment.domain);
  await prepareDatabase(deployment);
  await prepareBucket(deployment.bucket);
  await prepareSecrets(secrets, wanted);
  console.info("\nNow: npm run deploy");
}

const say = (what: string, became: "set" | "created" | "is there") => console.info(`${became.padEnd(9)} ${what}`);

async function prepareDatabase({ database, databaseId }: ReturnType<typeof readDeployment>): Promise<void> {
  const found = await findDatabase(database);
  if (databaseId && databaseId !== found)
    throw new Error(
      `wrangler.toml names the database ${databaseId}; this account has ${found ?? `none called ${database}`}. Is it the right account? If so, take that line out of wrangler.toml.`,
    );
  if (!found) await tellWrangler(["d1", "create", database, ...LOCATION]);
  const id = found ?? (await findDatabase(database));
  if (!id) throw new Error(`The database ${database} was created, but is not in the list yet: run this again.`);
  const line = `database_name = "${database}"`;
  if (!databaseId) writeFileSync(CONFIG, readFileSync(CONFIG, "utf8").replace(line, `${line}\ndatabase_id = "${id}"`));
  say(`D1 database ${database}, in wrangler.toml as ${id}`, found ? "is there" : "created");
}

async function findDatabase(name: string): Promise<string | undefined> {
  const databases = JSON.parse(await tellWrangler(["d1", "list", "--json"])) as { name: string; uuid: string }[];
  return databases.find((database) => database.name === name)?.uuid;
}

async function prepareBucket(bucket: string): Promise<void> {
  const listed = await tellWrangler(["r2", "bucket", "list"]);
  const isThere = listed.split("\n").some((line) => /^name:\s+(\S+)$/.exec(line.trim())?.[1] === bucket);
  if (!isThere) await tellWrangler(["r2", "bucket", "create", bucket, ...LOCATION]);
  say(`R2 bucket ${bucket}`, isThere ? "is there" : "created");
}

async function prepareSecrets(known: string[], origin: string | null): Promise<void> {
  const fresh: Record<string, string> = {};
  if (origin) fresh["ORIGIN"] = new URL(origin).origin;
  // Once set it stays: a new one would sign everyone out.
  if (!known.includes("SESSION_SECRET")) {
    fresh["SESSION_SECRET"] = randomBytes(32).toString("base64url");
    writeFileSync(SECRET_FILE, fresh["SESSION_SECRET"], { mode: 0o600 });
  }
  // Through standard input: everyone on the machine can read a command's arguments.
  if (Object.keys(fresh).length > 0) await tellWrangler(["secret", "bulk"], JSON.stringify(fresh));
  for (const name of ["SESSION_SECRET", "ORIGIN"]) say(`secret ${name}`, name in fresh ? "set" : "is there");
  if ("SESSION_SECRET" in fresh)
    console.info(`Move ${SECRET_FILE} into your password safe: to change it, you need it.`);
}

/** The names of the Worker's secrets; none if there is no Worker yet, as the first secret creates it. */
async function listSecrets(): Promise<string[]> {
  const answer = await askWrangler(["secret", "list"]);
  if (answer.ok) return (JSON.parse(answer.text) as { name: string }[]).map(({ name }) => name);
  if (/Worker "[^"]+" not found/.test(answer.problem + answer.text)) return [];
  throw wranglerError(["secret", "list"], answer);
}

async function askForOrigin(domain: string): Promise<string> {
  const usual = `https://${domain}`;
  if (!process.stdin.isTTY) throw new Error(`Say where the site is: npm run deploy -- --setup --origin ${usual}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Origin of the site [${usual}]: `);
  terminal.close();
  return answer.trim() || usual;
}

function checkOrigin(origin: string, domain: string): void {
  const url = URL.parse(origin);
  if (url?.protocol !== "https:") throw new Error(`${origin} is not an origin like https://${domain}.`);
  if (url.host !== domain)
    throw new Error(`The site's domain is ${domain} in app/brand.ts and ${CONFIG}. Change both to ${url.host} first.`);
}

/** The account's resources that the site uses, by wrangler.toml. `databaseId`: null until setup has written it. */
function readDeployment() {
  // Not with wrangler's own reader: loading it takes longer than everything else here.
  const text = readFileSync(CONFIG, "utf8");
  const find = (key: string) => new RegExp(`^${key} = "(.+)"$`, "m").exec(text)?.[1] ?? null;
  const require = (key: string, what: string) => find(key) ?? endWith(`${CONFIG} names no ${what} (${key}).`);
  const domain = require("pattern", "route");
  if (domain !== brand.domain)
    throw new Error(
      `The site's domain is ${brand.domain} in app/brand.ts, but ${domain} in ${CONFIG}: make them equal.`,
    );
  return {
    database: require("database_name", "database"),
    databaseId: find("database_id"),
    bucket: require("bucket_name", "bucket"),
    domain,
  };
}

const AGAIN = "Then run npm run deploy again: it goes on where this one ended.";

/** Says after the error how things stand. */
const addWords = (words: string) => (error: Error) => {
  throw new Error(`\n${error.message}\n${words}`);
};

async function deploy({ origin, prebuilt }: { origin?: string; prebuilt?: boolean }): Promise<void> {
  const { databaseId, domain } = readDeployment();
  if (!databaseId) throw new Error("There is no database yet. First: npm run deploy -- --setup");
  if (!prebuilt)
    await build().catch(
      addWords(
        `The build failed: its error is above. Nothing was migrated or uploaded: the site runs as before. ${AGAIN}`,
      ),
    );
  // Before the upload: migrations only add, so the running Worker keeps working.
  await showWrangler(["d1", "migrations", "apply", "DB", "--remote"]).catch(
    addWords(`Nothing was uploaded: the site runs as before. Migrations that succeeded stay. ${AGAIN}`),
  );
  await showWrangler(["deploy"]).catch(
    addWords(`The database is migrated, and the site keeps running, with the version before or the new one. ${AGAIN}`),
  );
  await prove(origin ?? `https://${domain}`);
}

/** A new domain takes minutes to resolve everywhere, so no response yet is not a failure. */
async function prove(origin: string): Promise<void> {
  const plumber = process.env["SMOKE_PLUMBER"];
  const answer = await fetch(origin, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (answer) return run("tsx", ["scripts/smoke.ts", origin, ...(plumber ? [plumber] : [])]);
  console.info(`\nDeployed. ${origin} does not answer yet; when it does: npm run smoke -- ${origin} PLUMBER_ID`);
}

const { values } = parseArgs({
  options: { setup: { type: "boolean" }, origin: { type: "string" }, prebuilt: { type: "boolean" } },
});

await (values.setup ? setUp(values) : deploy(values)).catch(endWith);
