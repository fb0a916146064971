import { eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { heartbeats } from "~/db/schema";
import { forgetHeartbeat, keepFirstHeartbeat } from "../settings/heartbeats.server";
import type { Instant } from "../time/harare";
import { DATABASE_LARGE } from "./database-size";

const NAME = "large-database";

/** How large D1 is, in bytes, which any read says; null: it didn't. */
export async function readDatabaseSize(db: Database): Promise<number | null> {
  const { meta } = await db.$client.prepare("select 1 as one").all();
  return meta.size_after ?? null;
}

/** Remembers since when D1 has been large, until it isn't any more (O17). */
export async function noteDatabaseSize(db: Database, size: number | null, now: Instant): Promise<void> {
  await (size !== null && size >= DATABASE_LARGE
    ? keepFirstHeartbeat(db, NAME, String(size), now)
    : forgetHeartbeat(db, NAME));
}

/** Finds since when D1 has been large; null: it isn't. */
export async function findLargeSince(db: Database): Promise<Instant | null> {
  const [row] = await db.select({ at: heartbeats.updatedAt }).from(heartbeats).where(eq(heartbeats.name, NAME));
  return row?.at ?? null;
}
