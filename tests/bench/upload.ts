import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { run } from "../../scripts/commands";

export const ORIGIN = "http://pombi.test";
export const SECRET = "a secret of the benchmarks, 32 letters or more";

/** What `wrangler deploy` would upload, on plain workerd: no dev proxy in between, which costs more than a page. */
export async function startUpload(): Promise<{ miniflare: Miniflare; url: URL; d1: Awaited<ReturnType<Miniflare["getD1Database"]>> }> {
  // Below the project: workerd takes no script from outside its folder.
  const outdir = "build/upload";
  await run("wrangler", ["deploy", "--dry-run", "--minify", "--outdir", outdir], { stdio: ["ignore", "ignore", "inherit"] });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
    modules: true,
    scriptPath: join(outdir, "app.js"),
    compatibilityDate: "2026-10-20",
    compatibilityFlags: ["nodejs_compat", "no_web_socket_compression"],
    bindings: { ORIGIN, SESSION_SECRET: SECRET, LOCAL_MODE: "true", LIMIT_FACTOR: "1000000" },
    // Straight to the Worker: Miniflare's own entry would carry each frame a second time.
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
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
