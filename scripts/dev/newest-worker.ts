import { extname } from "node:path";
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite";
import type { LocalWorker } from "./local-worker";
import { openAppBundle } from "./worker-bundle";

/** Long enough for an editor that saves several files, or git that changes branches. */
const SETTLING = 20;
/** Remix reads `app/routes.ts` anew in its own time, and does not say when it has. */
const READING_ROUTES = 1000;

interface Change {
  /** Whether a page has the module too. */
  inBrowser: boolean;
  /** Whether loaders and actions may answer otherwise: a component only draws. */
  changesData: boolean;
  changesRoutes: boolean;
}

/** Keeps the Worker at what is on disk, and tells the pages that are open when it is replaced. */
export function openNewestWorker(worker: LocalWorker) {
  let newest: Promise<void> = Promise.resolve();
  /** The same, as far as data is concerned. */
  let newestData = newest;
  let vite: ViteDevServer;
  let app: Awaited<ReturnType<typeof openAppBundle>>;
  let running = "";
  let isBroken = false;
  /** Files that have changed since the Worker was bundled. */
  let changes: Change[] = [];

  /** Gives whether other code runs now. */
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
    // Where Vite has replaced a module of the page, Remix asks the loaders again by itself.
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
      // The Worker of before goes on; whoever looks at a page sees what is wrong.
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

  // Tailwind looks for class names in all files, and for those that no page has Vite would load the page anew.
  const withoutReloads: Plugin = {
    name: "worker-files-reload-nothing",
    // Remix's own way from its server's modules to the page, which here would update each module of the page twice.
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
    // After Remix's own, which forget the manifest when a route's exports have changed.
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
      // What only the Worker has is in the page by way of its loaders.
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
    /** The Worker's address, as soon as it answers this path with the newest code. */
    address: (path: string) => (path.split("?")[0]!.endsWith(".data") ? newestData : newest).then(() => worker.url()),
    close: () => app.close(),
  };
}

const isOfWorker = (file: string) =>
  /\/(app|workers)\//.test(file) && !/\.test\.tsx?$/.test(file) && extname(file) !== ".css";

const isComponent = (file: string) => file.endsWith(".tsx") && !file.includes("/app/routes/");

/** Vite knows a file of the Worker's too, as one that the stylesheet is made of. */
const isLoaded = ({ isSelfAccepting, importers }: EnvironmentModuleNode): boolean =>
  isSelfAccepting === true || [...importers].some(({ type }) => type === "js");
