import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** A copy of what Git tracks and of what is new, with this checkout's packages. */
export function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "pombi-copy-"));
  execFileSync("git", ["clone", "-q", "--shared", ".", copy]);
  const files = execFileSync("git", ["ls-files", "-comz", "--exclude-standard"], { encoding: "utf8" });
  for (const file of new Set(files.split("\0").filter(Boolean))) {
    const copied = join(copy, file);
    mkdirSync(dirname(copied), { recursive: true });
    if (existsSync(file)) copyFileSync(file, copied);
    else rmSync(copied, { force: true });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
}
