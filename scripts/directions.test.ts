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

const PLANTED: [from: string, to: string, rule: string][] = [
  ...ROOMS.map((room): [string, string, string] => [
    `app/domain/${room}/planted.server.ts`,
    "app/domain/admin/planted.server.ts",
    `domain-${room}-imports-higher-room`,
  ]),
  ["app/db/planted.ts", "app/domain/values/money.ts", "db-imports-nothing-of-ours"],
  ["app/domain/bookings/answers.server.ts", "app/http/planted.ts", "domain-knows-no-http"],
  ["app/domain/bookings/texts.ts", "app/content/planted.ts", "domain-knows-no-http"],
  ["app/http/counts.ts", "app/domain/rate-limits/planted.server.ts", "only-verbs-count-limits"],
  ["app/http/pages.ts", "app/routes/planted.tsx", "http-knows-no-pages"],
  ["app/http/calls.ts", "app/api/planted.ts", "http-knows-no-pages"],
  ["app/api/pages.ts", "app/ui/planted.tsx", "api-knows-no-pages"],
  ["app/ui/bookings/reads.tsx", "app/domain/bookings/answers.server.ts", "ui-takes-only-types-of-the-server"],
  ["app/ui/bookings/stores.tsx", "app/db/planted.ts", "ui-knows-no-db-and-no-pages"],
  ["app/realtime/reads.ts", "app/domain/bookings/answers.server.ts", "realtime-knows-no-server"],
  ["app/realtime/draws.ts", "app/ui/planted.tsx", "realtime-knows-no-server"],
  ["app/realtime/keeps.ts", "app/service-worker/planted.ts", "realtime-knows-no-server"],
  ["app/service-worker/draws.ts", "app/ui/planted.tsx", "service-worker-knows-no-pages"],
  ["app/ui/elements/planted.tsx", "app/domain/values/money.ts", "elements-know-no-domain"],
  ["app/ui/bookings/guards.tsx", "app/http/planted.ts", "ui-takes-only-types-of-the-server"],
  ["app/http/office.ts", "app/domain/admin/planted.server.ts", "only-the-office-imports-admin"],
  ["app/api/office.ts", "app/domain/admin/planted.server.ts", "only-the-office-imports-admin"],
  ["app/routes/client/asks.tsx", "app/domain/admin/planted.server.ts", "only-the-office-imports-admin"],
  ["app/routes/client/stores.tsx", "app/db/planted.ts", "routes-see-no-db-and-no-workers"],
  ["app/routes/client/wakes.tsx", "workers/planted.ts", "routes-see-no-db-and-no-workers"],
  ["app/routes/client/other.tsx", "app/routes/client/planted.tsx", "routes-do-not-import-routes"],
  ["app/routes/client/book/form.tsx", "app/routes/client/book/route.tsx", "routes-do-not-import-routes"],
  ["app/routes/client/book/card.tsx", "app/routes/client/pay/planted.tsx", "a-page-keeps-to-its-folder"],
  ["workers/draws.ts", "app/routes/planted.tsx", "workers-know-no-pages"],
  ["app/domain/bookings/impure.ts", "app/domain/bookings/answers.server.ts", "pure-files-stay-pure"],
  ["app/domain/bookings/framework.ts", "node_modules/react/index.js", "pure-files-stay-pure"],
  ["app/http/queries.ts", "node_modules/drizzle-orm/index.js", "only-domain-and-db-know-drizzle"],
  ["app/domain/values/back.ts", "app/domain/values/there.ts", "no-circles"],
  ["scripts/fill-town/back.ts", "scripts/fill-town/there.ts", "no-circles"],
  ["tests/support/back.ts", "tests/support/there.ts", "no-circles"],
];

const ALLOWED: [from: string, to: string][] = [
  ["app/routes/admin/asks.tsx", "app/domain/admin/planted.server.ts"],
  ["app/routes/client/book/route.tsx", "app/routes/client/book/form.tsx"],
  ["app/ui/bookings/shows.tsx", "app/domain/values/money.ts"],
  ["app/domain/bookings/writes.server.ts", "app/db/planted.ts"],
  ["workers/calls.ts", "app/api/planted.ts"],
  ["app/domain/bookings/counts.server.ts", "app/domain/rate-limits/planted.server.ts"],
];

/** The other half of each circle, which is reported once. It is an import of types. */
const CIRCLES = PLANTED.filter(([, , rule]) => rule === "no-circles").map(([from, to]): [string, string] => [to, from]);

const house = mkdtempSync(join(tmpdir(), "pombi-house-"));
const imports = new Map<string, string[]>();
for (const [from, to] of [...PLANTED, ...ALLOWED, ...CIRCLES]) {
  imports.set(from, [...(imports.get(from) ?? []), to]);
  if (!to.startsWith("node_modules/")) imports.set(to, imports.get(to) ?? []);
}
for (const [file, targets] of imports) {
  const lines = targets.map((target, at) => {
    const [, library] = /^node_modules\/([^/]+)\//.exec(target) ?? [];
    const path = relative(dirname(file), target).replace(/\.tsx?$/, "");
    const verb = CIRCLES.some(([from]) => from === file) ? "import type" : "import";
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

test.each(PLANTED)("%s may not import %s", (from, to, rule) => {
  const target = to.startsWith("node_modules/") ? expect.stringContaining(to.split("/")[1]!) : to;
  expect(violations).toContainEqual({ from, to: target, rule });
});

test.each(ALLOWED)("%s may import %s", (from) =>
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

test("each rule refuses an import", () => expect(new Set(PLANTED.map(([, , rule]) => rule))).toEqual(new Set(rules)));
