import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../app/db/client.server";
import { users } from "../app/db/schema";
import type { Instant } from "../app/domain/time/harare";
import { runQuietly } from "./commands";
import { buildDemoTown } from "./demo-town/demo-town";
import { openLocalStorage, storageIn } from "./local-storage";
import { keepTransactions } from "./paynow/paynow-server";

const MIGRATIONS = "migrations";
const recordIn = (stateDir: string) => join(stateDir, "migrations.json");

/** There from before the demo town's first photo until after its last row. */
const seedingIn = (stateDir: string) => join(stateDir, "seeding");

function hashMigrations(): Record<string, string> {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
  const hash = (text: Buffer) => createHash("sha256").update(text).digest("hex");
  return Object.fromEntries(files.map((file) => [file, hash(readFileSync(join(MIGRATIONS, file)))]));
}

/** Throws when a migration that the local database has applied has changed or is gone: wrangler compares names alone. */
export function refuseForeignDatabase(stateDir: string): void {
  const record = recordIn(stateDir);
  const isKnown = existsSync(record);
  if (!isKnown && !existsSync(join(storageIn(stateDir), "d1"))) return;
  const applied = isKnown ? (JSON.parse(readFileSync(record, "utf8")) as Record<string, string>) : null;
  const present = hashMigrations();
  if (!applied || Object.entries(applied).some(([file, hash]) => present[file] !== hash))
    throw new Error("This local database was made by another version. Run npm run db:reset.");
}

export function recordMigrations(stateDir: string): void {
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(recordIn(stateDir), JSON.stringify(hashMigrations(), null, 2));
}

/** Applies the migrations that this machine's database does not have yet; throws when another version made it. */
export async function migrateLocal(stateDir: string): Promise<void> {
  refuseForeignDatabase(stateDir);
  // Before they are applied: a run that is killed in between must not leave a database without a record.
  recordMigrations(stateDir);
  console.info("Bringing the database up to date");
  await runQuietly("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir]);
}

/** Fills an empty local database with the demo town, again after a killed run. Gives false when it has users already. */
export async function seedLocal(stateDir: string, now: Instant = Date.now()): Promise<boolean> {
  const begun = seedingIn(stateDir);
  if (existsSync(begun)) {
    console.info("Throwing away a demo town that was not finished");
    resetLocal(stateDir);
    await migrateLocal(stateDir);
  }
  const storage = await openLocalStorage(stateDir);
  try {
    const db = openDatabase(storage.DB);
    const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
    if (anybody) return false;
    writeFileSync(begun, "");
    console.info("Storing the demo town");
    await buildDemoTown(storage, now, (paid) => keepTransactions(stateDir, paid));
    rmSync(begun);
    return true;
  } finally {
    await storage.close();
  }
}

export function resetLocal(stateDir: string): void {
  for (const path of [storageIn(stateDir), recordIn(stateDir), seedingIn(stateDir)])
    rmSync(path, { recursive: true, force: true });
}
