import { hashPassword } from "../app/domain/accounts/passwords.server";
import { DEMO_PASSWORD } from "./demo-town/demo-people";
import { fillTown } from "./fill-town/fill-town";
import { adminOf } from "./fill-town/fill-users";
import { migrateLocal, resetLocal, seedLocal } from "./local-database";
import { localSettings } from "./local-state";
import { openLocalStorage } from "./local-storage";

// npm run db:migrate | db:seed | db:reset: this machine's data and no one else's. npm run db:fill -- 100000 20000 500
// 1000000: bookings, users, plumbers and messages for an empty database; admin@pombi.test signs in as in the demo town.
const [command, ...rest] = process.argv.slice(2);
const { stateDir } = localSettings();

if (rest.includes("--remote")) {
  console.error("Demo data and resets are for local databases only.");
  process.exit(1);
}

if (command === "reset") resetLocal(stateDir);
await migrateLocal(stateDir);
if (command === "seed" || command === "reset") {
  const seeded = await seedLocal(stateDir);
  console.info(seeded ? "The demo town is there." : "The database is not empty: nothing was seeded.");
}
if (command === "fill") {
  const [bookings = 100_000, users = 20_000, plumbers = 500, messages = 0] = rest.map(Number);
  const size = { users, plumbers, bookings, messages };
  const storage = await openLocalStorage(stateDir);
  const began = performance.now();
  try {
    if (await fillTown(storage.DB, size, Date.now())) {
      const becomesAdmin = `update users set email = 'admin@pombi.test', password_hash = ? where id = ${adminOf("0")}`;
      await storage.DB.prepare(becomesAdmin)
        .bind(await hashPassword(DEMO_PASSWORD))
        .run();
      console.info(`${JSON.stringify(size)}, in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
    } else {
      console.error(
        `The database in ${stateDir} isn't empty, and nothing was changed. Fill another: STATE_DIR=.state-filled npm run db:fill, then STATE_DIR=.state-filled npm start.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await storage.close();
  }
}
