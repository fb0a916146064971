import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { extname } from "node:path";
import type { Duplex } from "node:stream";
import { type Connect, createServer, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from "vite";
import { type LocalWorker, openLocalWorker, openAppBundle, textOf } from "./dev/local-worker";
import { localVariables, prepareDatabase, printSite, requireReady } from "./local-site";
import { localSettings } from "./local-state";
import { startPaynow } from "./paynow/paynow-server";

// npm run dev: the site of npm start, but pages and Worker follow every change (decision 041).

/** One address for the browser: Vite serves modules and files, the Worker (at `worker`'s address) everything else. */
function openFrontServer(worker: (path: string) => Promise<URL>) {
  let vite: Connect.Server | undefined;
  const server = createHttpServer((request, response) => {
    const fromWorker = () =>
      void worker(request.url ?? "/").then((url) => passOn(request, response, url), fail(response));
    if (vite) vite(request, response, fromWorker);
    else fromWorker();
  });
  server.on("upgrade", (request, socket: Duplex, head) => {
    if (isVites(request)) return;
    worker(request.url ?? "/").then(
      (url) => passOnSocket(request, socket, head, url),
      () => socket.destroy(),
    );
  });
  // Later, because Vite's own socket needs the server to exist.
  return { server, useVite: (middlewares: Connect.Server) => void (vite = middlewares) };
}

const isVites = ({ headers }: IncomingMessage) => headers["sec-websocket-protocol"]?.startsWith("vite-") ?? false;

const fail = (response: ServerResponse) => (error: Error) => {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { "Content-Type": "text/plain" }).end(error.message);
};

function passOn(request: IncomingMessage, response: ServerResponse, { hostname: host, port }: URL): void {
  const { method, url: path } = request;
  const headers = { ...request.headers, "cf-connecting-ip": request.socket.remoteAddress ?? "127.0.0.1" };
  const asked = ask({ host, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
  });
  asked.on("error", fail(response));
  // When the browser goes away, the Worker's request is aborted too.
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}

function passOnSocket(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
  const worker = connect(Number(url.port), url.hostname, () => {
    const headers = request.rawHeaders.map((text, at) => (at % 2 ? `: ${text}\r\n` : text)).join("");
    worker.write(`GET ${request.url} HTTP/1.1\r\n${headers}\r\n`);
    worker.write(head);
    worker.pipe(socket).pipe(worker);
  });
  worker.on("error", () => socket.destroy());
  socket.on("error", () => worker.destroy());
}

const SETTLING = 20;
/** Remix rereads `app/routes.ts` in its own time and doesn't say when it is done. */
const READING_ROUTES = 1000;

interface Change {
  inBrowser: boolean;
  /** Loaders and actions may answer differently: a component only renders. */
  changesData: boolean;
  changesRoutes: boolean;
}

/** Keeps the Worker up to date with the files on disk, and tells open pages when it has been replaced. */
function openNewestWorker(worker: LocalWorker) {
  let newest: Promise<void> = Promise.resolve();
  /** The same, but only for changes that may alter data. */
  let newestData = newest;
  let vite: ViteDevServer;
  let app: Awaited<ReturnType<typeof openAppBundle>>;
  let running = "";
  let isBroken = false;
  let changes: Change[] = [];

  async function replace(): Promise<boolean> {
    const began = performance.now();
    const bundle = await app.rebuild();
    const code = textOf(bundle);
    if (code === running) return false;
    await worker.run(bundle);
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
    close: () => app.dispose(),
  };
}

const isOfWorker = (file: string) =>
  /\/(app|workers)\//.test(file) && !/\.test\.tsx?$/.test(file) && extname(file) !== ".css";

const isComponent = (file: string) =>
  file.endsWith(".tsx") && !/\/app\/routes\/([^/]+\/[^/]+\.tsx|.+\/route\.tsx)$/.test(file);

/** Vite also knows files that only the stylesheet is made from. */
const isLoaded = ({ isSelfAccepting, importers }: EnvironmentModuleNode): boolean =>
  isSelfAccepting === true || [...importers].some(({ type }) => type === "js");

process.env["NODE_ENV"] = "development";
const { stateDir, port } = localSettings();
await requireReady(port);
await prepareDatabase();

const paynow = await startPaynow({ stateDir });
const worker = await openLocalWorker(stateDir, localVariables(paynow.variables));
const newest = openNewestWorker(worker);
const front = openFrontServer(newest.address);
const ignored = [`${stateDir}/**`, "**/.wrangler/**", "**/build/**"];
const vite = await createServer({
  server: { middlewareMode: true, hmr: { server: front.server }, watch: { ignored } },
  // Otherwise Vite discovers packages one by one as pages load them, and reloads the page each time.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/routes/**/*.tsx"] },
  plugins: newest.plugins,
});
await newest.start(vite);
front.useVite(vite.middlewares);
front.server.listen(port, "localhost");
await once(front.server, "listening");
printSite(worker.runSchedule, paynow);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  await Promise.all([vite.close(), newest.close(), worker.close(), paynow.close()]);
  process.exit(0);
}
