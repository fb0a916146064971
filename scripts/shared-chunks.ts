import type { Plugin } from "vite";

/** Vite's own, with which each import on demand would load the stylesheets and files of its own imports: there are none. */
const PRELOADING = /^\0vite\/preload-helper\.js$/;

/**
 * What many pages need comes in few files: dozens of small ones compress worse and cost a request each. The root, the
 * layouts and the browser's entry are in the file of what they draw with, and so cost none of their own.
 */
const CHUNKS: Record<string, RegExp[]> = {
  framework: [
    /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream)\//,
    // The browser's entry, and what it imports: it has to run before all else.
    /\/app\/entry\.client\.tsx/,
    ...files("realtime", "fetch-with-retry|leaving|revalidation|typed"),
    PRELOADING,
  ],
  // What most dashboard pages draw with: the layout, and how a booking or a job is shown.
  dashboard: [
    /\/app\/root\.tsx/,
    ...files("ui/shell", "always-revalidate|dashboard-layout|dashboard-error|dashboard-page|titled|link|use-dashboard"),
    ...files("ui/shell", "use-flash"),
    ...files("ui/accounts", "avatar"),
    ...files("ui/elements", "dialog|empty-state|figure|icon|logo|menu|notice|use-has-script"),
    ...files("ui/illustrations", "desk|no-bookings|no-jobs"),
    ...files("ui/bookings", "booking-card|booking-name|booking-when|job-line|small-pipe|proposed-time|status-badge"),
    ...files("ui/bookings", "transition-labels|next-visit|next-step|step-button|step-labels|directions|other-side"),
    ...files("ui/bookings", "ticket-menu|own-bookings"),
    ...files("ui/elements", "more-link"),
    ...files("ui/forms", "submit-button"),
    ...files("ui/reviews", "stars"),
    ...files("domain/time", "harare|unbroken"),
    ...files("domain/values", "count-of|lengths|money|phone|text"),
    ...files("domain/bookings", "booking|booking-machine|booking-words|job-line|job-steps"),
    ...files("domain/reviews", "review"),
    ...files("domain/plumbers", "plumber"),
    // What sending a photo takes, on a ticket and in a chat.
    ...files("ui/photos", "shrink-photo|photo-types"),
    ...files("domain/photos", "private-photo"),
    // What only a conversation needs of `realtime` comes with its page, and what a translated page needs after it.
    /\/app\/realtime\/(?!conversation\/|translation)/,
  ],
  // What the plumber's dashboard and jobs draw with beside it.
  plumber: [
    /\/app\/routes\/plumber\/plumber-layout\.tsx/,
    ...files("ui/plumbers", "standing"),
    ...files("ui/reviews", "review-list"),
  ],
  // What the ticket draws with, for its two sides.
  ticket: [
    ...files("ui/bookings", "ticket"),
    ...files("ui/money", "asked-point|booking-money|money-facts|quote-lines|receipt-link|held-money"),
    ...files("ui/photos", "job-photos-section|photo-strip"),
  ],
  // How money is paid, and what is said of it.
  money: [
    ...files("domain/money", "booking-money"),
    ...files("domain/bookings", "payment-method"),
    ...files("db", "money-words"),
  ],
  // What keeps pages and unsent messages on the device: comes once a dashboard has rested.
  offline: [
    ...files("service-worker", "keep-pages|offline-line|registration|kept"),
    ...files("realtime/conversation", "unsent"),
  ],
  push: files("ui/notices", "push-offer|use-push"),
  charts: [/\/app\/ui\/charts\/[\w-]+\.tsx$/],
  // What the lists of the office draw with, and its keys.
  office: [
    /\/app\/routes\/admin\/admin-layout\/route\.tsx/,
    ...files("ui/admin", "data-table|office-page|booking-columns|row-button|chosen-row|shortcuts"),
    ...files("domain/admin", "dispatch-list"),
    ...files("domain/values", "office-list"),
  ],
};

function files(folder: string, names: string): RegExp[] {
  return names.split("|").map((name) => new RegExp(`/app/${folder}/${name}\\.(tsx?|svg\\?url)$`));
}

/** Puts what CHUNKS names into shared files of the browser's build. A name that fits no module any more fails it. */
export function sharedChunks(): Plugin {
  const unused = new Set(Object.values(CHUNKS).flat());
  function chunkOf(id: string): string | undefined {
    for (const [chunk, patterns] of Object.entries(CHUNKS)) {
      const pattern = patterns.find((each) => each.test(id));
      if (!pattern) continue;
      unused.delete(pattern);
      return chunk;
    }
    return undefined;
  }
  return {
    name: "shared-chunks",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({
      build: {
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rollupOptions: {
          preserveEntrySignatures: "allow-extension",
          // Routes without a page are empty files, which Remix looks for.
          output: { manualChunks: chunkOf, experimentalMinChunkSize: 0 },
        },
      },
    }),
    load: {
      order: "pre",
      handler: (id) => (PRELOADING.test(id) ? "export const __vitePreload = (load) => load();" : undefined),
    },
    generateBundle() {
      if (unused.size > 0) this.error(`No module fits ${[...unused].join(", ")}: see scripts/shared-chunks.ts`);
    },
  };
}
