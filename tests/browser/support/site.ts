import { eq } from "drizzle-orm";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, expect, inject, onTestFinished } from "vitest";
import { openDatabase } from "~/db/client.server";
import { users } from "~/db/schema";
import { parseRotatingSecret } from "~/domain/values/secrets";
import { makeVapidKeys } from "../../../scripts/local-state";
import { currentInstant } from "../../support/now";
import { signedIn, signedInEarlier } from "../../support/sessions";
import { launchBrowser, type Launch } from "./browser";
import { resetClock } from "./clock";
import { freePort, removeState } from "./processes";
import { describePage, openBrowser, type Device } from "./users";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { storageIn } from "../../../scripts/local-storage";

export type Site = Awaited<ReturnType<typeof startSite>>;

/** A folder with a demo town of one's own, as it is when the tests' time begins. */
export function copyDemoTown(): string {
  const stateDir = mkdtempSync(join(tmpdir(), "pombi-"));
  cpSync(join(inject("prepared"), "state"), stateDir, { recursive: true });
  return stateDir;
}

const SESSION_SECRET = "a-secret-of-the-tests-of-32-letters-or-more";

/**
 * A site for one file of tests: the upload of production in workerd, on a copy of the demo town. It ends with the file.
 * `settings` are the Worker's; without a LIMIT_FACTOR of their own, limits are twenty times as wide as people's.
 */
export async function startSite(settings: Record<string, string> = { LIMIT_FACTOR: "20" }, launch: Launch = {}) {
  const stateDir = copyDemoTown();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const own = { SESSION_SECRET, ...makeVapidKeys(), ...settings };
  const miniflare = new Miniflare(convertV4MiniflareOptions(siteOptions(stateDir, port, own)));
  await miniflare.ready;
  await resetClock(origin);
  let launched: Promise<Browser> | undefined;
  /** The browser of all of them, launched when it is first asked for. */
  const browser = () => (launched ??= launchBrowser(launch));
  afterAll(async () => {
    await (await launched)?.close();
    await miniflare.dispose();
    removeState(stateDir);
  });
  /** Opens the site's database, for more data than the demo town has. */
  const openSiteDatabase = async () => openDatabase(await miniflare.getD1Database("DB"));
  /**
   * A signed-in browser's cookies, where signing in is not under test: no form, nothing hashed. `earlier`: so
   * long ago that they are asked again who they are (A24).
   */
  async function openSession(context: BrowserContext, email: string, when?: "earlier"): Promise<void> {
    const db = await openSiteDatabase();
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!user) throw new Error(`Nobody has the email ${email}.`);
    const signIn = when === "earlier" ? signedInEarlier : signedIn;
    const server = { db, now: currentInstant(), sessionSecret: parseRotatingSecret(SESSION_SECRET)! };
    const [name, value] = (await signIn(server, user)).split("=") as [string, string];
    const cookie = { name, value, domain: "localhost", path: "/", secure: true, httpOnly: true } as const;
    await context.addCookies([{ ...cookie, sameSite: "Lax" }]);
  }
  /** Someone's browser, signed in where an email is given. It is closed after the test, which fails if its console is not clean. */
  async function open({ mayComplain = false, ...device }: Device & { mayComplain?: boolean }, email?: string) {
    const side = await openBrowser(await browser(), origin, device);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") console.error(await describePage(side));
      await side.context.close();
      if (!mayComplain) expect(side.complaints).toEqual([]);
    });
    if (email) await openSession(side.context, email);
    return side;
  }
  return { origin, browser, open, openSession, openDatabase: openSiteDatabase };
}

/** The options with which Miniflare runs the upload of production (`prepared`: see global-setup.ts) at an origin. */
function siteOptions(stateDir: string, port: number, settings: Record<string, string>): V4MiniflareOptions {
  const prepared = inject("prepared");
  // These three are wrangler's own: Miniflare does not take them.
  const { workerOptions } = readWorkerOptions("wrangler.toml");
  const { modulesRules: _rules, zone: _zone, access: _access, ...worker } = workerOptions;
  const options: object = {
    ...worker,
    modules: true,
    modulesRoot: join(prepared, "server"),
    scriptPath: join(prepared, "server", "index.js"),
    assets: { ...(worker.assets as object), directory: join(prepared, "client") },
    host: "127.0.0.1",
    port,
    cf: false,
    resourcePersistencePath: storageIn(stateDir),
    unsafeTriggerHandlers: true,
    bindings: { LOCAL_MODE: "true", ORIGIN: `http://localhost:${port}`, ...settings },
  };
  return options as V4MiniflareOptions;
}
