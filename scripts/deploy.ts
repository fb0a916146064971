import { parseArgs } from "node:util";
import { deploy } from "./deploy/deploy";
import { setUp } from "./deploy/set-up";

// npm run deploy -- --setup [--origin https://your.domain]: creates what the account lacks; can be run again.
// npm run deploy: builds, migrates, uploads, and checks that the site responds.
const { values } = parseArgs({
  options: { setup: { type: "boolean" }, origin: { type: "string" }, prebuilt: { type: "boolean" } },
});

try {
  await (values.setup ? setUp(values) : deploy(values));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
