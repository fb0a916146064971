import { OPEN_STATUSES } from "../app/db/booking-statuses";
import { tellWrangler } from "./ask-wrangler";
import { localSettings } from "./local-state";

// npm run admin -- EMAIL [--remote]: makes an account an admin; its sessions end, for a session names its role. Not while
// it has open bookings, as `makeAdmin` refuses it: nobody would see them any more.
const args: string[] = process.argv.slice(2);
const email = args
  .find((argument) => !argument.startsWith("--"))
  ?.trim()
  .toLowerCase();
const remote = process.argv.includes("--remote");

if (!email || !/^[^\s'"]+@[^\s'"]+$/.test(email)) {
  console.error("Usage: npm run admin -- EMAIL [--remote]");
  process.exit(1);
}

const isOpen = (side: string) =>
  `exists (select 1 from bookings where ${side} = users.id and status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(", ")}))`;
const hasOpenBookings = `(${isOpen("client_id")} or ${isOpen("plumber_id")})`;
const where = `email = '${email}' and email_verified_at is not null and suspended_at is null and not ${hasOpenBookings}`;
const sql = [
  `delete from sessions where user_id in (select id from users where ${where})`,
  `update plumber_profiles set listed = 0 where user_id in (select id from users where ${where})`,
  `update users set role = 'admin' where ${where}`,
  `select role, suspended_at is not null as suspended, ${hasOpenBookings} as busy from users where email = '${email}'`,
  `select count(*) as waiting from registrations where email = '${email}'`,
].join("; ");

const place = remote ? ["--remote"] : ["--local", "--persist-to", localSettings().stateDir];
const output = await tellWrangler(["d1", "execute", "DB", ...place, "--yes", "--json", "--command", sql]);
const results = JSON.parse(output) as { results: unknown[] }[];
const [found] = (results.at(-2)?.results ?? []) as [Account?];
const [{ waiting }] = (results.at(-1)?.results ?? [{ waiting: 0 }]) as [{ waiting: number }];
if (found?.role !== "admin") {
  console.error(whyNot(found));
  process.exit(1);
}
console.info(`${email} is an admin now, and has to sign in again.`);

interface Account {
  role: string;
  suspended: 0 | 1;
  busy: 0 | 1;
}

function whyNot(account: Account | undefined): string {
  if (account?.busy) return `${email} has open bookings. Cancel or reassign them first.`;
  if (account?.suspended) return `${email} is suspended.`;
  return waiting > 0 ? `${email} has signed up, but not been verified yet.` : `There is no account for ${email}.`;
}
