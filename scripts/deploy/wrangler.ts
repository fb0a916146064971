import { readFileSync, writeFileSync } from "node:fs";
import { start } from "../commands";

const CONFIG = "wrangler.toml";

interface Answer {
  ok: boolean;
  /** What it printed for us, and what for people. */
  text: string;
  problem: string;
}

/** Runs a command of wrangler's that asks nothing, with `input` as its standard input. */
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

/** The same, where it has to succeed; gives what it printed. */
export async function tellWrangler(command: string[], input?: string): Promise<string> {
  const { ok, text, problem } = await askWrangler(command, input);
  if (!ok) throw new Error(`wrangler ${command.join(" ")} failed:\n${problem || text}`);
  return text;
}

/** Which of the account's things the site uses. */
export interface Deployment {
  database: string;
  /** Null until setup has written it. */
  databaseId: string | null;
  bucket: string;
  domain: string;
}

/** What wrangler.toml names. */
export function readDeployment(): Deployment {
  // Not by wrangler's own reader: loading that takes longer than everything else here.
  const text = readFileSync(CONFIG, "utf8");
  const find = (key: string) => new RegExp(`^${key} = "(.+)"$`, "m").exec(text)?.[1] ?? null;
  const [database, bucket, domain] = ["database_name", "bucket_name", "pattern"].map(find);
  if (!database || !bucket || !domain) throw new Error(`${CONFIG} names no database, no bucket or no route.`);
  return { database, databaseId: find("database_id"), bucket, domain };
}

/** Writes the database's id below its name. */
export function writeDatabaseId(database: string, id: string): void {
  const text = readFileSync(CONFIG, "utf8");
  writeFileSync(
    CONFIG,
    text.replace(`database_name = "${database}"`, (line) => `${line}\ndatabase_id = "${id}"`),
  );
}
