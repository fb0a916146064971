import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runQuietly } from "./commands";

// `wrangler deploy` uploads the built Worker as it is. In bytes of gzip; Cloudflare takes 3 MB on its free plan.
const LIMIT = 767_000;
const outdir = mkdtempSync(join(tmpdir(), "pombi-upload-"));
try {
  await runQuietly("wrangler", ["deploy", "--dry-run", "--outdir", outdir]);
  const built = readFileSync("build/server/index.js");
  const uploaded = readdirSync(outdir).filter((name) => name !== "README.md");
  if (uploaded.join() !== "index.js" || !readFileSync(join(outdir, "index.js")).equals(built))
    throw new Error(`Something else than build/server/index.js would be uploaded: ${uploaded.join(", ")}`);
  const bytes = gzipSync(built).length;
  console.info(`  the upload is ${(bytes / 1000).toFixed(0)} kB of gzip`);
  if (bytes > LIMIT) throw new Error(`The upload is ${bytes} bytes of gzip, the limit is ${LIMIT}.`);
} finally {
  rmSync(outdir, { recursive: true });
}
