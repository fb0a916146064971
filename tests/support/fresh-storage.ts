import { applyD1Migrations, reset } from "cloudflare:test";
import "./d1-writes";
import { resetClock } from "./clock";
import { env } from "./env";

// All files share a runtime, and each begins with empty storage.
await reset();
await applyD1Migrations(env.DB, env.MIGRATIONS);
await resetClock();
