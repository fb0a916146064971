import { rmSync } from "node:fs";
import { openDatabase } from "../app/db/client.server";
import { users } from "../app/db/schema";
import { run } from "./commands";
import { buildDemoTown } from "./demo-town/demo-town";
import { openLocalStorage, storageIn } from "./local-storage";

/** Applies the migrations that this machine's database does not have yet. */
export function migrateLocal(stateDir: string): Promise<void> {
  return run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Fills an empty local database with the demo town; gives false, and changes nothing, when somebody lives there already. */
export async function seedLocal(stateDir: string): Promise<boolean> {
  const storage = await openLocalStorage(stateDir);
  try {
    const db = openDatabase(storage.DB);
    const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
    if (anybody) return false;
    await buildDemoTown(storage, Date.now());
    return true;
  } finally {
    await storage.close();
  }
}

/** Throws all local data away. */
export function resetLocal(stateDir: string): void {
  rmSync(storageIn(stateDir), { recursive: true, force: true });
}
