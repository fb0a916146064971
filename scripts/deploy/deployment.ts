import { readFileSync, writeFileSync } from "node:fs";

const CONFIG = "wrangler.toml";

/** The account's resources that the site uses. */
export interface Deployment {
  database: string;
  /** Null until setup has written it. */
  databaseId: string | null;
  bucket: string;
  domain: string;
}

/** Reads them from wrangler.toml. */
export function readDeployment(): Deployment {
  // Not with wrangler's own reader: loading it takes longer than everything else here.
  const text = readFileSync(CONFIG, "utf8");
  const find = (key: string) => new RegExp(`^${key} = "(.+)"$`, "m").exec(text)?.[1] ?? null;
  const [database, bucket, domain] = ["database_name", "bucket_name", "pattern"].map(find);
  if (!database || !bucket || !domain) throw new Error(`${CONFIG} names no database, no bucket or no route.`);
  return { database, databaseId: find("database_id"), bucket, domain };
}

/** Writes the database's id below its name. */
export function writeDatabaseId(database: string, id: string): void {
  const text = readFileSync(CONFIG, "utf8");
  writeFileSync(
    CONFIG,
    text.replace(`database_name = "${database}"`, (line) => `${line}\ndatabase_id = "${id}"`),
  );
}
