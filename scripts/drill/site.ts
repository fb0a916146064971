import { readFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "../commands";
import { DEMO_PASSWORD } from "../demo-town/demo-logins";
import type { Transaction } from "../paynow/paynow-stand-in";

export type Who = "client" | "plumber" | "admin";

/** The local site as people of the demo town use it: forms, and pages as text. */
export interface DrillSite {
  /** Posts a form, and throws unless the site takes it. Returns where it leads. */
  post(who: Who, path: string, form: Record<string, string | Blob>): Promise<string>;
  /** What a page says, without its markup, and where its links lead. */
  read(who: Who, path: string): Promise<{ text: string; links: string[] }>;
  runCron(): Promise<void>;
  setClockAhead(minutes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts what `npm start` starts, on the build that is there. */
export async function startSite(stateDir: string, port: number): Promise<DrillSite> {
  const worker = start("tsx", ["scripts/serve.ts", "--prebuilt"], {
    env: { STATE_DIR: stateDir, PORT: String(port), LIMIT_FACTOR: "20" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    worker.stdout?.on("data", (chunk: Buffer) => chunk.toString().includes("Sign in ") && resolve());
    void ended.then(() => reject(new Error("The site did not start.")));
  });
  const origin = `http://localhost:${port}`;
  const cookies = new Map<Who, string>();

  const send = (path: string, form: Record<string, string | Blob>, cookie = "") => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.set(name, value);
    const hasFile = Object.values(form).some((value) => typeof value !== "string");
    return fetch(origin + path, {
      method: "POST",
      body: hasFile ? body : new URLSearchParams(form as Record<string, string>),
      redirect: "manual",
      headers: { Origin: origin, ...(cookie && { Cookie: cookie }) },
    });
  };
  async function cookieOf(who: Who): Promise<string> {
    const known = cookies.get(who);
    if (known) return known;
    const answer = await send("/signin", { email: `${who}@pombi.test`, password: DEMO_PASSWORD });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("__Host-session="));
    if (!cookie) throw new Error(`The ${who} can't sign in: ${answer.status}`);
    cookies.set(who, cookie.split(";")[0]!);
    return cookies.get(who)!;
  }
  const read: DrillSite["read"] = async (who, path) => {
    const page = await (await fetch(origin + path, { headers: { Cookie: await cookieOf(who) } })).text();
    const text = page
      .replaceAll("<!-- -->", "")
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    return { text, links: [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!) };
  };
  return {
    read,
    async post(who, path, form) {
      // Who has signed in longer than ten minutes ago shows again that it is them.
      const answer = await send(path, { factorPassword: DEMO_PASSWORD, ...form }, await cookieOf(who));
      if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(-600)}`);
      return answer.headers.get("Location") ?? "";
    },
    runCron: async () => void (await fetch(`${origin}/cdn-cgi/local/scheduled`)),
    async setClockAhead(minutes) {
      await send("/dev/clock", { minutes: String(minutes) });
      cookies.clear();
    },
    async stop() {
      if (worker.pid) process.kill(-worker.pid, "SIGKILL");
      await ended;
    },
  };
}

/** The transactions of Paynow's stand-in, by its own list. */
export const readTransactions = (stateDir: string): Transaction[] =>
  JSON.parse(readFileSync(join(stateDir, "paynow.json"), "utf8")) as Transaction[];

/** What Books says is where, in dollars. */
export async function readBooks(site: DrillSite): Promise<Record<string, string>> {
  const { text } = await site.read("admin", "/admin-dashboard/books");
  const names = ["At the provider", "At the bank", "Held for bookings", "Owed to plumbers", "Going back to clients"];
  return Object.fromEntries(names.map((name) => [name, new RegExp(`${name} (-?\\$[\\d.,]+)`).exec(text)?.[1] ?? "?"]));
}
