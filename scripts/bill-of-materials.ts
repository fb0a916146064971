import { writeFileSync } from "node:fs";
import { isShipped, nameOf, readLockedPackages } from "./lock-file";

/**
 * CycloneDX of what the product ships. Not by `npm sbom --omit dev`: that leaves out whatever a tool needs as well,
 * React among it.
 */
export function billOfMaterials() {
  const components = readLockedPackages()
    .filter(isShipped)
    .map((found) => {
      const name = nameOf(found);
      const purl = `pkg:npm/${name.replace("@", "%40")}@${found.version}`;
      const [, algorithm, hash] = /^sha(\d+)-(\S+)/.exec(found.integrity ?? "") ?? [];
      return {
        type: "library",
        "bom-ref": purl,
        name,
        version: found.version,
        purl,
        ...(found.license && { licenses: [{ expression: found.license }] }),
        ...(hash && { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(hash, "base64").toString("hex") }] }),
      };
    });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "pombi" } },
    components,
  };
}

/** Writes it next to the build. */
export function writeBillOfMaterials(): void {
  writeFileSync("build/sbom.cdx.json", `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
}
