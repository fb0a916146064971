import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findForbiddenWords } from "./forbidden-words";

// npm run lint: names that may not come back (docs/architecture.md, Words in code).
const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { encoding: "utf8" }).trim().split("\n");
const findings = files
  .filter((file) => file !== "scripts/forbidden-words.ts" && file !== "worker-configuration.d.ts")
  .flatMap((file) => findForbiddenWords(file, readFileSync(file, "utf8")));
for (const { file, name, instead } of findings) console.error(`${file}: "${name}" is called ${instead}`);
process.exit(findings.length === 0 ? 0 : 1);
