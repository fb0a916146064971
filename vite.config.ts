import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { forOldBrowsers, STYLED_FROM } from "./scripts/old-browser-styles";
import { scriptUrl } from "./scripts/script-url";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream|partysocket)\//;
const DASHBOARD_LAYOUT =
  /\/app\/ui\/(shell\/(dashboard-layout|dashboard-error|link|use-dashboard)|accounts\/avatar|elements\/(dialog|icon|logo|notice))\.tsx?$/;
/** What only a conversation needs of `realtime` comes with its page. */
const DASHBOARD_SOCKETS = /\/app\/realtime\/(?!conversation\/)/;

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
