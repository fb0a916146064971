import { type ChildProcess, spawn } from "node:child_process";
import { run } from "../../scripts/commands";
import { freePort, killGroup } from "../browser/support/processes";

/** The blank Remix page (`tests/bench/blank-remix`) behind the same development server as the product. */
export async function startBlankSite(): Promise<{ origin: string; kill(): Promise<void> }> {
  await run("remix", ["vite:build", "tests/bench/blank-remix", "--logLevel", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const port = await freePort();
  const child: ChildProcess = spawn(
    "node_modules/.bin/wrangler",
    [
      "dev",
      "--config",
      "tests/bench/blank-remix/wrangler.toml",
      "--port",
      String(port),
      "--ip",
      "127.0.0.1",
      "--inspector-port",
      "0",
      "--log-level",
      "warn",
      "--show-interactive-dev-session=false",
    ],
    { env: { ...process.env, WRANGLER_SEND_METRICS: "false" }, stdio: "ignore", detached: true },
  );
  const origin = `http://localhost:${port}`;
  for (let attempt = 0; attempt < 120; attempt++) {
    const answer = await fetch(origin).catch(() => null);
    if (answer?.ok) return { origin, kill: () => killGroup(child) };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await killGroup(child);
  throw new Error(`The blank page does not answer at ${origin}.`);
}
