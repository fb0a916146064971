import { read } from "./commands";
import { localSettings } from "./local-state";

// npm run admin -- EMAIL [--remote]: makes a verified account an admin; its sessions end, for a session names its role.
const args: string[] = process.argv.slice(2);
const email = args.find((argument) => !argument.startsWith("--"))?.trim().toLowerCase();
const remote = process.argv.includes("--remote");

if (!email || !/^[^\s'"]+@[^\s'"]+$/.test(email)) {
  console.error("Usage: npm run admin -- EMAIL [--remote]");
  process.exit(1);
}

const where = `email = '${email}' and email_verified_at is not null`;
const sql = [
  `delete from sessions where user_id in (select id from users where ${where})`,
  `update plumber_profiles set listed = 0 where user_id in (select id from users where ${where})`,
  `update users set role = 'admin' where ${where}`,
  `select email, role from users where email = '${email}'`,
].join("; ");

const place = remote ? ["--remote"] : ["--local", "--persist-to", localSettings().stateDir];
const output = await read("wrangler", ["d1", "execute", "DB", ...place, "--yes", "--json", "--command", sql]);
const results = JSON.parse(output) as { results: { email: string; role: string }[] }[];
const found = results.at(-1)?.results[0];
if (found?.role !== "admin") {
  console.error(found ? `${email} has not been verified yet.` : `There is no account for ${email}.`);
  process.exit(1);
}
console.info(`${email} is an admin now, and has to sign in again.`);
