import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { ROLES } from "../app/domain/values/user";
import { routeListFor } from "../app/http/route-list";

interface Route {
  id: string;
  path?: string;
  parentId?: string;
}

/**
 * Makes of the browser's list of routes one for each dashboard, with what the framework's script navigates to there: its
 * own pages, and the page for what is nowhere. All others are loaded as documents (W10), so their rows would only be
 * weight (decision 072).
 */
export function splitRouteManifest(url: string): void {
  const file = `build/client${url}`;
  const [, before, json, after] = /^([^{]*)(\{.*\})(;?\s*)$/s.exec(readFileSync(file, "utf8")) ?? [];
  if (before === undefined || json === undefined) throw new Error(`${file} is no route manifest.`);
  const manifest = JSON.parse(json) as { routes: Record<string, Route> };
  for (const role of ROLES) {
    const kept = Object.entries(manifest.routes).filter(([, route]) =>
      isWithin(`${role}-dashboard`, route, manifest.routes),
    );
    writeFileSync(
      `build/client${routeListFor(url, role)}`,
      `${before}${JSON.stringify({ ...manifest, routes: Object.fromEntries(kept) })}${after ?? ""}`,
    );
  }
  rmSync(file);
}

function isWithin(dashboard: string, { id, path, parentId }: Route, routes: Record<string, Route>): boolean {
  if (id === "root" || (parentId === "root" && path === "*")) return true;
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent !== undefined && (parentId === "root" ? path === dashboard : isWithin(dashboard, parent, routes));
}
