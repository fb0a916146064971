import { rmSync } from "node:fs";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { openDatabase } from "../app/db/client.server";
import { users } from "../app/db/schema";
import { run } from "./commands";
import { buildDemoTown } from "./demo-town/demo-town";

/** Applies the migrations that this machine's database does not have yet. */
export function migrateLocal(stateDir: string): Promise<void> {
  return run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Fills an empty local database with the demo town; gives false, and changes nothing, when somebody lives there already. */
export async function seedLocal(stateDir: string): Promise<boolean> {
  const platform = await getPlatformProxy<Env>({ persist: { path: join(stateDir, "v3") }, remoteBindings: false });
  try {
    const db = openDatabase(platform.env.DB);
    const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
    if (anybody) return false;
    await buildDemoTown(platform.env, Date.now());
    return true;
  } finally {
    await platform.dispose();
  }
}

/** Throws all local data away. */
export function resetLocal(stateDir: string): void {
  rmSync(join(stateDir, "v3"), { recursive: true, force: true });
}
