import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";

export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, options);
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} ended with ${code}`)),
    );
  });
}

/** The same, but says nothing unless something is wrong. */
export const runQuietly = (command: string, args: string[]) =>
  run(command, args, { stdio: ["ignore", "ignore", "inherit"] });

// Without the second, the local site first asks the network for its location, and complains without a response.
const QUIET = { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };

export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const env = { ...process.env, ...QUIET, ...options.env };
  return spawn(`node_modules/.bin/${command}`, args, { stdio: "inherit", ...options, env });
}
