import type { D1Migration } from "@cloudflare/vitest-pool-workers";

declare global {
  namespace Cloudflare {
    interface Env {
      ORIGIN: string;
      SESSION_SECRET: string;
      LOCAL_MODE: "true";
      MIGRATIONS: D1Migration[];
    }
  }
}
