import { watch } from "node:fs";
import { build } from "./build";
import { start } from "./commands";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./demo-town/demo-logins";
import { migrateLocal, seedLocal } from "./local-database";
import { localSecret, localSettings } from "./local-state";

// npm start: build, migrate, fill an empty database with the demo town, serve. npm run dev: the same, and again on change.
const { stateDir, port, origin } = localSettings();
const watching = process.argv.includes("--watch");
const prebuilt = process.argv.includes("--prebuilt");

async function prepareDatabase() {
  await migrateLocal(stateDir);
  if (!process.argv.includes("--no-seed")) await seedLocal(stateDir);
}

await Promise.all([prebuilt ? undefined : build(), prepareDatabase()]);

const extra = ["D1_DELAY_MS", "LIMIT_FACTOR", "LOG_REQUESTS"].flatMap((name) =>
  process.env[name] ? ["--var", `${name}:${process.env[name]}`] : [],
);
const worker = start("wrangler", [
  "dev",
  // With --test-scheduled wrangler does not warn that crons do not run by themselves: below, they do.
  ...[
    "--port",
    String(port),
    "--ip",
    "127.0.0.1",
    "--test-scheduled",
    "--persist-to",
    stateDir,
    "--log-level",
    "warn",
    "--show-interactive-dev-session=false",
  ],
  // Else wrangler gives each request the domain of wrangler.toml as its host.
  ...["--local-upstream", new URL(origin).host],
  ...["--var", "LOCAL_MODE:true", "--var", `ORIGIN:${origin}`, "--var", `SESSION_SECRET:${localSecret(stateDir)}`],
  ...extra,
]);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => worker.kill(signal));
worker.once("exit", (code) => process.exit(code ?? 0));

await answering();
console.info(`
  Pombi          ${origin}
  Mailbox        ${origin}/dev/mailbox
  Demo logins    ${DEMO_LOGINS.join(", ")}
  Password       ${DEMO_PASSWORD}
`);

if (watching) {
  let timer: NodeJS.Timeout | undefined;
  const rebuild = () => {
    clearTimeout(timer);
    timer = setTimeout(() => build().catch((error: Error) => console.error(error.message)), 150);
  };
  watch("app", { recursive: true }, rebuild);
}

// wrangler does not run crons by itself: once a minute, as in production.
setInterval(
  () => void fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled`).catch(() => undefined),
  60_000,
).unref();

async function answering(): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt++) {
    const answer = await fetch(origin, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Nothing answers at ${origin}.`);
}
