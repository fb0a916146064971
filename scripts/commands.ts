import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { localSettings } from "./local-state";

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

/** Runs a wrangler command without a terminal, with `input` as its standard input. */
export function askWrangler(command: string[], input = "") {
  const child = start("wrangler", command, { stdio: "pipe", env: { NO_COLOR: "1", FORCE_COLOR: "0" } });
  const answer = { text: "", problem: "" };
  child.stdout?.on("data", (chunk: Buffer) => (answer.text += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (answer.problem += chunk.toString()));
  child.stdin?.end(input);
  return new Promise<typeof answer & { ok: boolean }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...answer, ok: code === 0 }));
  });
}

export async function tellWrangler(command: string[], input?: string): Promise<string> {
  const { ok, text, problem } = await askWrangler(command, input);
  if (!ok) throw new Error(`wrangler ${command.join(" ")} failed:\n${problem || text}`);
  return text;
}

/** Runs statements on D1 in one go, on this machine's or the deployment's; gives the rows of each. */
export async function executeOnD1(statements: string[], isRemote: boolean): Promise<unknown[][]> {
  const place = isRemote ? ["--remote"] : ["--local", "--persist-to", localSettings().stateDir];
  const command = statements.join("; ");
  const output = await tellWrangler(["d1", "execute", "DB", ...place, "--yes", "--json", "--command", command]);
  return (JSON.parse(output) as { results: unknown[] }[]).map(({ results }) => results);
}
