import { resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { run } from "../../scripts/commands";
import { BATCHES, databaseBehind } from "../../scripts/local-storage";
import { applyMigrations } from "../browser/support/prepare-town";

export const ORIGIN = "http://pombi.test";
export const SECRET = "a-secret-of-the-benchmarks-of-32-letters-or-more";

const PLAIN_WORKERD = {
  modules: true,
  compatibilityDate: "2026-10-20",
  compatibilityFlags: ["nodejs_compat", "no_web_socket_compression"],
  // Straight to the Worker: Miniflare's own entry would carry each response and each frame a second time.
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
};

interface Upload {
  miniflare: Miniflare;
  url: URL;
  /** The database, a whole batch in one message. */
  d1: D1Database;
  photos: R2Bucket;
}

/** The product's upload on plain workerd: no dev proxy in between, which costs more than a page. */
export async function startUpload(variables: Record<string, string> = {}): Promise<Upload> {
  const storage = { d1Databases: { DB: "bench" }, r2Buckets: { PHOTOS: "bench" } };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
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
    }),
  );
  await miniflare.ready;
  const batches = await miniflare.getWorker("batches");
  const d1 = databaseBehind((url, init) => batches.fetch(url, init));
  await applyMigrations(d1);
  const { PHOTOS: photos } = await miniflare.getBindings<Env>("pombi");
  return { miniflare, url: await miniflare.unsafeGetDirectURL(), d1, photos };
}

/** The blank Remix page on the same workerd, with a D1 of its own; for browsers with its scripts, which no direct socket has. */
export async function startBlank(isForBrowsers = false): Promise<{ miniflare: Miniflare; url: URL }> {
  const project = "tests/bench/blank-remix";
  await run("remix", ["vite:build", project, "--logLevel", "error"], { stdio: ["ignore", "ignore", "inherit"] });
  const outdir = resolve(project, "build/upload");
  const config = ["--config", `${project}/wrangler.toml`, "--outdir", outdir];
  await run("wrangler", ["deploy", "--dry-run", "--minify", ...config], { stdio: ["ignore", "ignore", "inherit"] });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...PLAIN_WORKERD,
      scriptPath: `${outdir}/worker.js`,
      d1Databases: { DB: "blank" },
      ...(isForBrowsers && {
        assets: { directory: `${project}/build/client`, routerConfig: { has_user_worker: true } },
      }),
    }),
  );
  const url = await miniflare.ready;
  return { miniflare, url: isForBrowsers ? url : await miniflare.unsafeGetDirectURL() };
}
