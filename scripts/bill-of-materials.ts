import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isShipped, nameOf, readLockedPackages } from "./lock-file";

/** Tools by where they come from, but files of the product are made of them: the font, the icons, the common passwords. */
const COPIED = ["@fontsource-variable/figtree", "lucide-static", "@zxcvbn-ts/language-common"];

const shippedPackages = () =>
  readLockedPackages().filter((found) => isShipped(found) || COPIED.includes(nameOf(found)));

/**
 * CycloneDX of what the product ships. Not by `npm sbom --omit dev`: that leaves out whatever a tool needs as well,
 * React among it.
 */
export function billOfMaterials() {
  const components = shippedPackages().map((found) => {
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

/** The licences that came with a package, else its name for them. */
function licenceOf({ path, license = "" }: ReturnType<typeof shippedPackages>[number]): string {
  const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files.length > 0 ? files.map((name) => readFileSync(`${path}/${name}`, "utf8").trim()).join("\n\n") : license;
}

/** Whose work the product contains, and under which terms: what their licences ask to be passed on. */
export const licenceNotices = (): string =>
  shippedPackages()
    .map((found) => `${nameOf(found)} ${found.version}\n\n${licenceOf(found)}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);

/** Writes the bill next to the build, and the notices where the site serves them. */
export function writeBillOfMaterials(): void {
  writeFileSync("build/sbom.cdx.json", `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  writeFileSync("build/client/third-party-notices.txt", licenceNotices());
}
