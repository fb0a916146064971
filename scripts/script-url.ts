import { build, type BuildOptions } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import { brand } from "../app/brand";
import { showPhone } from "../app/domain/values/phone";

/** Where the development server serves such scripts, by path. */
export const SCRIPTS = "/@script/";

const QUERY = "?script";

async function bundleScript(entry: string, options: BuildOptions = {}): Promise<string> {
  const shape = { bundle: true, minify: true, write: false, format: "iife", target: "es2020" } as const;
  const result = await build({ entryPoints: [entry], ...shape, ...options });
  return result.outputFiles?.[0]?.text ?? "";
}

const serveScript =
  (path: string, make: (url: URL) => Promise<string>) =>
  ({ middlewares }: ViteDevServer) =>
    void middlewares.use(path, (request, response, next) => {
      make(new URL(request.url ?? "/", "http://localhost")).then(
        (source) => response.writeHead(200, { "Content-Type": "text/javascript" }).end(source),
        next,
      );
    });

/** Pages without Vite's modules have no state to keep: they reload when the Worker is replaced. */
const RELOAD = `import("/@vite/client").then(({ createHotContext }) =>
  createHotContext("${SCRIPTS}").on("worker-replaced", () => location.reload()));`;

/** `import url from "./enhance.ts?script"` bundles a browser script by itself and gives its hashed address. */
export function scriptUrl(): Plugin {
  let isBuild = true;
  return {
    name: "script-url",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      if (!isBuild) return `export default ${JSON.stringify(SCRIPTS + relative(".", file))};`;
      const source = await bundleScript(file);
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
      const fileName = `assets/${basename(file, ".ts")}-${hash}.js`;
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
    configureServer: serveScript(SCRIPTS, ({ pathname }) => bundleScript(`.${pathname}`, { banner: { js: RELOAD } })),
  };
}

const ENTRY = "app/service-worker/service-worker.ts";
/** At the root, so that it may serve every dashboard. */
const PATH = "/sw.js";

/** The files of the build that every page is drawn with. */
const SHELL = /^(styles|icons|figtree-basic|kept-page)-[\w-]+\.\w+$/;

const bundle = (shell: string[]) =>
  bundleScript(ENTRY, {
    define: { SHELL: JSON.stringify(shell), OFFICE_PHONE: JSON.stringify(showPhone(brand.phone)) },
  });

/** Writes the service worker of the dashboards. It names the build's files, so each build that needs it has its own. */
export async function writeServiceWorker(): Promise<void> {
  const shell = readdirSync("build/client/assets").filter((file) => SHELL.test(file));
  writeFileSync(`build/client${PATH}`, await bundle(shell.map((file) => `/assets/${file}`)));
}

/** Serves the service worker in development. */
export const serviceWorker = (): Plugin => ({
  name: "service-worker",
  configureServer: serveScript(PATH, () => bundle([])),
});
