import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTestNow } from "../tests/support/test-now";
import { openLocalStorage, storageIn } from "./local-storage";
import { migrateLocal, recordMigrations, refuseForeignDatabase, resetLocal, seedLocal } from "./local-database";

const REFUSAL = "This local database was made by another version. Run npm run db:reset.";
let root: string;
let state: string;
let migrations: string;
const write = (file: string, sql: string) => writeFileSync(join(migrations, file), sql);
const refusal = () => refuseForeignDatabase(state, migrations);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pombi-migrations-"));
  [state, migrations] = [join(root, "state"), join(root, "migrations")];
  mkdirSync(migrations);
  write("0000_schema.sql", "create table taps (id text primary key)");
});
afterEach(() => rmSync(root, { recursive: true }));

const makeDatabase = () => {
  mkdirSync(join(storageIn(state), "d1"), { recursive: true });
  recordMigrations(state, migrations);
};

test("a machine without a database is not refused", () => {
  expect(refusal).not.toThrow();
});

test("a database of these migrations is not refused, nor when one is added", () => {
  makeDatabase();
  expect(refusal).not.toThrow();
  write("0001_drips.sql", "alter table taps add drips integer");
  expect(refusal).not.toThrow();
});

test("a database is refused when a migration that it has applied has changed or is gone", () => {
  makeDatabase();
  write("0000_schema.sql", "create table taps (id text primary key, drips integer)");
  expect(refusal).toThrow(REFUSAL);
  rmSync(join(migrations, "0000_schema.sql"));
  write("0000_taps.sql", "create table taps (id text primary key)");
  expect(refusal).toThrow(REFUSAL);
});

test("a database that nobody recorded the migrations of is refused until it is reset", () => {
  mkdirSync(join(storageIn(state), "d1"), { recursive: true });
  expect(refusal).toThrow(REFUSAL);
  resetLocal(state);
  expect(refusal).not.toThrow();
});

test("a demo town that a killed run has left half is begun again; a whole one stays", async () => {
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
}, 120_000);

test("a new database is made of the repository's migrations, and refused once they have changed", async () => {
  await migrateLocal(state);
  const storage = await openLocalStorage(state);
  const { results } = await storage.DB.prepare("select count(*) as users from users").all();
  await storage.close();
  expect(results).toEqual([{ users: 0 }]);
  const record = join(state, "migrations.json");
  const applied = JSON.parse(readFileSync(record, "utf8")) as Record<string, string>;
  await migrateLocal(state);
  writeFileSync(record, JSON.stringify({ ...applied, "0000_schema.sql": "another version's" }));
  await expect(migrateLocal(state)).rejects.toThrow(REFUSAL);
}, 60_000);
