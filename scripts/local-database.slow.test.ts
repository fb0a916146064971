import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTestNow } from "../tests/support/test-now";
import { openLocalStorage, storageIn } from "./local-storage";
import { migrateLocal, recordMigrations, refuseForeignDatabase, resetLocal, seedLocal } from "./local-database";

const REFUSAL = "This local database was made by another version. Run npm run db:reset.";
let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "pombi-state-"));
});
afterEach(() => rmSync(state, { recursive: true }));

const refusal = () => refuseForeignDatabase(state);
const makeDatabase = () => mkdirSync(join(storageIn(state), "d1"), { recursive: true });

/** Records migrations that differ from the repository's. */
function recordOthers(differ: (applied: Record<string, string>) => Record<string, string>): void {
  recordMigrations(state);
  const record = join(state, "migrations.json");
  const applied = JSON.parse(readFileSync(record, "utf8")) as Record<string, string>;
  writeFileSync(record, JSON.stringify(differ(applied)));
}

test("a machine without a database, and a database of these migrations or fewer, are not refused", () => {
  expect(refusal).not.toThrow();
  makeDatabase();
  recordMigrations(state);
  expect(refusal).not.toThrow();
  recordOthers(() => ({}));
  expect(refusal).not.toThrow();
});

test("a database is refused when a migration that it has applied has changed or is gone", () => {
  makeDatabase();
  recordOthers((applied) => ({ ...applied, "0000_schema.sql": "another version's" }));
  expect(refusal).toThrow(REFUSAL);
  recordOthers((applied) => ({ ...applied, "9999_gone.sql": "gone" }));
  expect(refusal).toThrow(REFUSAL);
});

test("a database that no one recorded the migrations of is refused until it is reset", () => {
  makeDatabase();
  expect(refusal).toThrow(REFUSAL);
  resetLocal(state);
  expect(refusal).not.toThrow();
});

test("a new database is migrated, a half-built demo town is started again, and a whole one stays", async () => {
  await migrateLocal(state);
  const half = await openLocalStorage(state);
  await half.DB.prepare(
    "insert into users (id, email, role, first_name, last_name, password_hash, created_at, updated_at) values ('half', 'a@b.test', 'client', 'A', 'B', '', 0, 0)",
  ).run();
  await half.close();
  expect(await seedLocal(state, readTestNow())).toBe(false);
  writeFileSync(join(state, "seeding"), "");
  expect(await seedLocal(state, readTestNow())).toBe(true);
  expect(await seedLocal(state, readTestNow())).toBe(false);
  const storage = await openLocalStorage(state);
  const { results } = await storage.DB.prepare("select photo_key from users where photo_key is not null").all();
  for (const { photo_key } of results)
    expect(await storage.PHOTOS.head(`${String(photo_key)}-160.webp`)).not.toBeNull();
  expect(await storage.DB.prepare("select id from users where id = 'half'").all()).toMatchObject({ results: [] });
  await storage.close();
  recordOthers((applied) => ({ ...applied, "0000_schema.sql": "another version's" }));
  await expect(migrateLocal(state)).rejects.toThrow(REFUSAL);
}, 120_000);
