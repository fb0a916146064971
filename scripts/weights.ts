import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { ROLES } from "../app/domain/values/user";
import { routeListFor } from "../app/http/page-handle";

interface Route {
  id: string;
  path?: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

interface RouteManifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, Route>;
  url: string;
}

/** Writes the browser's list of routes for each dashboard (decision 072), as others are documents (W10). Gives it whole. */
export function splitRouteManifest(): RouteManifest {
  const folder = "build/client/assets";
  const file = `${folder}/${readdirSync(folder).find((name) => name.startsWith("manifest-"))}`;
  const [, before, json, after] = /^([^{]*)(\{.*\})(;?\s*)$/s.exec(readFileSync(file, "utf8")) ?? [];
  if (before === undefined || json === undefined) throw new Error(`${file} is no route manifest.`);
  const manifest = JSON.parse(json) as RouteManifest;
  for (const role of ROLES) {
    const isKept = (route: Route) => isWithin(`${role}-dashboard`, chainOf(route, manifest.routes));
    const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([, route]) => isKept(route)));
    const list = `${before}${JSON.stringify({ ...manifest, routes })}${after ?? ""}`;
    writeFileSync(`build/client${routeListFor(manifest.url, role)}`, list);
  }
  rmSync(file);
  return manifest;
}

/** A route with those that it is in, from the inside out: the last one is the root. */
function chainOf(route: Route, routes: Record<string, Route>): Route[] {
  const parent = route.parentId && routes[route.parentId];
  return [route, ...(parent ? chainOf(parent, routes) : [])];
}

const isWithin = (dashboard: string, chain: Route[]): boolean =>
  chain.length === 1 || (chain.length === 2 && chain[0]!.path === "*") || chain.at(-2)!.path === dashboard;

export const LIMITS = {
  publicScript: 5_000,
  dashboardScript: 114_000,
  adminScript: 126_000,
  serviceWorker: 3_000,
  stylesheet: 13_500,
  officeStylesheet: 5_000,
};

export interface Weight {
  what: string;
  bytes: number;
  limit: number;
}

const gzipped = (url: string) => gzipSync(readFileSync(`build/client${url}`), { level: 9 }).length;

export function measureBuild({ entry, routes, url }: RouteManifest): Weight[] {
  const files = readFileSync("build/server/index.js", "utf8");
  const named = (pattern: RegExp) => {
    const [file] = pattern.exec(files) ?? [];
    if (!file) throw new Error(`The build has no ${pattern}.`);
    return gzipped(file);
  };
  return [
    { what: "the stylesheet", bytes: named(/\/assets\/styles-[\w-]+\.css/), limit: LIMITS.stylesheet },
    { what: "the office's stylesheet", bytes: named(/\/assets\/office-[\w-]+\.css/), limit: LIMITS.officeStylesheet },
    { what: "the script of public pages", bytes: named(/\/assets\/enhance-[\w-]+\.js/), limit: LIMITS.publicScript },
    { what: "the service worker", bytes: gzipped("/sw.js"), limit: LIMITS.serviceWorker },
    ...Object.values(routes).flatMap((page) => {
      const chain = chainOf(page, routes);
      const dashboard = ROLES.find((role) => chain.some(({ id }) => id === `routes/${role}/${role}-layout`));
      if (!dashboard) return [];
      const own = chain.flatMap(({ module, imports = [] }) => [module, ...imports]);
      const modules = new Set([entry.module, ...entry.imports, routeListFor(url, dashboard), ...own]);
      return {
        what: `the scripts of ${page.id}`,
        bytes: [...modules].reduce((sum, module) => sum + gzipped(module), 0),
        limit: dashboard === "admin" ? LIMITS.adminScript : LIMITS.dashboardScript,
      };
    }),
  ];
}
