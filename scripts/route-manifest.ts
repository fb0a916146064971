import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ROLES } from "../app/domain/values/user";
import { routeListFor } from "~/http/page-handle";

interface Route {
  id: string;
  path?: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

/** What the browser's script is told of the build: its entry's files, and those of each route. */
export interface RouteManifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, Route>;
  url: string;
}

/**
 * Makes of the browser's list of routes one for each dashboard, with what the framework's script navigates to there: its
 * own pages, and the page for what is nowhere. All others are loaded as documents (W10), so their rows would only be
 * weight (decision 072). Gives the whole list.
 */
export function splitRouteManifest(): RouteManifest {
  const folder = "build/client/assets";
  const file = `${folder}/${readdirSync(folder).find((name) => name.startsWith("manifest-"))}`;
  const [, before, json, after] = /^([^{]*)(\{.*\})(;?\s*)$/s.exec(readFileSync(file, "utf8")) ?? [];
  if (before === undefined || json === undefined) throw new Error(`${file} is no route manifest.`);
  const manifest = JSON.parse(json) as RouteManifest;
  for (const role of ROLES) {
    const kept = Object.entries(manifest.routes).filter(([, route]) =>
      isWithin(`${role}-dashboard`, route, manifest.routes),
    );
    writeFileSync(
      `build/client${routeListFor(manifest.url, role)}`,
      `${before}${JSON.stringify({ ...manifest, routes: Object.fromEntries(kept) })}${after ?? ""}`,
    );
  }
  rmSync(file);
  return manifest;
}

function isWithin(dashboard: string, { id, path, parentId }: Route, routes: Record<string, Route>): boolean {
  if (id === "root" || (parentId === "root" && path === "*")) return true;
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent !== undefined && (parentId === "root" ? path === dashboard : isWithin(dashboard, parent, routes));
}
