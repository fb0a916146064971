import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { brand } from "../app/brand";
import { askWrangler, tellWrangler, run } from "./commands";
import { build } from "./build";

// npm run deploy -- --setup [--origin https://your.domain]: creates what the account lacks; can be run again.
// npm run deploy: builds, migrates, uploads, and checks that the site responds.

const CONFIG = "wrangler.toml";

/** The region nearest to Zimbabwe; it can only be chosen at creation. */
const LOCATION = ["--location", "weur"];

export async function setUp({ origin }: { origin?: string }): Promise<void> {
  if (!(await askWrangler(["whoami", "--json"])).ok) throw new Error("Sign in first: npx wrangler login");
  const deployment = readDeployment();
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
  const fresh = {
    // Once set it stays: a new one would sign everyone out.
    ...(!known.includes("SESSION_SECRET") && { SESSION_SECRET: randomBytes(32).toString("base64url") }),
    ...(origin && { ORIGIN: new URL(origin).origin }),
  };
  // Through standard input: everyone on the machine can read a command's arguments.
  if (Object.keys(fresh).length > 0) await tellWrangler(["secret", "bulk"], JSON.stringify(fresh));
  for (const name of ["SESSION_SECRET", "ORIGIN"]) say(`secret ${name}`, name in fresh ? "set" : "is there");
}

/** The names of the Worker's secrets; none if there is no Worker yet, as the first secret creates it. */
async function listSecrets(): Promise<string[]> {
  const { ok, text, problem } = await askWrangler(["secret", "list"]);
  if (ok) return (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  if (/Worker "[^"]+" not found/.test(problem + text)) return [];
  throw new Error(`wrangler secret list failed:\n${problem || text}`);
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
  if (url.host !== domain || url.host !== brand.domain)
    throw new Error(
      `The site's domain is ${brand.domain} in app/brand.ts and ${domain} in wrangler.toml. Change both to ${url.host} first.`,
    );
}

/** The account's resources that the site uses, by wrangler.toml. `databaseId`: null until setup has written it. */
function readDeployment() {
  // Not with wrangler's own reader: loading it takes longer than everything else here.
  const text = readFileSync(CONFIG, "utf8");
  const find = (key: string) => new RegExp(`^${key} = "(.+)"$`, "m").exec(text)?.[1] ?? null;
  const [database, bucket, domain] = ["database_name", "bucket_name", "pattern"].map(find);
  if (!database || !bucket || !domain) throw new Error(`${CONFIG} names no database, no bucket or no route.`);
  return { database, databaseId: find("database_id"), bucket, domain };
}

const { values } = parseArgs({
  options: { setup: { type: "boolean" }, origin: { type: "string" }, prebuilt: { type: "boolean" } },
});

try {
  await (values.setup ? setUp(values) : deploy(values));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function deploy({ origin, prebuilt }: { origin?: string; prebuilt?: boolean }): Promise<void> {
  const { databaseId, domain } = readDeployment();
  if (!databaseId) throw new Error("There is no database yet. First: npm run deploy -- --setup");
  if (!prebuilt) await build();
  // Before the upload: migrations only add, so the running Worker keeps working.
  await run("wrangler", ["d1", "migrations", "apply", "DB", "--remote"]);
  await run("wrangler", ["deploy"]);
  await prove(origin ?? `https://${domain}`);
}

/** A new domain takes minutes to resolve everywhere, so no response yet is not a failure. */
async function prove(origin: string): Promise<void> {
  const plumber = process.env["SMOKE_PLUMBER"];
  const answer = await fetch(origin, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (answer) return run("tsx", ["scripts/smoke.ts", origin, ...(plumber ? [plumber] : [])]);
  console.info(`\nDeployed. ${origin} does not answer yet; when it does: npm run smoke -- ${origin} PLUMBER_ID`);
}
