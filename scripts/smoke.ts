import { walkAsClient } from "./smoke/client-journey";
import { checkHeaders } from "./smoke/headers";
import { openReport } from "./smoke/report";

// npm run smoke -- https://your.domain PLUMBER_ID: what a first deployment has to prove, in ten lines (docs/operations.md);
// without a plumber, the first of them. SMOKE_EMAIL and SMOKE_PASSWORD: an existing client's, instead of signing up. Without
// them, SMOKE_MAILBOX is an address that you can read.
const [target, plumber] = process.argv.slice(2);
if (!target) {
  console.error("npm run smoke -- https://your.domain PLUMBER_ID   (a plumber of the office: they get the emails)");
  process.exit(1);
}

const { origin } = new URL(target);
const report = openReport();
await report.line("headers", () => checkHeaders(origin));
const email = plumber && (await walkAsClient(origin, plumber, report));

const { ok, failed } = report.tried;
if (failed > 0) console.info(`\n${failed} of ${ok + failed} failed at ${origin}.`);
else if (!email) console.info(`\n${origin} answers. With a plumber's id it is booked, written to and cancelled too.`);
else
  console.info(
    `\nAll of it works at ${origin}.${process.env["SMOKE_EMAIL"] ? "" : ` The office can suspend ${email} now.`}`,
  );
process.exit(failed === 0 ? 0 : 1);
