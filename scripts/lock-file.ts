import { readFileSync } from "node:fs";

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

/** Every package of package-lock.json, this one left out. */
export function readLockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Omit<LockedPackage, "path">>;
  };
  return Object.entries(packages).flatMap(([path, found]) => (path === "" ? [] : [{ ...found, path }]));
}

const allows = (list: string[] | undefined, value: string) =>
  !list || (!list.includes(`!${value}`) && (list.includes(value) || list.every((one) => one.startsWith("!"))));

/** What `npm ci` installs where CI and most developers are. */
export const isInstalledOnLinux = ({ os, cpu, libc, link }: LockedPackage): boolean =>
  !link && allows(os, "linux") && allows(cpu, "x64") && allows(libc, "glibc");

/** What the Worker or its pages may contain. */
export const isShipped = ({ dev, devOptional, link }: LockedPackage): boolean => !dev && !devOptional && !link;

export const nameOf = ({ path }: LockedPackage): string =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
