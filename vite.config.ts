import { createHash } from "node:crypto";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build as bundle } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import { forOldBrowsers, STYLED_FROM } from "./scripts/old-browser-styles";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** `import url from "./enhance.ts?script"` bundles a browser script by itself and gives its hashed address. */
function scriptUrl(): Plugin {
  return {
    name: "script-url",
    async load(id) {
      if (!id.endsWith("?script")) return null;
      const result = await bundle({
        entryPoints: [id.slice(0, -"?script".length)],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: "es2020",
      });
      const source = result.outputFiles[0]?.text ?? "";
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
      const fileName = `assets/enhance-${hash}.js`;
      this.emitFile({ type: "asset", fileName, source });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
  };
}

const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream|partysocket)\//;
const DASHBOARD_LAYOUT =
  /\/app\/ui\/(shell\/(dashboard-layout|dashboard-error|link)|accounts\/avatar|elements\/(dialog|icon|logo|notice))\.tsx$/;
/** What only a conversation needs of `realtime` comes with its page. */
const DASHBOARD_SOCKETS = /\/app\/realtime\/(?!use-conversation|message-log|conversation-responses)/;

/** What every dashboard page needs comes in two files: dozens of small ones compress worse and cost a request each. */
function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return "framework";
  return DASHBOARD_LAYOUT.test(id) || DASHBOARD_SOCKETS.test(id) ? "dashboard" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
        // Off: with it every page would carry its part of the route manifest in its HTML and fetch the rest in pieces.
        v3_lazyRouteDiscovery: false,
      },
    }),
    tailwindcss(),
    scriptUrl(),
  ],
  css: { postcss: { plugins: forOldBrowsers } },
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  ssr: {
    noExternal: true,
    target: "webworker",
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  build: {
    assetsInlineLimit: 0,
    minify: true,
    target: "es2022",
    cssMinify: "lightningcss",
    cssTarget: STYLED_FROM,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));
