import { stripVTControlCharacters } from "node:util";
import { start } from "./commands";
import { localSettings } from "./local-state";

interface Answer {
  ok: boolean;
  text: string;
  problem: string;
}

/** Runs a wrangler command without a terminal, with `input` as its standard input. */
export function askWrangler(command: string[], input = ""): Promise<Answer> {
  const child = start("wrangler", command, { stdio: "pipe", env: { NO_COLOR: "1", FORCE_COLOR: "0" } });
  const answer = { text: "", problem: "" };
  child.stdout?.on("data", (chunk: Buffer) => (answer.text += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (answer.problem += chunk.toString()));
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...answer, ok: code === 0 }));
  });
}

export async function tellWrangler(command: string[], input?: string): Promise<string> {
  const answer = await askWrangler(command, input);
  if (!answer.ok) throw wranglerError(command, answer);
  return answer.text;
}

/** Runs a wrangler command that shows its work and may ask; of what it says, its errors alone are read along. */
export async function showWrangler(command: string[]): Promise<void> {
  const child = start("wrangler", command, { stdio: ["inherit", "inherit", "pipe"] });
  let problem = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    problem += chunk.toString();
    process.stderr.write(chunk);
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw wranglerError(command, { text: "", problem });
}

/** A command that runs SQL on this machine's database, or on the deployment's. */
export function commandOnD1(isRemote: boolean): string[] {
  const place = isRemote ? ["--remote"] : ["--local", "--persist-to", localSettings().stateDir];
  return ["d1", "execute", "DB", ...place, "--yes"];
}

/** Runs statements on D1 in one go; gives the rows of each. */
export async function executeOnD1(statements: string[], isRemote: boolean): Promise<unknown[][]> {
  const command = [...commandOnD1(isRemote), "--json", "--command"];
  const answer = await askWrangler([...command, statements.join("; ")]);
  if (!answer.ok) throw wranglerError(command, answer);
  return (JSON.parse(answer.text) as { results: unknown[] }[]).map(({ results }) => results);
}

/** Ends a command with the error's own words, without a stack. */
export function endWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  return process.exit(1) as never;
}

/** What to do about an error of Cloudflare's, by its code or words. */
const ADVICE = [
  {
    error: /code: (1000|9109|10000)\]|CLOUDFLARE_API_TOKEN|"loggedIn":false/,
    advice: "Cloudflare doesn't accept the sign-in. Sign in: npx wrangler login, or renew CLOUDFLARE_API_TOKEN.",
  },
  {
    error: /code: 10027\]/,
    advice: "The Worker is larger than the plan allows: the free plan takes 3 MB of gzip, Workers Paid 10 MB.",
  },
  {
    error: /code: (7502|10004)\]|with that name already exists/,
    advice: "The name is taken, but it was not in the list a moment ago. Somebody else may be setting this account up.",
  },
  {
    error: /code: 7404\]/,
    advice: "wrangler.toml names a database that this account doesn't have. Is it the right account?",
  },
  {
    error: /code: 7500\]/,
    advice: "The database refused the SQL and kept nothing of it: a migration is applied whole or not at all.",
  },
  {
    error: /code: 10013\]|fetch failed|malformed response/,
    advice: "Cloudflare failed, or can't be reached: www.cloudflarestatus.com knows more.",
  },
];

/** An error of one line about what happened, without wrangler's colours and asides, and one about what to do. */
export function wranglerError(command: string[], { text, problem }: Pick<Answer, "text" | "problem">): Error {
  const plain = stripVTControlCharacters(problem || text);
  const said = errorOf(text) ?? /\[ERROR\] ([^]*)/.exec(plain)?.[1] ?? plain;
  const [what = ""] = said.split(/If you think this is a bug|✘|🪵|📎/);
  // An upload of assets that failed leaves its code out of its error; other lines have it.
  const found = ADVICE.find(({ error }) => error.test(what)) ?? ADVICE.find(({ error }) => error.test(plain));
  const line = `wrangler ${command.join(" ")}: ${what.trim().replace(/\s+/g, " ")}`;
  return new Error(found ? `${line}\n${found.advice}` : line);
}

/** The error that a command with --json prints as JSON; null: it printed none. */
function errorOf(text: string): string | null {
  if (!text.trimStart().startsWith("{")) return null;
  const { error } = JSON.parse(text) as { error?: { text: string; notes?: { text: string }[] } };
  return error ? [error.text, ...(error.notes ?? []).map((note) => note.text)].join(" ") : null;
}
