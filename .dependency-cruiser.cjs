// Which way the rooms may import (docs/architecture.md): what is lower never imports what is higher.
const ROOMS = [
  ["values"],
  ["time", "search"],
  ["rate-limits", "idempotency", "settings", "email", "notices", "photos", "audit-log", "prices"],
  ["ledger"],
  ["accounts"],
  ["vetting"],
  ["contacts", "plumbers", "enquiries"],
  ["bookings"],
  ["dialogues", "money", "messages", "reviews"],
  ["escrow"],
  ["outbox", "personal-data"],
  ["admin"],
];

const upward = ROOMS.slice(0, -1).flatMap((floor, at) => {
  const higher = ROOMS.slice(at + 1).flat();
  return floor.map((room) => ({
    name: `domain-${room}-imports-higher-room`,
    severity: "error",
    from: { path: `^app/domain/${room}/`, pathNot: "\\.test\\.ts$" },
    to: { path: `^app/domain/(${higher.join("|")})/` },
  }));
});

const SOURCE = { pathNot: "\\.test\\.ts$" };
const never = (name, from, to) => ({ name, severity: "error", from: { ...SOURCE, path: from }, to: { path: to } });

module.exports = {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    ...upward,
    never("db-imports-nothing-of-ours", "^app/db/", "^(app/(?!db/)|workers/)"),
    never(
      "domain-knows-no-http",
      "^app/domain/",
      "^(app/(api|http|routes|ui|realtime|service-worker|content|root|entry)|workers/)",
    ),
    never("only-verbs-count-limits", "^(app/(?!domain/)|workers/)", "^app/domain/rate-limits/.*\\.server\\.ts$"),
    never("http-knows-no-pages", "^app/http/", "^(app/(api|routes|ui|root|entry)|workers/)"),
    never("api-knows-no-pages", "^app/api/", "^(app/(routes|ui|root|entry)|workers/)"),
    never("ui-knows-no-db-and-no-pages", "^app/ui/", "^(app/(db|routes)/|workers/)"),
    never(
      "realtime-knows-no-server",
      "^app/realtime/",
      "(\\.server\\.ts$|^app/(api|db|http|routes|service-worker|ui)/|^workers/)",
    ),
    never(
      "service-worker-knows-no-pages",
      "^app/service-worker/",
      "(\\.server\\.ts$|^app/(api|db|http|routes|ui|root|entry)|^workers/)",
    ),
    never("elements-know-no-domain", "^app/ui/elements/", "^app/(domain|content)/"),
    {
      name: "ui-takes-only-types-of-http",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/(http|api)/", dependencyTypesNot: ["type-only"] },
    },
    // A type that pages and rules share is declared: nobody runs a query in their head to know a field.
    never(
      "only-the-server-knows-the-server",
      "^app/(ui/|(domain|dialogue)/(?!.*\\.server\\.ts$))",
      "\\.server\\.tsx?$",
    ),
    never(
      "only-the-office-imports-admin",
      "^(app/(?!(routes|ui|domain)/admin/|routes/account/my-bookings)|workers/(?!scheduled))",
      "^app/domain/admin/",
    ),
    never("routes-see-no-db-and-no-workers", "^app/routes/", "^(app/db/|workers/)"),
    // A page is a file, or a folder with route.tsx and what only this page uses.
    never("routes-do-not-import-routes", "^app/routes/", "^app/routes/([^/]+/[^/]+\\.tsx?$|.*/route\\.tsx?$)"),
    {
      name: "a-page-keeps-to-its-folder",
      severity: "error",
      from: { path: "^app/routes/([^/]+/[^/]+)" },
      to: { path: "^app/routes/[^/]+/[^/]+/", pathNot: "^app/routes/$1/" },
    },
    never("workers-know-no-pages", "^workers/", "^app/(routes|ui)/"),
    {
      name: "pure-files-stay-pure",
      severity: "error",
      from: { path: "^app/domain/", pathNot: "(\\.server\\.ts|\\.test\\.ts)$" },
      to: {
        path: "(^app/db/(?!(booking-statuses|folding|money-words|notice-channels|profile-texts|rank)\\.ts$)|node_modules/(?!zod/))",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "only-domain-and-db-know-drizzle",
      severity: "error",
      from: {
        path: "^(app|workers)/",
        pathNot: "^app/(db/|domain/.*\\.server(\\.test)?\\.ts$|dialogue/.*\\.test\\.ts$)",
      },
      to: { path: "node_modules/drizzle-orm" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^build/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
