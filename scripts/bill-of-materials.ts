import { readdirSync, readFileSync, writeFileSync } from "node:fs";

interface LockedPackage
  extends
    Partial<{ integrity: string; resolved: string; license: string }>,
    Partial<{ dev: boolean; devOptional: boolean; link: boolean }>,
    Partial<{ os: string[]; cpu: string[]; libc: string[] }> {
  path: string;
  version: string;
}

export function readLockedPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockedPackage> };
  return Object.entries(lock.packages).flatMap(([path, found]) => (path === "" ? [] : [{ ...found, path }]));
}

const allows = (list: string[] | undefined, value: string) =>
  !list || (!list.includes(`!${value}`) && (list.includes(value) || list.every((one) => one.startsWith("!"))));

/** A package that `npm ci` installs where CI and most developers are. */
export const isInstalledOnLinux = ({ os, cpu, libc, link }: LockedPackage): boolean =>
  !link && allows(os, "linux") && allows(cpu, "x64") && allows(libc, "glibc");

/** Tools by where they come from, but files of the product are made of them: the font, the icons, the common passwords. */
const COPIED = ["@fontsource-variable/figtree", "lucide-static", "@zxcvbn-ts/language-common"];

/** The packages that the Worker or its pages may contain. */
const shippedPackages = () =>
  readLockedPackages()
    .map((found) => ({ ...found, name: found.path.split("node_modules/").at(-1)! }))
    .filter(({ dev, devOptional, link, name }) => (!dev && !devOptional && !link) || COPIED.includes(name));

/** CycloneDX of what the product ships. `npm sbom --omit dev` leaves out what a tool needs as well, React among it. */
export function billOfMaterials() {
  const components = shippedPackages().map(({ name, version, integrity = "", license }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const [, algorithm, hash] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...(license && { licenses: [{ expression: license }] }),
      ...(hash && { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(hash, "base64").toString("hex") }] }),
    };
  });
  const metadata = { component: { type: "application", name: "pombi" } };
  return { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata, components };
}

function licenceOf({ path, license = "" }: LockedPackage): string {
  const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files.length > 0 ? files.map((name) => readFileSync(`${path}/${name}`, "utf8").trim()).join("\n\n") : license;
}

/** The works that the product contains and their terms, which the licences ask to pass on. */
export const licenceNotices = (): string =>
  shippedPackages()
    .map((found) => `${found.name} ${found.version}\n\n${licenceOf(found)}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);

export function writeBillOfMaterials(): void {
  writeFileSync("build/sbom.cdx.json", `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  writeFileSync("build/client/third-party-notices.txt", licenceNotices());
}
