import { applyD1Migrations, reset } from "cloudflare:test";
import "./d1-writes";
import { resetClock } from "./clock";
import { env } from "./env";

/** Empties D1, R2 and the Durable Objects, and begins the clock again. */
export async function emptyStorage(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
  await resetClock();
}

// All files share a runtime, and each begins with empty storage.
await emptyStorage();
