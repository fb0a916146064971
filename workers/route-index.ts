import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import { withFailuresNamed } from "./route-failures";

type Routes = ServerBuild["routes"];

export interface RouteIndex {
  handle: RequestHandler;
  /** The id of the route that an address leads to; null for none. */
  routeIdOf(request: Request): string | null;
}

interface Shelf {
  build: ServerBuild;
  handle?: RequestHandler;
  tree?: AgnosticRouteObject[];
}

/**
 * Remix sorts and tries all routes of a build at each request, twice: with sixty of them that takes longer than
 * drawing a small page. A request can only ever match routes that begin with the first part of its path, so each
 * such part gets a handler that knows these alone, beside the root and the page for what does not exist.
 */
export function indexRoutes(build: ServerBuild): RouteIndex {
  const shelves = new Map<string, Shelf>();
  const named = { ...build, routes: withFailuresNamed(build.routes) };
  const known = new Set(topRoutes(build.routes).map((route) => firstSegment(route.path ?? "")));
  const shelfOf = (pathname: string): Shelf => {
    const asked = firstSegment(pathname.slice(1));
    const segment = known.has(asked) ? asked : null;
    const shelf = shelves.get(segment ?? "*") ?? { build: onlyUnder(named, segment) };
    shelves.set(segment ?? "*", shelf);
    return shelf;
  };
  return {
    handle(request, context) {
      const shelf = shelfOf(pagePathOf(request));
      shelf.handle ??= createRequestHandler(shelf.build, "production");
      return shelf.handle(request, context);
    },
    routeIdOf(request) {
      const pathname = pagePathOf(request);
      const shelf = shelfOf(pathname);
      shelf.tree ??= treeOf(shelf.build.routes, undefined);
      return matchRoutes(shelf.tree, pathname)?.at(-1)?.route.id ?? null;
    },
  };
}

const topRoutes = (routes: Routes) =>
  Object.values(routes)
    .filter((route) => route?.parentId === "root")
    .flatMap((route) => route ?? []);
const firstSegment = (path: string) => (path.split("/")[0] ?? "").toLowerCase();

/** The path of the page that is asked for, or whose data: Remix asks for that under the page's path and `.data`. */
function pagePathOf(request: Request): string {
  const pathname = `/${new URL(request.url).pathname.replace(/^\/+/, "")}`;
  return pathname.endsWith(".data") ? pathname.slice(0, -".data".length).replace(/^\/_root$/, "/") : pathname;
}

/** The root, the top routes that begin with this part, what stands below them, and the page for everything else. */
function onlyUnder(build: ServerBuild, segment: string | null): ServerBuild {
  const { routes, assets } = build;
  const tops = topRoutes(routes).filter(
    ({ path = "" }) => path === "*" || (segment !== null && firstSegment(path) === segment),
  );
  const kept = new Set(tops.map(({ id }) => id));
  const belongs = (id: string): boolean => id !== "root" && (kept.has(id) || belongs(routes[id]?.parentId ?? "root"));
  const pick = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => id === "root" || belongs(id)));
  return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}

function treeOf(routes: Routes, parentId: string | undefined): AgnosticRouteObject[] {
  const below = Object.values(routes).flatMap((route) => (route && route.parentId === parentId ? route : []));
  return below.map(({ id, path, index }): AgnosticRouteObject =>
    index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
  );
}
