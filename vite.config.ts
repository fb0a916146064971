import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { arrivalStyles } from "./scripts/arrival-styles";
import { forOldBrowsers, STYLED_FROM } from "./scripts/old-browser-styles";
import { routeModules } from "./scripts/route-modules";
import { scriptUrl, serviceWorker } from "./scripts/script-url";
import { sharedChunks } from "./scripts/shared-chunks";
import { stringRenderer, workerBuild } from "./scripts/worker-build";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const FUTURE = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_routeConfig: true,
  // Off: with it every page would carry its part of the route manifest in its HTML and fetch the rest in pieces.
  v3_lazyRouteDiscovery: false,
};

/** Remix asks in the browser what is set here: what it does for the other answers stays out of the build. */
const settledFlags = (): Plugin => ({
  name: "settled-flags",
  apply: "build",
  transform: (code, id) =>
    /@remix-run\/react\/dist\/esm/.test(id)
      ? code.replace(/\b(?:\w+\.)*future\.(v3_\w+)/g, (asked, flag: string) =>
          String(FUTURE[flag as keyof typeof FUTURE] ?? asked),
        )
      : undefined,
});

/** The Worker holds drizzle once, so `instanceof` tells its classes; its own way walks each chunk's ancestors by name. */
const plainInstances = (): Plugin => ({
  name: "plain-instances",
  apply: "build",
  transform: (code, id) =>
    id.endsWith("drizzle-orm/entity.js")
      ? code.replace(/function is\(value, type\) \{.*?\n\}/s, "const is = (value, type) => value instanceof type;")
      : undefined,
});

/** Zod's own messages name its formats by their ids: people read ours. */
const plainFormats = (): Plugin => ({
  name: "plain-formats",
  apply: "build",
  transform: (code, id) =>
    id.endsWith("zod/v4/locales/en.js") ? code.replace(/(const FormatDictionary = \{).*?\};/s, "$1};") : undefined,
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({ future: FUTURE }),
    settledFlags(),
    plainInstances(),
    plainFormats(),
    routeModules(),
    tailwindcss(),
    scriptUrl(),
    serviceWorker(),
    sharedChunks(),
    stringRenderer(),
    workerBuild(),
  ],
  css: { postcss: { plugins: [...forOldBrowsers, arrivalStyles] } },
  // The Worker is handed to nobody: its libraries' licences are in the bill of materials.
  esbuild: { legalComments: "none" },
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  ssr: {
    noExternal: true,
    target: "webworker",
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  build: {
    assetsInlineLimit: 0,
    // For browsers: 4 kB of gzip less than esbuild's. `warning` is React Router's advice to developers.
    minify: isSsrBuild ? true : "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 2, pure_funcs: ["warning"] } },
    target: "es2022",
    cssMinify: "lightningcss",
    cssTarget: STYLED_FROM,
  },
}));
