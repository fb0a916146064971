import { once } from "node:events";
import { createServer } from "vite";
import { openFrontServer } from "./dev/front-server";
import { openLocalWorker } from "./dev/local-worker";
import { openNewestWorker } from "./dev/newest-worker";
import { printSite, localVariables, prepareDatabase } from "./local-site";
import { localSettings } from "./local-state";
import { requireReady } from "./ready";
import { startPaynow } from "./paynow/paynow-server";

// npm run dev: the site of npm start, but pages and Worker follow every change. Vite serves the browser's modules, workerd
// runs the Worker (decision 041).
process.env["NODE_ENV"] = "development";
const { stateDir, port } = localSettings();
await requireReady(port);
await prepareDatabase();

const paynow = await startPaynow({ stateDir });
const worker = await openLocalWorker(stateDir, localVariables(paynow.variables));
const newest = openNewestWorker(worker);
const front = openFrontServer(newest.address);
const vite = await createServer({
  server: {
    middlewareMode: true,
    hmr: { server: front.server },
    watch: { ignored: [`${stateDir}/**`, "**/.wrangler/**", "**/build/**"] },
  },
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
