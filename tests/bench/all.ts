import { build } from "../../scripts/build";
import { run } from "../../scripts/commands";

// npm run bench: every bench, each with its own table; npm run bench -- office live-load: these alone. One that finds a bound
// exceeded does not keep the next from running.
const BENCHES = [
  "pages",
  "first-visits",
  "job",
  "layout-shift",
  "same-time",
  "live-load",
  "status-steps",
  "office",
  "attack",
];

const asked: string[] = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) throw new Error(`There are these benches: ${BENCHES.join(", ")}.`);

await build();
const failed: string[] = [];
for (const bench of asked.length > 0 ? asked : BENCHES)
  await run("tsx", [`tests/bench/${bench}.ts`]).catch(() => failed.push(bench));
console.info(failed.length > 0 ? `\nBounds are not kept in: ${failed.join(", ")}.` : "\nEvery bound is kept.");
process.exit(failed.length > 0 ? 1 : 0);
