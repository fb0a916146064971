import type { Plugin } from "vite";
import { bundleScript } from "./script-url";

const ENTRY = "app/service-worker/index.ts";
/** At the root, so that it may serve every dashboard. */
const PATH = "/sw.js";

/** What every page is drawn with, among the files of the build. */
const SHELL = /^assets\/(styles|icons|figtree-basic|kept-page)-[\w-]+\.\w+$/;

const bundle = (shell: string[]) => bundleScript(ENTRY, { define: { SHELL: JSON.stringify(shell) } });

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
