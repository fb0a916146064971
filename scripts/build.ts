import { pathToFileURL } from "node:url";
import { writeBillOfMaterials } from "./bill-of-materials";
import { run } from "./commands";
import { splitRouteManifest } from "./route-manifest";
import { manifestUrl, measureBuild } from "./weights";

/** Builds the product; throws when a page would weigh more than W14 allows. */
export async function build(): Promise<void> {
  await run("remix", ["vite:build", "--logLevel", "error"], { stdio: ["ignore", "ignore", "inherit"] });
  splitRouteManifest(await manifestUrl());
  writeBillOfMaterials();
  const tooHeavy = (await measureBuild()).filter(({ bytes, limit }) => bytes > limit);
  if (tooHeavy.length === 0) return;
  throw new Error(
    tooHeavy.map(({ what, bytes, limit }) => `${what}: ${bytes} bytes of gzip, the limit is ${limit}`).join("\n"),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await build();
  for (const { what, bytes, limit } of await measureBuild())
    console.info(`${String(bytes).padStart(7)} of ${limit}  ${what}`);
}
