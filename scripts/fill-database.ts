import { hashPassword } from "../app/domain/accounts/passwords.server";
import { dateAt } from "../app/domain/time/harare";
import { DEMO_PASSWORD } from "./demo-town/demo-logins";
import { adminOf } from "./fill-town/fill-users";
import { fillTown } from "./fill-town/fill-town";
import { migrateLocal } from "./local-database";
import { localSettings } from "./local-state";
import { openLocalStorage } from "./local-storage";

// npm run db:fill -- 100000 20000 500 1000000: bookings, users, plumbers and messages for this machine's own, empty
// database; admin@pombi.test signs in as in the demo town.
const [bookings = 100_000, users = 20_000, plumbers = 500, messages = 0] = process.argv.slice(2).map(Number);
const { stateDir } = localSettings();
await migrateLocal(stateDir);
const storage = await openLocalStorage(stateDir);
const began = performance.now();
try {
  if (!(await fillTown(storage.DB, { users, plumbers, bookings, messages }, Date.now()))) {
    console.error(
      `The database in ${stateDir} isn't empty, and nothing was changed. Fill another: STATE_DIR=.state-filled npm run db:fill, then STATE_DIR=.state-filled npm start.`,
    );
    process.exitCode = 1;
  } else {
    await storage.DB.prepare(
      `update users set email = 'admin@pombi.test', password_hash = ? where id = ${adminOf("0")}`,
    )
      .bind(await hashPassword(DEMO_PASSWORD))
      .run();
    console.info(
      `${bookings} bookings, ${users} users, ${plumbers} plumbers and ${messages} messages up to ${dateAt(Date.now())}, in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
    );
  }
} finally {
  await storage.close();
}
