// Which way the rooms may import (architecture.md): what is lower never imports what is higher.
const ROOMS = [
  "values",
  "time",
  "photos",
  "mail",
  "accounts",
  "audit",
  "plumbers",
  "bookings",
  "messages",
  "reviews",
  "contact",
];

const upward = ROOMS.slice(0, -1).map((room, at) => ({
  name: `domain-${room}-looks-up`,
  severity: "error",
  from: { path: `^app/domain/${room}/`, pathNot: "\\.test\\.ts$" },
  to: { path: `^app/domain/(${ROOMS.slice(at + 1).join("|")})/` },
}));

const SOURCE = { pathNot: "\\.test\\.ts$" };
const never = (name, from, to) => ({ name, severity: "error", from: { ...SOURCE, path: from }, to: { path: to } });

module.exports = {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...upward,
    never("db-imports-nothing-of-ours", "^app/db/", "^(app/(?!db/)|workers/)"),
    never("domain-knows-no-http", "^app/domain/", "^(app/(http|routes|ui|realtime|root|entry)|workers/)"),
    never("http-knows-no-pages", "^app/http/", "^(app/(routes|ui|root|entry)|workers/)"),
    never("ui-knows-no-server", "^app/ui/", "(\\.server\\.ts$|^app/(db|routes)/|^workers/)"),
    {
      name: "ui-takes-only-types-of-http",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/http/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routes-do-not-import-routes",
      severity: "error",
      from: { path: "^app/routes/" },
      to: { path: "^app/routes/" },
    },
    never("workers-know-no-pages", "^workers/", "^app/(routes|ui)/"),
    {
      name: "pure-files-stay-pure",
      severity: "error",
      from: { path: "^app/domain/", pathNot: "(\\.server\\.ts|\\.test\\.ts)$" },
      to: { path: "(\\.server\\.ts$|^app/db/|node_modules/(?!zod/))", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-domain-and-db-know-drizzle",
      severity: "error",
      from: { path: "^(app|workers)/", pathNot: "(^app/db/|\\.server\\.ts$|\\.server\\.test\\.ts$)" },
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
