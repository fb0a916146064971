import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const NO_DOM = "\0react-dom";
const TO_STRING = fileURLToPath(
  new URL("../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js", import.meta.url),
);

/** Leaves out of the Worker what draws in a browser, and as a stream: it draws to strings, and has nothing to flush. */
export const stringRenderer = (): Plugin => ({
  name: "string-renderer",
  enforce: "pre",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  resolveId: (id) => ({ "react-dom": NO_DOM, "react-dom/server": TO_STRING })[id],
  load: (id) => (id === NO_DOM ? "export const flushSync = (act) => act();" : undefined),
});

/** Builds the Worker whole, pages, API and Durable Objects, into the one file that wrangler uploads as it is. */
export function workerBuild(): Plugin {
  return {
    name: "worker-build",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    config: () => ({ build: { rollupOptions: { input: "workers/app.ts", external: /^(cloudflare|node):/ } } }),
    generateBundle(_, files) {
      const chunks = Object.values(files).filter((file) => file.type === "chunk");
      if (chunks.length !== 1) this.error(`The Worker is ${chunks.length} files: wrangler uploads one.`);
      const repeated = findRepeated(Object.keys(chunks[0]!.modules));
      if (repeated.length > 0) this.error(`In the Worker more than once: ${repeated.join(", ")}`);
    },
  };
}

/** Names the modules that a build holds more than once, by Rollup's ids; helpers ("\0…") and "…?url" do not count. */
export function findRepeated(ids: string[]): string[] {
  const names = ids.filter((id) => !/[\0?]/.test(id)).map(nameOf);
  return names.filter((name, at) => names.indexOf(name) < at);
}

const nameOf = (id: string) =>
  id
    .replace(/^.*\/node_modules\//, "")
    .replace(/\/(cjs|esm|dist|lib)(?=\/)/g, "")
    .replace(/(\.(cjs|esm|min|production))*\.[cm]?[jt]sx?$/, "");
