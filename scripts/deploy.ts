import { parseArgs } from "node:util";
import { deploy } from "./deploy/deploy";
import { setUp } from "./deploy/set-up";

// npm run deploy -- --setup [--origin https://your.domain]: creates in the account what is missing; can be run again.
// npm run deploy: builds, migrates, uploads, and looks whether the site answers.
const { values } = parseArgs({
  options: { setup: { type: "boolean" }, origin: { type: "string" }, prebuilt: { type: "boolean" } },
});

try {
  await (values.setup ? setUp(values) : deploy(values));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
