import { build } from "../../scripts/build";
import { run } from "../../scripts/commands";

// npm run bench: every bench, each with its own table. One that finds a bound exceeded does not keep the next from running.
const BENCHES = ["pages", "first-visits", "layout-shift", "same-time", "live", "admin", "attack"];

await build();
const failed: string[] = [];
for (const bench of BENCHES) await run("tsx", [`tests/bench/${bench}.ts`]).catch(() => failed.push(bench));
console.info(failed.length > 0 ? `\nBounds are not kept in: ${failed.join(", ")}.` : "\nEvery bound is kept.");
process.exit(failed.length > 0 ? 1 : 0);
