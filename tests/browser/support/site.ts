import { join } from "node:path";
import { eq } from "drizzle-orm";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import type { BrowserContext } from "playwright-core";
import { afterAll, inject } from "vitest";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { openDatabase } from "~/db/client.server";
import { users } from "~/db/schema";
import { parseRotatingSecret } from "~/domain/values/rotating-secret";
import { storageIn } from "../../../scripts/local-storage";
import { currentInstant } from "../../support/now";
import { signedIn } from "../../support/users";
import { resetClock } from "./clock";
import { copyDemoTown } from "./demo-town";
import { freePort, removeState } from "./processes";

export interface Site {
  origin: string;
  /** What signing in gives to someone's browser, where signing in is not what is tested: no form, nothing hashed. */
  openSession(context: BrowserContext, email: string): Promise<void>;
}

const SESSION_SECRET = "a-secret-of-the-tests-of-32-letters-or-more";

/**
 * A site for one file of tests: the upload of production in workerd, on a copy of the demo town. It ends with the file.
 * `settings` are the Worker's; without a LIMIT_FACTOR of their own, limits are twenty times as wide as people's.
 */
export async function startSite(settings: Record<string, string> = { LIMIT_FACTOR: "20" }): Promise<Site> {
  const prepared = inject("prepared");
  const stateDir = copyDemoTown();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // These three are wrangler's own: Miniflare does not take them.
  const {
    modulesRules: _rules,
    zone: _zone,
    access: _access,
    ...worker
  } = readWorkerOptions("wrangler.toml").workerOptions;
  const options: object = {
    ...worker,
    modules: true,
    modulesRoot: join(prepared, "upload"),
    scriptPath: join(prepared, "upload", "app.js"),
    assets: { ...(worker.assets as object), directory: join(prepared, "client") },
    host: "127.0.0.1",
    port,
    cf: false,
    resourcePersistencePath: storageIn(stateDir),
    unsafeTriggerHandlers: true,
    bindings: {
      LOCAL_MODE: "true",
      ORIGIN: origin,
      SESSION_SECRET,
      ...settings,
    },
  };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options as V4MiniflareOptions));
  await miniflare.ready;
  await resetClock(origin);
  afterAll(async () => {
    await miniflare.dispose();
    removeState(stateDir);
  });
  return {
    origin,
    async openSession(context, email) {
      const db = openDatabase(await miniflare.getD1Database("DB"));
      const [user] = await db.select().from(users).where(eq(users.email, email));
      if (!user) throw new Error(`Nobody has the email ${email}.`);
      const cookie = await signedIn(
        { db, now: currentInstant(), sessionSecret: parseRotatingSecret(SESSION_SECRET)! },
        user,
      );
      const [name, value] = cookie.split("=") as [string, string];
      await context.addCookies([
        { name, value, domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" },
      ]);
    },
  };
}
