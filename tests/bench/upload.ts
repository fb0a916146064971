import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { run } from "../../scripts/commands";

export const ORIGIN = "http://pombi.test";
export const SECRET = "a secret of the benchmarks, 32 letters or more";

/** Bundles what `wrangler deploy` would upload; below its project, as workerd takes no script from outside its folder. */
async function bundle(project: string): Promise<string> {
  const outdir = resolve(project, "build/upload");
  await run("wrangler", ["deploy", "--dry-run", "--minify", "--config", join(project, "wrangler.toml"), "--outdir", outdir], { stdio: ["ignore", "ignore", "inherit"] });
  return outdir;
}

const PLAIN_WORKERD = {
  modules: true,
  compatibilityDate: "2026-10-20",
  compatibilityFlags: ["nodejs_compat", "no_web_socket_compression"],
  // Straight to the Worker: Miniflare's own entry would carry each answer and each frame a second time.
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
};

/** The product's upload on plain workerd: no dev proxy in between, which costs more than a page. */
export async function startUpload(variables: Record<string, string> = {}): Promise<{ miniflare: Miniflare; url: URL; d1: Awaited<ReturnType<Miniflare["getD1Database"]>> }> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...PLAIN_WORKERD,
      scriptPath: join(await bundle("."), "app.js"),
      bindings: { ORIGIN, SESSION_SECRET: SECRET, LOCAL_MODE: "true", LIMIT_FACTOR: "1000000", ...variables },
      d1Databases: { DB: "bench" },
      r2Buckets: { PHOTOS: "bench" },
      durableObjects: {
        FEED: { className: "Feed", useSQLite: true },
        CONVERSATION: { className: "Conversation", useSQLite: true },
      },
    }),
  );
  await miniflare.ready;
  const url = await miniflare.unsafeGetDirectURL();
  const d1 = await miniflare.getD1Database("DB");
  for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql")).sort()) {
    for (const sql of readFileSync(join("migrations", file), "utf8").split("--> statement-breakpoint")) await d1.prepare(sql).run();
  }
  return { miniflare, url, d1 };
}

/** The blank Remix page on the same workerd. */
export async function startBlank(): Promise<{ miniflare: Miniflare; url: URL }> {
  await run("remix", ["vite:build", "tests/blank-remix", "--logLevel", "error"], { stdio: ["ignore", "ignore", "inherit"] });
  const miniflare = new Miniflare(convertV4MiniflareOptions({ ...PLAIN_WORKERD, scriptPath: join(await bundle("tests/blank-remix"), "worker.js") }));
  await miniflare.ready;
  return { miniflare, url: await miniflare.unsafeGetDirectURL() };
}
