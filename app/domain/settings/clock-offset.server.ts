import { eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { settings } from "~/db/schema";
import type { Instant } from "../time/harare";

const NAME = "clockOffset";

/** Reads how far local mode has moved its clock (S6), in milliseconds; 0 if it was never moved. */
export async function readClockOffset(db: Database): Promise<number> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME));
  return Number(row?.value ?? 0);
}

/** Stores local mode's clock offset (S6), in milliseconds, so that a restart or a rebuild doesn't turn time back. */
export async function keepClockOffset(db: Database, offset: number, now: Instant): Promise<void> {
  const row = { name: NAME, value: String(offset), updatedAt: now };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}
