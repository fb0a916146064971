import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleUpload } from "./upload";

// What `wrangler deploy` would upload, offline: it has to bundle, and to stay well under the 3 MB of gzip that Cloudflare
// takes on its free plan. Pages and API are bundled one after the other, so what both use is in it twice.
const LIMIT = 1_100_000;
const outdir = mkdtempSync(join(tmpdir(), "pombi-upload-"));
try {
  await bundleUpload(outdir);
  const bundle = readdirSync(outdir)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((name) => readFileSync(join(outdir, name)));
  const bytes = gzipSync(Buffer.concat(bundle)).length;
  console.info(`  the upload is ${(bytes / 1000).toFixed(0)} kB of gzip`);
  if (bytes === 0 || bytes > LIMIT) throw new Error(`The upload is ${bytes} bytes of gzip, the limit is ${LIMIT}.`);
} finally {
  rmSync(outdir, { recursive: true });
}
