import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { writeBillOfMaterials } from "./bill-of-materials";
import { runQuietly } from "./commands";
import { faultsOfLightPagesTest } from "./needed-functions";
import { writeServiceWorker } from "./script-url";
import { splitRouteManifest, measureBuild, type Weight } from "./weights";

/** Builds the product; throws when a page would weigh more than W14 allows, or calls a function that W20 does not test. */
export async function build(): Promise<Weight[]> {
  await runQuietly("remix", ["vite:build", "--logLevel", "error"]);
  const manifest = splitRouteManifest();
  await writeServiceWorker();
  writeBillOfMaterials();
  const weights = measureBuild(manifest);
  const tooHeavy = weights.filter(({ bytes, limit }) => bytes > limit);
  const faults = [...tooHeavy.map(describe), ...faultsOfLightPagesTest()];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return weights;
}

/** In bytes of gzip; Cloudflare takes 3 MB on its free plan. */
const UPLOAD_LIMIT = 730_000;

/** Checks that `wrangler deploy` would upload the built Worker as it is, and no more than that weighs. */
export async function checkUpload(): Promise<void> {
  const outdir = mkdtempSync(join(tmpdir(), "pombi-upload-"));
  try {
    await runQuietly("wrangler", ["deploy", "--dry-run", "--outdir", outdir]);
    const built = readFileSync("build/server/index.js");
    const uploaded = readdirSync(outdir).filter((name) => name !== "README.md");
    if (uploaded.join() !== "index.js" || !readFileSync(join(outdir, "index.js")).equals(built))
      throw new Error(`Something else than build/server/index.js would be uploaded: ${uploaded.join(", ")}`);
    const bytes = gzipSync(built).length;
    console.info(`  the upload is ${(bytes / 1000).toFixed(0)} kB of gzip`);
    if (bytes > UPLOAD_LIMIT) throw new Error(`The upload is ${bytes} bytes of gzip, the limit is ${UPLOAD_LIMIT}.`);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const describe = ({ what, bytes, limit }: Weight) => `${what}: ${bytes} bytes of gzip, the limit is ${limit}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const weights = await build();
  for (const { what, bytes, limit } of weights) console.info(`${String(bytes).padStart(7)} of ${limit}  ${what}`);
  const nearest = weights.toSorted((one, other) => other.bytes / other.limit - one.bytes / one.limit).slice(0, 3);
  console.info(`Nearest to their limits: ${nearest.map(describe).join("; ")}`);
}
