import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, test } from "vitest";

const config = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as Required<IConfiguration>;

// One forbidden import of each kind is planted in its own folder, and lint's rules have to refuse it.
const rules = config.forbidden.map((rule) => rule.name!);
const ROOMS = rules.flatMap((rule) => /^domain-(.+)-imports-higher-room$/.exec(rule)?.[1] ?? []);

interface Import {
  from: string;
  to: string;
}

interface Refused extends Import {
  rule: string;
}

const PLANTED: Refused[] = [
  ...ROOMS.map((room) => ({
    from: `app/domain/${room}/planted.server.ts`,
    to: "app/domain/admin/planted.server.ts",
    rule: `domain-${room}-imports-higher-room`,
  })),
  { from: "app/db/planted.ts", to: "app/domain/values/money.ts", rule: "db-imports-nothing-of-ours" },
  { from: "app/domain/bookings/answers.server.ts", to: "app/http/planted.ts", rule: "domain-knows-no-http" },
  { from: "app/domain/bookings/texts.ts", to: "app/content/planted.ts", rule: "domain-knows-no-http" },
  { from: "app/http/counts.ts", to: "app/domain/rate-limits/planted.server.ts", rule: "only-verbs-count-limits" },
  { from: "app/http/pages.ts", to: "app/routes/planted.tsx", rule: "http-knows-no-pages" },
  { from: "app/http/calls.ts", to: "app/api/planted.ts", rule: "http-knows-no-pages" },
  { from: "app/api/pages.ts", to: "app/ui/planted.tsx", rule: "api-knows-no-pages" },
  {
    from: "app/ui/bookings/reads.tsx",
    to: "app/domain/bookings/answers.server.ts",
    rule: "only-the-server-knows-the-server",
  },
  { from: "app/ui/bookings/stores.tsx", to: "app/db/planted.ts", rule: "ui-knows-no-db-and-no-pages" },
  { from: "app/realtime/reads.ts", to: "app/domain/bookings/answers.server.ts", rule: "realtime-knows-no-server" },
  { from: "app/realtime/draws.ts", to: "app/ui/planted.tsx", rule: "realtime-knows-no-server" },
  { from: "app/realtime/keeps.ts", to: "app/service-worker/planted.ts", rule: "realtime-knows-no-server" },
  { from: "app/service-worker/draws.ts", to: "app/ui/planted.tsx", rule: "service-worker-knows-no-pages" },
  { from: "app/ui/elements/planted.tsx", to: "app/domain/values/money.ts", rule: "elements-know-no-domain" },
  { from: "app/ui/bookings/guards.tsx", to: "app/http/planted.ts", rule: "ui-takes-only-types-of-http" },
  { from: "app/http/office.ts", to: "app/domain/admin/planted.server.ts", rule: "only-the-office-imports-admin" },
  { from: "app/api/office.ts", to: "app/domain/admin/planted.server.ts", rule: "only-the-office-imports-admin" },
  {
    from: "app/routes/client/asks.tsx",
    to: "app/domain/admin/planted.server.ts",
    rule: "only-the-office-imports-admin",
  },
  { from: "app/routes/client/stores.tsx", to: "app/db/planted.ts", rule: "routes-see-no-db-and-no-workers" },
  { from: "app/routes/client/wakes.tsx", to: "workers/planted.ts", rule: "routes-see-no-db-and-no-workers" },
  { from: "app/routes/client/other.tsx", to: "app/routes/client/planted.tsx", rule: "routes-do-not-import-routes" },
  {
    from: "app/routes/client/book/form.tsx",
    to: "app/routes/client/book/route.tsx",
    rule: "routes-do-not-import-routes",
  },
  {
    from: "app/routes/client/book/card.tsx",
    to: "app/routes/client/pay/planted.tsx",
    rule: "a-page-keeps-to-its-folder",
  },
  { from: "workers/draws.ts", to: "app/routes/planted.tsx", rule: "workers-know-no-pages" },
  {
    from: "app/domain/bookings/impure.ts",
    to: "app/domain/bookings/answers.server.ts",
    rule: "only-the-server-knows-the-server",
  },
  {
    from: "app/dialogue/impure.ts",
    to: "app/domain/bookings/answers.server.ts",
    rule: "only-the-server-knows-the-server",
  },
  { from: "app/domain/bookings/columns.ts", to: "app/db/planted.ts", rule: "pure-files-stay-pure" },
  { from: "app/domain/bookings/framework.ts", to: "node_modules/react/index.js", rule: "pure-files-stay-pure" },
  { from: "app/http/queries.ts", to: "node_modules/drizzle-orm/index.js", rule: "only-domain-and-db-know-drizzle" },
  { from: "app/domain/values/back.ts", to: "app/domain/values/there.ts", rule: "no-circles" },
  { from: "scripts/fill-town/back.ts", to: "scripts/fill-town/there.ts", rule: "no-circles" },
  { from: "tests/support/back.ts", to: "tests/support/there.ts", rule: "no-circles" },
];

