import { OPEN_STATUSES } from "../app/db/booking-statuses";
import { endWith, executeOnD1 } from "./wrangler";

// npm run admin -- EMAIL [--remote]: makes an account an admin; its sessions end, for a session names its role. Not while
// it has open bookings, as `makeAdmin` refuses it: no one would see them any more.
// With --turn-off-second-factor: takes the second factor from an admin who has lost all of it, at once (A25).
const FACTORS = [
  "authenticator_apps",
  "passkeys",
  "recovery_codes",
  "second_factor_resets",
  "pending_sign_ins",
  "sessions",
];
const args: string[] = process.argv.slice(2);
const [given = ""] = args.filter((argument) => !argument.startsWith("--"));
const email = given.trim().toLowerCase();

if (!/^[^\s'"]+@[^\s'"]+$/.test(email)) {
  console.error("Usage: npm run admin -- EMAIL [--turn-off-second-factor] [--remote]");
  process.exit(1);
}

const run = (statements: string[]) => executeOnD1(statements, args.includes("--remote")).catch(endWith);

if (args.includes("--turn-off-second-factor")) {
  const admins = `from users where email = '${email}' and role = 'admin'`;
  const results = await run([
    `insert into audit_log (id, admin_id, action, subject_kind, subject_id, reason, at)
      select lower(hex(randomblob(12))), id, 'factorReset', 'user', id, 'By the script', unixepoch() * 1000 ${admins}`,
    ...FACTORS.map((table) => `delete from ${table} where user_id in (select id ${admins})`),
    `select id ${admins}`,
  ]);
  const found = (results.at(-1) ?? []).length > 0;
  if (found) console.info(`${email} signs in with the password alone now, and has to set up a second factor again.`);
  else console.error(`${email} is no admin.`);
  process.exit(found ? 0 : 1);
}

const isOpen = (side: string) =>
  `exists (select 1 from bookings where ${side} = users.id and status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(", ")}))`;
const hasOpenBookings = `(${isOpen("client_id")} or ${isOpen("plumber_id")})`;
const where = `email = '${email}' and email_verified_at is not null and suspended_at is null and not ${hasOpenBookings}`;
const results = await run([
  `delete from sessions where user_id in (select id from users where ${where})`,
  `update plumber_profiles set listed = 0 where user_id in (select id from users where ${where})`,
  `update users set role = 'admin' where ${where}`,
  `select role, suspended_at is not null as suspended, ${hasOpenBookings} as busy from users where email = '${email}'`,
  `select id from registrations where email = '${email}'`,
]);
const [found] = (results.at(-2) ?? []) as [{ role: string; suspended: 0 | 1; busy: 0 | 1 }?];
const [waiting] = results.at(-1) ?? [];
if (found?.role === "admin") console.info(`${email} is an admin now, and has to sign in again.`);
else {
  if (found?.busy) console.error(`${email} has open bookings. Cancel or reassign them first.`);
  else if (found?.suspended) console.error(`${email} is suspended.`);
  else if (waiting) console.error(`${email} has signed up, but not been verified yet.`);
  else console.error(`There is no account for ${email}.`);
  process.exitCode = 1;
}
