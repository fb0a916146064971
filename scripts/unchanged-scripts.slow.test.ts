import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { run } from "./commands";
import { copyCheckout } from "./copy-checkout";

/** In bytes of gzip. Without a name that changes with it, one script held 43 kB, and 187 others held its name. */
const MAX_CHANGED = 16_000;

test("one class, icon and line of enhance.ts more makes nobody load the scripts of dashboards again", async () => {
  const copy = copyCheckout();
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const before = await buildScripts(copy);
  for (const sheet of ["styles", "office"])
    appendFileSync(join(copy, `app/${sheet}.css`), "\n@layer components { .one-more { color: #123456; } }\n");
  appendFileSync(join(copy, "app/enhance.ts"), '\nconsole.info("one more");\n');
  const icons = join(copy, "app/ui/elements/icons.svg");
  writeFileSync(
    icons,
    readFileSync(icons, "utf8").replace("</svg>", '<symbol id="one-more"><path d="M0 0"/></symbol></svg>'),
  );
  const after = await buildScripts(copy);
  const changed = [...after].filter(([name]) => !before.has(name));
  expect(changed.map(([name]) => name.replace(/-[\w-]{8}\.js$/, ""))).toEqual(["enhance"]);
  expect(changed.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_CHANGED);
}, 300_000);

/** The scripts of a build of this copy, by name, with their bytes of gzip. */
async function buildScripts(copy: string): Promise<Map<string, number>> {
  await run("remix", ["vite:build", "--logLevel", "error"], { cwd: copy, env: { NODE_ENV: "production" } });
  const folder = join(copy, "build/client/assets");
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return new Map(files.map((name) => [name, gzipSync(readFileSync(join(folder, name))).length]));
}
