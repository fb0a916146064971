import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { openCloudflare } from "./api";

// npx tsx tests/support/cloudflare/serve.ts PORT FOLDER: serves the stand-in of Cloudflare, prints the emails that the
// site sends, and runs its schedules each minute, until Ctrl-C. `. FOLDER/env` leads a terminal's commands to it.
const [port, folder] = process.argv.slice(2);
if (!port || !folder) throw new Error("Usage: npx tsx tests/support/cloudflare/serve.ts PORT FOLDER");

mkdirSync(folder, { recursive: true });
const { account, edge, env } = await openCloudflare(folder, Number(port));
writeFileSync(join(folder, ".curlrc"), "insecure\n");
const variables = Object.entries({ ...env, CURL_HOME: folder }).map(([name, value]) => `export ${name}='${value}'\n`);
writeFileSync(join(folder, "env"), variables.join(""));
console.info(`In another terminal: . ${join(folder, "env")}`);

let seconds = 0;
for await (const _ of setInterval(1000)) {
  for (const email of edge.emails.splice(0)) console.info(email);
  seconds += 1;
  if (seconds % 60 === 0 && account.schedules.length > 0) await edge.runSchedules();
}
