import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the migration of the schema is what db:generate writes of it now", () => {
  const out = mkdtempSync(join(tmpdir(), "schema-"));
  const run = (tool: string, ...args: string[]) => execFileSync(`node_modules/.bin/${tool}`, args, { stdio: "ignore" });
  try {
    const schema = ["--dialect=sqlite", "--schema=./app/db/schema/index.ts", "--casing=snake_case"];
    run("drizzle-kit", "generate", ...schema, `--out=${out}`, "--name=schema");
    run("tsx", "scripts/store-along-keys.ts", join(out, "0000_schema.sql"));
    const written = (folder: string) => readFileSync(join(folder, "0000_schema.sql"), "utf8").split("\n");
    expect(written("migrations")).toEqual(written(out));
  } finally {
    rmSync(out, { recursive: true });
  }
});
