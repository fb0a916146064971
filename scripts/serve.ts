import { build } from "./build";
import { start } from "./commands";
import { printSite, localVariables, prepareDatabase, requireReady } from "./local-site";
import { localSettings } from "./local-state";
import { startPaynow } from "./paynow/paynow-server";

// npm start: build, migrate, fill an empty database with the demo town, serve. --prebuilt: without the build.
const { stateDir, port, origin } = localSettings();
await requireReady(port);
if (!process.argv.includes("--prebuilt")) {
  console.info("Building the site (half a minute)");
  await build();
}
await prepareDatabase();
const paynow = await startPaynow({ stateDir });

console.info("Starting the site");
const worker = start("wrangler", [
  "dev",
  "--port",
  String(port),
  "--ip",
  "127.0.0.1",
  "--persist-to",
  stateDir,
  "--log-level",
  "warn",
  "--show-interactive-dev-session=false",
  // Silences wrangler's warning that crons don't run by themselves: `printSite` runs them.
  "--test-scheduled",
  // Otherwise each request gets the domain of wrangler.toml as its host.
  "--local-upstream",
  new URL(origin).host,
  ...Object.entries(localVariables(paynow.variables)).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
]);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => worker.kill(signal));
worker.once("exit", (code) => process.exit(code ?? 0));

await untilItAnswers();
printSite(() => fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled`), paynow);

async function untilItAnswers(): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt++) {
    const answer = await fetch(origin, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Nothing answers at ${origin}.`);
}
