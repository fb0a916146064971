import { readdirSync, readFileSync } from "node:fs";
import { type Agent, request } from "node:http";
import { resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { openDatabase } from "../../app/db/client.server";
import type { SessionClaims } from "../../app/domain/values/user";
import { runQuietly } from "../../scripts/commands";
import { BATCHES, databaseBehind } from "../../scripts/local-storage";
import { applyMigrations } from "../browser/support/prepare-town";
import { signedIn } from "../support/sessions";

const ORIGIN = "http://pombi.test";
export const URLENCODED = "application/x-www-form-urlencoded";
const SECRET = "a-secret-of-the-benchmarks-of-32-letters-or-more";

const PLAIN_WORKERD = {
  modules: true,
  compatibilityDate: "2026-10-20",
  compatibilityFlags: ["nodejs_compat", "no_web_socket_compression"],
  // Straight to the Worker: Miniflare's own entry would carry each response and each frame a second time.
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
};

/** The numbers of a process after its name: parent first (proc(5), from field 4 on); null for one that has ended. */
function statOf(pid: number): number[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 4)
      .split(" ")
      .map(Number);
  } catch {
    return null;
  }
}

/** The time that processors have worked for a process, in ms: other work on the machine counts less than by the clock. */
export function cpuTime(pid: number): number {
  const [utime, stime] = statOf(pid)!.slice(10);
  return (utime! + stime!) * 10;
}

/** The memory of a process, in bytes. */
export const residentBytes = (pid: number): number => statOf(pid)![20]! * 4096;

const workerds = () =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.[0] === process.pid)
    .filter((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("workerd"));

/** Starts a workerd, and gives the id of its process as well. */
async function startWorkerd(options: V4MiniflareOptions) {
  const before = workerds();
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  const ready = await miniflare.ready;
  return { miniflare, ready, pid: workerds().find((pid) => !before.includes(pid))! };
}

/** The product's upload on plain workerd: no dev proxy in between, which costs more than a page. `d1` takes a batch in one message. */
export async function startUpload(variables: Record<string, string> = {}) {
  const storage = { d1Databases: { DB: "bench" }, r2Buckets: { PHOTOS: "bench" } };
  const { miniflare, pid } = await startWorkerd({
    workers: [
      {
        ...PLAIN_WORKERD,
        ...storage,
        name: "pombi",
        scriptPath: "build/server/index.js",
        bindings: { ORIGIN, SESSION_SECRET: SECRET, LOCAL_MODE: "true", LIMIT_FACTOR: "1000000", ...variables },
        durableObjects: {
          FEED: { className: "Feed", useSQLite: true },
          CONVERSATION: { className: "Conversation", useSQLite: true },
        },
      },
      { ...storage, name: "batches", modules: true, script: BATCHES },
    ],
  });
  const batches = await miniflare.getWorker("batches");
  const d1 = databaseBehind((url, init) => batches.fetch(url, init));
  await applyMigrations(d1);
  const { PHOTOS: photos } = await miniflare.getBindings<Env>("pombi");
  return { miniflare, pid, url: await miniflare.unsafeGetDirectURL(), d1, photos };
}

/** The blank Remix page on the same workerd, with a D1 of its own; for browsers with its scripts, which no direct socket has. */
export async function startBlank(isForBrowsers = false) {
  const project = "tests/bench/blank-remix";
  await runQuietly("remix", ["vite:build", project, "--logLevel", "error"]);
  const outdir = resolve(project, "build/upload");
  const config = ["--config", `${project}/wrangler.toml`, "--outdir", outdir];
  await runQuietly("wrangler", ["deploy", "--dry-run", "--minify", ...config]);
  const assets = { directory: `${project}/build/client`, routerConfig: { has_user_worker: true } };
  const { miniflare, pid, ready } = await startWorkerd({
    ...PLAIN_WORKERD,
    scriptPath: `${outdir}/worker.js`,
    d1Databases: { DB: "blank" },
    ...(isForBrowsers && { assets }),
  });
  return { miniflare, pid, url: isForBrowsers ? ready : await miniflare.unsafeGetDirectURL() };
}

/** Opens a session of someone who is in the database already; gives their cookie. */
export const signIn = (d1: D1Database, user: SessionClaims): Promise<string> =>
  signedIn({ db: openDatabase(d1), now: Date.now(), sessionSecret: [SECRET] }, user);

/** Those of a page of the site itself. */
export const HEADERS = { Host: new URL(ORIGIN).host, Origin: ORIGIN };

interface Asked {
  agent?: Agent;
  cookie?: string;
  type?: string;
  pieces?: Iterable<string | Buffer>;
}

export interface Answer {
  /** 0 where the site hung up before it responded. */
  status: number;
  ms: number;
  text: string;
  /** The Server-Timing header. */
  timing: string;
}

/**
 * Asks the upload for a page, or posts a body of a type in pieces, without a Content-Length. Not by fetch, which can't
 * set the host, and the site responds only under its own.
 */
export function ask(url: URL, { agent, cookie = "", type, pieces = [] }: Asked = {}): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = { ...HEADERS, ...(cookie && { Cookie: cookie }), ...(type && { "Content-Type": type }) };
    const asked = request(url, { agent, method: type ? "POST" : "GET", headers }, (response) => {
      let text = "";
      const { statusCode: status = 0, headers } = response;
      const done = () =>
        resolve({ status, ms: performance.now() - began, text, timing: String(headers["server-timing"]) });
      response
        .setEncoding("utf8")
        .on("data", (piece: string) => (text += piece))
        .once("end", done)
        .once("error", done);
    });
    asked.once("error", () => resolve({ status: 0, ms: performance.now() - began, text: "", timing: "" }));
    const iterator = pieces[Symbol.iterator]();
    const next = (): void => {
      for (let piece = iterator.next(); ; piece = iterator.next()) {
        if (piece.done) return void asked.end();
        if (!asked.write(piece.value)) return void asked.once("drain", next);
      }
    };
    next();
  });
}
