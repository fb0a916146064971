import { pathToFileURL } from "node:url";
import { writeBillOfMaterials } from "./bill-of-materials";
import { run } from "./commands";
import { splitRouteManifest } from "./route-manifest";
import { manifestUrl, measureBuild, type Weight } from "./weights";

/** From this share of a limit on the build warns. */
const NEARLY = 0.95;

/** Builds the product; warns when a page weighs nearly as much as W14 allows, and throws when it would weigh more. */
export async function build(): Promise<void> {
  await run("remix", ["vite:build", "--logLevel", "error"], { stdio: ["ignore", "ignore", "inherit"] });
  splitRouteManifest(await manifestUrl());
  writeBillOfMaterials();
  const describe = ({ what, bytes, limit }: Weight) => `${what}: ${bytes} bytes of gzip, the limit is ${limit}`;
  const weights = await measureBuild();
  const tooHeavy = weights.filter(({ bytes, limit }) => bytes > limit);
  if (tooHeavy.length > 0) throw new Error(tooHeavy.map(describe).join("\n"));
  for (const weight of weights)
    if (weight.bytes > weight.limit * NEARLY) console.warn(`  Nearly too heavy: ${describe(weight)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await build();
  for (const { what, bytes, limit } of await measureBuild())
    console.info(`${String(bytes).padStart(7)} of ${limit}  ${what}`);
}
