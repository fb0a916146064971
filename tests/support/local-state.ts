import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { migrateLocal } from "../../scripts/local-database";
import { openLocalStorage } from "../../scripts/local-storage";

/** A migrated local database of a test file's own, after `fill`: it ends with the file. `count`: the rows of some SQL. */
export async function openOwnState(fill?: (stateDir: string) => Promise<unknown>) {
  const stateDir = mkdtempSync(join(tmpdir(), "pombi-state-"));
  await migrateLocal(stateDir);
  await fill?.(stateDir);
  const storage = await openLocalStorage(stateDir);
  afterAll(async () => {
    await storage.close();
    rmSync(stateDir, { recursive: true });
  });
  const all = async <Row>(sql: string): Promise<Row[]> => (await storage.DB.prepare(sql).all<Row>()).results;
  const figure = async (sql: string) => (await all<{ is: number }>(`select ${sql} as "is"`))[0]!.is;
  const count = (rows: string) => figure(`(select count(*) from ${rows})`);
  return { stateDir, storage, all, figure, count };
}
