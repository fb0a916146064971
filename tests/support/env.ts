import { env as bound } from "cloudflare:test";
import type { D1Migration } from "@cloudflare/vitest-pool-workers";

/** The Worker's bindings with the settings that vitest.config.ts gives it. */
export const env = bound as typeof bound & {
  ORIGIN: string;
  SESSION_SECRET: string;
  VAPID_PUBLIC_KEY: string;
  VAPID_PRIVATE_KEY: string;
  VAPID_SUBJECT: string;
  LOCAL_MODE: "true";
  MIGRATIONS: D1Migration[];
};
