import type { Plugin } from "vite";

/** Vite's own, with which each import on demand would load the stylesheets and files of its own imports: there are none. */
const PRELOADING = /^\0vite\/preload-helper\.js$/;

/** The parts of many pages, in few files: dozens of small ones compress worse and cost a request each. */
const CHUNKS: Record<string, RegExp[]> = {
  framework: [
    /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream)\//,
    // The browser's entry, and what it imports: it has to run before all else.
    /\/app\/entry\.client\.tsx/,
    ...files({
      "realtime/": "fetch-with-retry|page-state|own-headers",
      "domain/": "values/id|idempotency/sent-form",
    }),
    PRELOADING,
  ],
  dashboard: [
    /\/app\/root\.tsx/,
    ...files({
      "": "domain/time/harare|domain/reviews/review|domain/plumbers/plumber",
      "ui/shell/": "dashboard-layout|dashboard-page|elements",
      "ui/elements/": "dialog|logo|menu",
      "ui/illustrations/": "desk|no-bookings|no-jobs",
      "ui/bookings/":
        "booking-card|booking-when|job-line|next-step|other-side|status-badge|ticket-menu|transition-labels",
      "ui/": "accounts/avatar",
      "domain/values/": "money|numbers|phone|text",
      "domain/bookings/": "booking|booking-machine|booking-words|job-line|job-steps",
    }),
    ...files({ "": "ui/photos/shrink-photo|domain/photos/photo" }),
    // Not the parts for a conversation, which come with its page, or for a translated page, which come after it.
    /\/app\/realtime\/(?!conversation\/|translation)/,
  ],
  plumber: [
    /\/app\/routes\/plumber\/plumber-layout\.tsx/,
    ...files({ "ui/": "plumbers/standing|plumbers/plumber-menu" }),
  ],
  ticket: files({
    "ui/": "bookings/ticket|money/booking-money|money/money-facts|photos/job-photos",
    "domain/bookings/": "correction",
  }),
  messages: files({
    "": "ui/reviews/review-forms",
    "ui/messages/": "messages-page|linked-text",
    "domain/messages/": "message|message-addresses",
  }),
  // The parts of nearly every form, and those of forms about money.
  forms: files({ "ui/forms/": "drawn-form|field|form|options|shown|while-open", "ui/money/": "form-page" }),
  money: files({
    "": "domain/money/booking-money|domain/bookings/payment-method|db/money-words|domain/values/typed-amount",
    "ui/money/": "money-labels",
  }),
  // Comes once a dashboard has rested: pages and unsent messages kept on the device, and what a translated page needs.
  offline: files({
    "service-worker/": "keep-pages|offline-line|registration|kept",
    "realtime/": "translation",
    "realtime/conversation/": "unsent|unsent-photos",
  }),
  push: files({ "ui/notices/": "push-offer" }),
  charts: [/\/app\/ui\/charts\/[\w-]+\.tsx?$/],
  office: [
    /\/app\/routes\/admin\/admin-layout\/route\.tsx/,
    ...files({
      "ui/admin/": "data-table|office-page|booking-columns|chosen-row|shortcuts",
      "domain/": "admin/desk/dispatch|values/lists",
    }),
  ],
};

function files(named: Record<string, string>): RegExp[] {
  return Object.entries(named).flatMap(([folder, names]) =>
    names.split("|").map((name) => new RegExp(`/app/${folder}${name}\\.(tsx?|svg\\?url)$`)),
  );
}

/** Puts what CHUNKS names into shared files of the browser's build. A name that fits no module any more fails it. */
export function sharedChunks(): Plugin {
  const unused = new Set(Object.values(CHUNKS).flat());
  function chunkOf(id: string): string | undefined {
    const [chunk, patterns] = Object.entries(CHUNKS).find(([, all]) => all.some((each) => each.test(id))) ?? [];
    const pattern = patterns?.find((each) => each.test(id));
    if (pattern) unused.delete(pattern);
    return chunk;
  }
  // Routes without a page are empty files, which Remix looks for.
  const output = { manualChunks: chunkOf, experimentalMinChunkSize: 0 };
  const rollupOptions = { preserveEntrySignatures: "allow-extension", output } as const;
  return {
    name: "shared-chunks",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: () => [] }, rollupOptions } }),
    load: {
      order: "pre",
      handler: (id) => (PRELOADING.test(id) ? "export const __vitePreload = (load) => load();" : undefined),
    },
    generateBundle() {
      if (unused.size > 0) this.error(`No module fits ${[...unused].join(", ")}: see scripts/shared-chunks.ts`);
    },
  };
}
