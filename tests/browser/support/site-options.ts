import { join } from "node:path";
import type { V4MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { storageIn } from "../../../scripts/local-storage";

/** A site of the tests: what `prepared` holds (see global-setup.ts), its data, and the Worker's settings. */
export interface SiteSettings {
  prepared: string;
  stateDir: string;
  port: number;
  settings: Record<string, string>;
}

/** What Miniflare needs (`convertV4MiniflareOptions`) to run the upload of production on `http://localhost:<port>`. */
export function siteOptions({ prepared, stateDir, port, settings }: SiteSettings): V4MiniflareOptions {
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
