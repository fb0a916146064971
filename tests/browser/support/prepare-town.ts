import { readdirSync, readFileSync } from "node:fs";
import type { Instant } from "~/domain/time/harare";
import { buildDemoTown } from "../../../scripts/demo-town/demo-town";
import { recordMigrations } from "../../../scripts/local-database";
import { openLocalStorage } from "../../../scripts/local-storage";

/** Lays the demo town of an instant into a folder, without a process of wrangler's for the migrations. */
export async function prepareTown(stateDir: string, now: Instant): Promise<void> {
  recordMigrations(stateDir);
  const storage = await openLocalStorage(stateDir);
  await applyMigrations(storage.DB);
  await buildDemoTown(storage, now);
  await storage.close();
}

/** Applies every migration to an empty database, and names them as wrangler does: System reads the last one. */
export async function applyMigrations(d1: D1Database): Promise<void> {
  await d1.prepare("create table d1_migrations (id integer primary key, name text unique, applied_at text)").run();
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const file of files.sort()) {
    const statements = readFileSync(`migrations/${file}`, "utf8").split("--> statement-breakpoint");
    await d1.batch([
      ...statements.map((sql) => d1.prepare(sql)),
      d1.prepare("insert into d1_migrations (name, applied_at) values (?1, datetime('now'))").bind(file),
    ]);
  }
}
