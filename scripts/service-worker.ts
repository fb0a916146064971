import { build } from "esbuild";
import type { Plugin } from "vite";

const ENTRY = "app/service-worker/index.ts";
/** At the root, so that it may serve every dashboard. */
const PATH = "/sw.js";

/** What every page is drawn with, among the files of the build. */
const SHELL = /^assets\/(styles|icons|figtree-basic|kept-page)-[\w-]+\.\w+$/;

async function bundle(shell: string[]): Promise<string> {
  const result = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    define: { SHELL: JSON.stringify(shell) },
  });
  return result.outputFiles[0]?.text ?? "";
}

/** The service worker of the dashboards, at `/sw.js`. It names the build's files, so each build that needs it has its own. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    async generateBundle(_, files) {
      if (this.environment.name !== "client") return;
      const shell = Object.keys(files).filter((file) => SHELL.test(file));
      this.emitFile({ type: "asset", fileName: PATH.slice(1), source: await bundle(shell.map((file) => `/${file}`)) });
    },
    configureServer({ middlewares }) {
      middlewares.use(PATH, (_, response, next) => {
        bundle([]).then((source) => response.writeHead(200, { "Content-Type": "text/javascript" }).end(source), next);
      });
    },
  };
}
