import { extname } from "node:path";
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite";
import type { LocalWorker } from "./local-worker";
import { openAppBundle } from "./worker-bundle";

/** Milliseconds: long enough for an editor that saves several files, or for git to change branches. */
const SETTLING = 20;
/** Remix rereads `app/routes.ts` in its own time and doesn't say when it is done. */
const READING_ROUTES = 1000;

interface Change {
  /** Whether the browser loads the module too. */
  inBrowser: boolean;
  /** Whether loaders and actions may answer differently: a component only renders. */
  changesData: boolean;
  changesRoutes: boolean;
}

/** Keeps the Worker up to date with the files on disk, and tells open pages when it has been replaced. */
export function openNewestWorker(worker: LocalWorker) {
  let newest: Promise<void> = Promise.resolve();
  /** The same, but only for changes that may alter data. */
  let newestData = newest;
  let vite: ViteDevServer;
  let app: Awaited<ReturnType<typeof openAppBundle>>;
  let running = "";
  let isBroken = false;
  /** What has changed since the Worker was last bundled. */
  let changes: Change[] = [];

  /** Returns whether different code is running now. */
  async function replace(): Promise<boolean> {
    const began = performance.now();
    const { code, packages } = await app.bundle();
    if (code === running) return false;
    await worker.run(code, packages);
    if (running) console.info(`Worker replaced in ${Math.round(performance.now() - began)} ms`);
    running = code;
    return true;
  }

  async function follow(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLING));
    const { hot } = vite.environments.client;
    // Where Vite has replaced a module in the page, Remix revalidates by itself.
    const inBrowser = changes.every((change) => change.inBrowser);
    const changesRoutes = changes.some((change) => change.changesRoutes);
    changes = [];
    try {
      const isOther = await replace();
      if (isBroken) hot.send({ type: "update", updates: [] });
      if (isOther && changesRoutes) hot.send({ type: "full-reload" });
      else if (isOther) hot.send("worker-replaced", { inBrowser });
      isBroken = false;
    } catch (error) {
      // The previous Worker keeps running; the page shows what is wrong.
      isBroken = true;
      const message = error instanceof Error ? error.message : String(error);
      console.error(message);
      hot.send({ type: "error", err: { message, stack: "" } });
    }
  }

  function noteChange(change: Change): void {
    if (changes.push(change) === 1) newest = newest.then(follow);
    if (change.changesData) newestData = newest;
  }

  // Tailwind scans every file for class names, so Vite would reload the page for files that no page loads.
  const withoutReloads: Plugin = {
    name: "worker-files-reload-nothing",
    // Remix's bridge from its own server's modules to the page: here it would update each module twice.
    configResolved({ plugins }) {
      const twice = plugins.find(({ name }) => name === "remix-server-change-trigger-client-hmr");
      if (twice) twice.hotUpdate = undefined;
    },
    hotUpdate: {
      order: "pre",
      handler: ({ file, modules }) => (isOfWorker(file) && !modules.some(isLoaded) ? [] : undefined),
    },
  };

  const following: Plugin = {
    name: "newest-worker",
    // After Remix's own hooks, which drop the manifest when a route's exports have changed.
    hotUpdate: {
      order: "post",
      handler({ file, modules }) {
        if (this.environment.name !== "client" || !isOfWorker(file)) return;
        const changesRoutes = file.endsWith("/app/routes.ts");
        const change = { inBrowser: modules.some(isLoaded), changesData: !isComponent(file), changesRoutes };
        noteChange(change);
        if (changesRoutes) setTimeout(() => noteChange(change), READING_ROUTES);
      },
    },
    transform(code, id) {
      if (!id.endsWith("/app/entry.client.tsx")) return null;
      // Code that only the Worker loads reaches the page through its loaders.
      return `${code}\nimport.meta.hot?.on("worker-replaced", ({ inBrowser }) => inBrowser || window.__remixRouter.revalidate());`;
    },
  };

  return {
    plugins: [withoutReloads, following],
    async start(server: ViteDevServer): Promise<void> {
      vite = server;
      app = await openAppBundle(server);
      await replace();
    },
    /** The Worker's address, once it can answer this path with current code. */
    address: (path: string) => (path.split("?")[0]!.endsWith(".data") ? newestData : newest).then(() => worker.url()),
    close: () => app.close(),
  };
}

const isOfWorker = (file: string) =>
  /\/(app|workers)\//.test(file) && !/\.test\.tsx?$/.test(file) && extname(file) !== ".css";

const isComponent = (file: string) =>
  file.endsWith(".tsx") && !/\/app\/routes\/([^/]+\/[^/]+\.tsx|.+\/route\.tsx)$/.test(file);

/** Vite also knows files that only the stylesheet is made from. */
const isLoaded = ({ isSelfAccepting, importers }: EnvironmentModuleNode): boolean =>
  isSelfAccepting === true || [...importers].some(({ type }) => type === "js");
