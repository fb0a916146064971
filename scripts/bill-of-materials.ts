import { readdirSync, readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  path: string;
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

export function readLockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Omit<LockedPackage, "path">>;
  };
  return Object.entries(packages).flatMap(([path, found]) => (path === "" ? [] : [{ ...found, path }]));
}

const allows = (list: string[] | undefined, value: string) =>
  !list || (!list.includes(`!${value}`) && (list.includes(value) || list.every((one) => one.startsWith("!"))));

/** A package that `npm ci` installs where CI and most developers are. */
export const isInstalledOnLinux = ({ os, cpu, libc, link }: LockedPackage): boolean =>
  !link && allows(os, "linux") && allows(cpu, "x64") && allows(libc, "glibc");

/** A package that the Worker or its pages may contain. */
const isShipped = ({ dev, devOptional, link }: LockedPackage): boolean => !dev && !devOptional && !link;

export const nameOf = ({ path }: LockedPackage): string =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

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

function licenceOf({ path, license = "" }: ReturnType<typeof shippedPackages>[number]): string {
  const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files.length > 0 ? files.map((name) => readFileSync(`${path}/${name}`, "utf8").trim()).join("\n\n") : license;
}

/** Whose work the product contains, and under which terms: what their licences ask to be passed on. */
export const licenceNotices = (): string =>
  shippedPackages()
    .map((found) => `${nameOf(found)} ${found.version}\n\n${licenceOf(found)}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);

export function writeBillOfMaterials(): void {
  writeFileSync("build/sbom.cdx.json", `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  writeFileSync("build/client/third-party-notices.txt", licenceNotices());
}
