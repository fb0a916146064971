import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { storageIn } from "../local-storage";
import { bundleHost, CODE_PATH } from "./worker-bundle";

export interface LocalWorker {
  /** Switches to new code of ours; throws what it throws while it loads. */
  run(code: string, packages: string[]): Promise<void>;
  /** Where it listens; changes when a package is added. */
  url(): URL;
  runSchedule(): Promise<void>;
  close(): Promise<void>;
}

/** The Worker of wrangler.toml in workerd, with this machine's data and these variables. */
export async function openLocalWorker(stateDir: string, variables: Record<string, string>): Promise<LocalWorker> {
  // Not the files of the last build: Vite serves those.
  const { assets: _, ...worker } = readWorkerOptions("wrangler.toml").workerOptions;
  const classes = Object.values(worker.durableObjects ?? {}).map((object) =>
    typeof object === "string" ? object : object.className,
  );
  let miniflare: Miniflare | undefined;
  let url: URL;
  let hosted = "";

  async function host(packages: string[]): Promise<void> {
    const options = convertV4MiniflareOptions({
      ...worker,
      name: "pombi",
      modules: [{ type: "ESModule", path: "host.js", contents: await bundleHost(packages, classes) }],
      bindings: variables,
      unsafeEvalBinding: "CODE",
      // Straight to the Worker, so that it sees the host the browser asked for.
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      resourcePersistencePath: storageIn(stateDir),
      cf: false,
      log: new Log(LogLevel.WARN),
    } as V4MiniflareOptions);
    if (miniflare) await miniflare.setOptions(options);
    else miniflare = new Miniflare(options);
    url = await miniflare.unsafeGetDirectURL();
  }

  return {
    async run(code, packages) {
      // Only a new package needs a restart: rare, and it takes seconds.
      if (hosted !== String(packages)) await host(packages);
      hosted = String(packages);
      const answer = await fetch(new URL(CODE_PATH, url), { method: "PUT", body: code });
      if (!answer.ok) throw new Error(await answer.text());
    },
    url: () => url,
    runSchedule: async () => void (await (await miniflare?.getWorker())?.scheduled()),
    close: async () => miniflare?.dispose(),
  };
}
