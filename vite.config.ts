import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { arrivalStyles } from "./scripts/arrival-styles";
import { forOldBrowsers, STYLED_FROM } from "./scripts/old-browser-styles";
import { scriptUrl } from "./scripts/script-url";
import { serviceWorker } from "./scripts/service-worker";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream|partysocket)\//;
/** What most dashboard pages draw with: the layout, and how a booking or a job is shown. */
const DASHBOARD_PARTS = [
  /\/app\/ui\/shell\/(always-revalidate|dashboard-layout|dashboard-error|link|use-dashboard)\.tsx?$/,
  /\/app\/ui\/accounts\/avatar\.tsx$/,
  /\/app\/ui\/(elements\/(dialog|empty-state|figure|icon|logo|menu|notice)\.tsx|elements\/use-has-script\.ts|shell\/use-flash\.ts)$/,
  /\/app\/ui\/illustrations\/(desk|no-bookings|no-jobs)\.svg\?url$/,
  /\/app\/ui\/bookings\/(booking-card|booking-name|booking-when|job-line|small-pipe|proposed-time|status-badge|transition-labels)\.tsx?$/,
  /\/app\/ui\/(forms\/submit-button|reviews\/stars)\.tsx$/,
  /\/app\/domain\/(time\/harare|values\/(money|phone|text))\.ts$/,
  /\/app\/domain\/(bookings\/(booking|booking-machine|job-line)|reviews\/review|plumbers\/plumber)\.ts$/,
  // What sending a photo takes, on a ticket and in a chat.
  /\/app\/(ui\/photos\/(shrink-photo|photo-types)|domain\/photos\/private-photo)\.ts$/,
  // What only a conversation needs of `realtime` comes with its page.
  /\/app\/realtime\/(?!conversation\/)/,
];
/** What the plumber's dashboard and jobs draw with beside it. */
const PLUMBER_PARTS = /\/app\/ui\/(bookings\/job-card|plumbers\/(own-card|standing)|reviews\/review-list)\.tsx?$/;
/** What the ticket draws with, for its two sides. */
const TICKET_PARTS =
  /\/app\/(ui\/(bookings\/(ticket|ticket-menu|next-step|step-control|step-button|step-labels|directions)|money\/(booking-money|money-facts|quote-lines|receipt-link|held-money)|photos\/(job-photos-section|photo-strip))|domain\/bookings\/job-steps)\.tsx?$/;
/** What the lists of the office draw with, and its keys. */
const OFFICE_PARTS =
  /\/app\/(ui\/admin\/(booking-rows|data-table|booking-columns|row-button|chosen-row|shortcuts|use-resumed-list)|domain\/(admin\/dispatch-list|values\/office-list))\.tsx?$/;
/** What keeps pages and unsent messages on the device: comes once a dashboard has rested. */
const OFFLINE_PARTS =
  /\/app\/(service-worker\/(keep-pages|offline-line|registration|kept)|realtime\/conversation\/unsent)\.ts$/;
const CHART_PARTS = /\/app\/ui\/charts\/[\w-]+\.tsx$/;
const PUSH_PARTS = /\/app\/ui\/notices\/(push-offer|use-push)\.tsx?$/;

/** What many dashboard pages need comes in few files: dozens of small ones compress worse and cost a request each. */
function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return "framework";
  if (DASHBOARD_PARTS.some((part) => part.test(id))) return "dashboard";
  if (PLUMBER_PARTS.test(id)) return "plumber";
  if (TICKET_PARTS.test(id)) return "ticket";
  if (OFFLINE_PARTS.test(id)) return "offline";
  if (PUSH_PARTS.test(id)) return "push";
  if (CHART_PARTS.test(id)) return "charts";
  return OFFICE_PARTS.test(id) ? "office" : undefined;
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
    serviceWorker(),
  ],
  css: { postcss: { plugins: [...forOldBrowsers, arrivalStyles] } },
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
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));
