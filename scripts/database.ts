import { localSettings } from "./local-state";
import { migrateLocal, resetLocal, seedLocal } from "./local-database";

// npm run db:migrate | db:seed | db:reset: this machine's data and nobody else's.
const [command, ...rest] = process.argv.slice(2);
const { stateDir } = localSettings();

if (rest.includes("--remote")) {
  console.error("Demo data and resets are for local databases only.");
  process.exit(1);
}

if (command === "reset") resetLocal(stateDir);
await migrateLocal(stateDir);
if (command === "seed" || command === "reset") {
  const seeded = await seedLocal(stateDir, Date.now(), { paysOnline: true });
  console.info(seeded ? "The demo town is there." : "The database is not empty: nothing was seeded.");
}
