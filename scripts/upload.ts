import { run } from "./commands";

/** Bundles what `wrangler deploy` would upload into a folder, offline. */
export function bundleUpload(outdir: string): Promise<void> {
  return run("wrangler", ["deploy", "--dry-run", "--minify", "--outdir", outdir], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
