import { parseArgs } from "node:util";
import { build } from "./build";
import { run } from "./commands";
import { readDeployment, setUp } from "./deploy/set-up";

// npm run deploy -- --setup [--origin https://your.domain]: creates what the account lacks; can be run again.
// npm run deploy: builds, migrates, uploads, and checks that the site responds.
const { values } = parseArgs({
  options: { setup: { type: "boolean" }, origin: { type: "string" }, prebuilt: { type: "boolean" } },
});

try {
  await (values.setup ? setUp(values) : deploy(values));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Builds, migrates and uploads, then checks that the site at `origin` responds as it should. */
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
  const answers = await fetch(origin, { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
  if (answers) return run("tsx", ["scripts/smoke.ts", origin, ...(plumber ? [plumber] : [])]);
  console.info(`\nDeployed. ${origin} does not answer yet; when it does: npm run smoke -- ${origin} PLUMBER_ID`);
}
