import { pathToFileURL } from "node:url";
import { writeBillOfMaterials } from "./bill-of-materials";
import { runQuietly } from "./commands";
import { splitRouteManifest, measureBuild, type Weight } from "./weights";

/** Builds the product; throws when a page would weigh more than W14 allows. */
export async function build(): Promise<Weight[]> {
  await runQuietly("remix", ["vite:build", "--logLevel", "error"]);
  const manifest = splitRouteManifest();
  writeBillOfMaterials();
  const weights = measureBuild(manifest);
  const tooHeavy = weights.filter(({ bytes, limit }) => bytes > limit);
  if (tooHeavy.length > 0) throw new Error(tooHeavy.map(describe).join("\n"));
  return weights;
}

const describe = ({ what, bytes, limit }: Weight) => `${what}: ${bytes} bytes of gzip, the limit is ${limit}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const weights = await build();
  for (const { what, bytes, limit } of weights) console.info(`${String(bytes).padStart(7)} of ${limit}  ${what}`);
  const nearest = weights.toSorted((one, other) => other.bytes / other.limit - one.bytes / one.limit).slice(0, 3);
  console.info(`Nearest to their limits: ${nearest.map(describe).join("; ")}`);
}