const ALLOWED: Import[] = [
  { from: "app/routes/admin/asks.tsx", to: "app/domain/admin/planted.server.ts" },
  { from: "app/routes/client/book/route.tsx", to: "app/routes/client/book/form.tsx" },
  { from: "app/ui/bookings/shows.tsx", to: "app/domain/values/money.ts" },
  { from: "app/domain/bookings/writes.server.ts", to: "app/db/planted.ts" },
  { from: "workers/calls.ts", to: "app/api/planted.ts" },
  { from: "app/domain/bookings/counts.server.ts", to: "app/domain/rate-limits/planted.server.ts" },
];

/** The other half of each circle, which is reported once. */
const CIRCLES = PLANTED.filter(({ rule }) => rule === "no-circles").map(({ from, to }) => ({ from: to, to: from }));

/** These import types alone, which are refused too. */
const TYPES_TOO = [...CIRCLES, ...PLANTED.filter(({ rule }) => rule === "only-the-server-knows-the-server")].map(
  ({ from }) => from,
);

const house = mkdtempSync(join(tmpdir(), "pombi-house-"));
const imports = new Map<string, string[]>();
for (const { from, to } of [...PLANTED, ...ALLOWED, ...CIRCLES]) {
  imports.set(from, [...(imports.get(from) ?? []), to]);
  if (!to.startsWith("node_modules/")) imports.set(to, imports.get(to) ?? []);
}
for (const [file, targets] of imports) {
  const lines = targets.map((target, at) => {
    const [, library] = /^node_modules\/([^/]+)\//.exec(target) ?? [];
    const path = relative(dirname(file), target).replace(/\.tsx?$/, "");
    const verb = TYPES_TOO.includes(file) ? "import type" : "import";
    return `${verb} * as import${at} from "${library ?? (path.startsWith(".") ? path : `./${path}`)}";\nvoid import${at};\n`;
  });
  mkdirSync(join(house, dirname(file)), { recursive: true });
  writeFileSync(join(house, file), `${lines.join("")}export const planted = true;\n`);
}
symlinkSync(resolve("node_modules"), join(house, "node_modules"));
const { scripts } = createRequire(import.meta.url)("../package.json") as { scripts: Record<string, string> };
const [, cruised] = /depcruise (.+?) --/.exec(scripts["lint:imports"]!)!;
const { output } = await cruise(cruised!.split(" "), {
  ...config.options,
  tsConfig: undefined,
  baseDir: house,
  validate: true,
  ruleSet: { forbidden: config.forbidden },
});
const { summary } = output as ICruiseResult;
const violations = summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name }));
afterAll(() => rmSync(house, { recursive: true, force: true }));

test.each(PLANTED)("$from may not import $to", ({ from, to, rule }) => {
  const target = to.startsWith("node_modules/") ? expect.stringContaining(to.split("/")[1]!) : to;
  expect(violations).toContainEqual({ from, to: target, rule });
});

test.each(ALLOWED)("$from may import $to", ({ from }) =>
  expect(violations.filter((violation) => violation.from === from)).toEqual([]),
);

test("the rules put the domain's rooms in the order of docs/architecture.md", () => {
  const [, line] = /^ +(`values` < .+)$/m.exec(readFileSync("docs/architecture.md", "utf8"))!;
  const floors = line!.split(" < ").map((floor) => floor.replaceAll("`", "").split(", "));
  expect(floors.flat().sort()).toEqual(
    readdirSync("app/domain")
      .filter((name) => !name.includes("."))
      .sort(),
  );
  const documented = floors.flatMap((floor, at) => {
    const above = floors.slice(at + 1).flat();
    return above.length > 0 ? floor.map((room) => [room, `^app/domain/(${above.join("|")})/`]) : [];
  });
  const higher = new Map(config.forbidden.map((rule) => [rule.name, "to" in rule ? rule.to.path : undefined]));
  const held = ROOMS.map((room) => [room, higher.get(`domain-${room}-imports-higher-room`)]);
  expect(held).toEqual(documented);
});

test("each rule refuses an import", () => expect(new Set(PLANTED.map(({ rule }) => rule))).toEqual(new Set(rules)));
