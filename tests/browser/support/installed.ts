import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The path of a program that the tests need; on Debian, as root, its package is installed where it is missing. Never skipped. */
export function installed(path: string, debianPackage: string): string {
  if (!existsSync(path) && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.info(`No ${path} here: installing Debian's ${debianPackage}.`);
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", debianPackage], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  if (!existsSync(path)) throw new Error(`The tests need ${path} (\`apt-get install ${debianPackage}\`).`);
  return path;
}
