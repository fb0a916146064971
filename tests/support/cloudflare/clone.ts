import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { copyCheckout } from "../../../scripts/copy-checkout";
import { openCloudflare } from "./api";

// A fresh clone with an account of its own at the stand-in of Cloudflare. A person sits before it, who types what the
// documents say.

interface Outcome {
  code: number | null;
  said: string;
}

/** What a person types when a command has asked for it. */
interface Answering {
  asked: RegExp;
  answer: () => Promise<string> | string;
}

export async function openClone() {
  const checkout = copyCheckout();
  fs.cpSync("build", join(checkout, "build"), { recursive: true });
  const folder = fs.mkdtempSync(join(tmpdir(), "pombi-account-"));
  const cloudflare = await openCloudflare(folder);
  // For curl, like NODE_TLS_REJECT_UNAUTHORIZED for Node.
  fs.writeFileSync(join(folder, ".curlrc"), "insecure\n");
  const env = { ...cloudflare.env, HOME: folder, PATH: process.env["PATH"], TERM: "dumb" };

  async function outcomeOf(child: ChildProcess, answers: Answering[] = []): Promise<Outcome> {
    let said = "";
    const open = [...answers];
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const at = open.findIndex(({ asked }) => asked.test(said));
      const [due] = at < 0 ? [] : open.splice(at, 1);
      if (due) void Promise.resolve(due.answer()).then((answer) => child.stdin?.write(`${answer}\r`));
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", listen);
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, said }));
    });
  }

  return {
    checkout,
    cloudflare,
    /** Runs a command without a terminal. */
    async run(command: string): Promise<Outcome> {
      return outcomeOf(spawn("bash", ["-c", command], { cwd: checkout, env, stdio: ["ignore", "pipe", "pipe"] }));
    },
    /** Runs a command in a terminal, whose person answers each question once. */
    async type(command: string, answers: Answering[]): Promise<Outcome> {
      // A terminal that util-linux makes: every Debian has it.
      const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd: checkout, env });
      return outcomeOf(child, answers);
    },
    /** Changes a file of the clone. */
    edit(file: string, change: (text: string) => string): void {
      const path = join(checkout, file);
      fs.writeFileSync(path, change(fs.existsSync(path) ? fs.readFileSync(path, "utf8") : ""));
    },
    read: (file: string) => fs.readFileSync(join(checkout, file), "utf8"),
    async close(): Promise<void> {
      await cloudflare.close();
      for (const one of [checkout, folder]) fs.rmSync(one, { recursive: true, force: true });
    },
  };
}
export type Clone = Awaited<ReturnType<typeof openClone>>;

/** Runs a command that has to succeed. */
export async function done(clone: Clone, command: string): Promise<string> {
  const { code, said } = await clone.run(command);
  expect([command, code, said]).toEqual([command, 0, said]);
  return said;
}

const PLACEHOLDERS: Record<string, string> = { "your.domain": "pombi.co.zw", "you@example.com": "you@pombi.co.zw" };

/** The command of a document that begins like this, with what its words in capitals stand for filled in. */
function documented(document: string, beginning: string, values: Record<string, string> = {}): string {
  const text = fs.readFileSync(document, "utf8");
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.split(/ +#.*\n|\n/));
  const inline = [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code]) => code!);
  const commands = new Set([...blocks, ...inline].filter((command) => command.startsWith(beginning)));
  const [command, another] = commands;
  if (command === undefined || another !== undefined)
    throw new Error(`${document} has ${commands.size} commands that begin with ${beginning}`);
  const fill = Object.entries({ ...PLACEHOLDERS, ...values });
  return fill.reduce((filled, [name, value]) => filled.replaceAll(name, value), command);
}

export const operations = (beginning: string, values?: Record<string, string>) =>
  documented("docs/operations.md", beginning, values);
export const readme = (beginning: string, values?: Record<string, string>) =>
  documented("README.md", beginning, values);

export const SET_UP = readme("npm run deploy -- --setup");
/** The build is there: only its own command is shortened. */
export const DEPLOY = `${SET_UP.replace(" -- --setup", "")} -- --prebuilt`;
