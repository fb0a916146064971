import { walkAsClient } from "./smoke/client-journey";
import { checkHeaders } from "./smoke/headers";

// npm run smoke -- https://your.domain PLUMBER_ID: what a first deployment has to prove, in ten lines (docs/operations.md);
// without a plumber, the first of them. SMOKE_EMAIL and SMOKE_PASSWORD: an existing client's, instead of signing up. Without
// them, SMOKE_MAILBOX is an address that you can read.
const [target, plumber] = process.argv.slice(2);
if (!target) {
  console.error("npm run smoke -- https://your.domain PLUMBER_ID   (a plumber of the office: they get the emails)");
  process.exit(1);
}

const { origin } = new URL(target);
let [tried, failed] = [0, 0];

/** A line in the terminal. A failure doesn't stop later lines; those that depend on it fail too, each with its reason. */
async function line(name: string, work: () => Promise<string>): Promise<void> {
  const began = performance.now();
  tried += 1;
  const said = await work().then(
    (text) => `ok      ${name}: ${text}`,
    (error: Error) => ((failed += 1), `FAILED  ${name}: ${error.message}`),
  );
  console.info(`${said} (${Math.round(performance.now() - began)} ms)`);
}

await line("headers", () => checkHeaders(origin));
const email = plumber && (await walkAsClient(origin, plumber, line));
if (failed > 0) console.info(`\n${failed} of ${tried} failed at ${origin}.`);
else if (!email) console.info(`\n${origin} answers. With a plumber's id it is booked, written to and cancelled too.`);
else
  console.info(
    `\nAll of it works at ${origin}.${process.env["SMOKE_EMAIL"] ? "" : ` The office can suspend ${email} now.`}`,
  );
process.exit(failed === 0 ? 0 : 1);
