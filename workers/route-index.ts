import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import { handleOf, type PageHandle } from "../app/http/page-handle";
import { withFailuresNamed } from "./route-failures";

type Routes = ServerBuild["routes"];

export interface RouteIndex {
  handle: RequestHandler;
  /** The id of the route that a request's path leads to; null when there is none. */
  routeIdOf(request: Request): string | null;
  /** What that route says about its page. */
  pageHandleOf(request: Request): PageHandle;
}

/** The routes whose paths begin with one segment, and what is made of them on first use. */
interface Section {
  build: ServerBuild;
  handle?: RequestHandler;
  tree?: AgnosticRouteObject[];
}

/**
 * Remix sorts and tries all routes of a build twice at each request: with sixty routes that takes longer than rendering
 * a small page. A request can only match routes that begin with the first segment of its path, so each segment gets a
 * request handler of its own that knows those routes, the root and the catch-all.
 */
export function indexRoutes(build: ServerBuild): RouteIndex {
  const sections = new Map<string | null, Section>();
  const named = { ...build, routes: withFailuresNamed(build.routes) };
  const segments = new Set(topRoutes(build.routes).map((route) => firstSegment(route.path ?? "")));

  function sectionOf(pathname: string): Section {
    const first = firstSegment(pathname.slice(1));
    const segment = segments.has(first) ? first : null;
    const section = sections.get(segment) ?? { build: onlySection(named, segment) };
    sections.set(segment, section);
    return section;
  }

  function routeIdOf(request: Request): string | null {
    const pathname = pagePathOf(request);
    const section = sectionOf(pathname);
    section.tree ??= treeOf(section.build.routes, undefined);
    return matchRoutes(section.tree, pathname)?.at(-1)?.route.id ?? null;
  }

  return {
    handle(request, context) {
      const section = sectionOf(pagePathOf(request));
      section.handle ??= createRequestHandler(section.build, "production");
      return section.handle(request, context);
    },
    routeIdOf,
    pageHandleOf: (request) => handleOf(build.routes[routeIdOf(request) ?? ""]?.module),
  };
}

const topRoutes = (routes: Routes) =>
  Object.values(routes)
    .filter((route) => route?.parentId === "root")
    .flatMap((route) => route ?? []);
const firstSegment = (path: string) => (path.split("/")[0] ?? "").toLowerCase();

/** The path of the requested page. Remix requests a page's data under the page's path and `.data`. */
function pagePathOf(request: Request): string {
  const pathname = `/${new URL(request.url).pathname.replace(/^\/+/, "")}`;
  return pathname.endsWith(".data") ? pathname.slice(0, -".data".length).replace(/^\/_root$/, "/") : pathname;
}

/**
 * The build with the root, the top routes of a segment (null: none of them), all routes below these, and the catch-all.
 */
function onlySection(build: ServerBuild, segment: string | null): ServerBuild {
  const { routes, assets } = build;
  const tops = topRoutes(routes).filter(
    ({ path = "" }) => path === "*" || (segment !== null && firstSegment(path) === segment),
  );
  const topIds = new Set(tops.map(({ id }) => id));
  const belongs = (id: string): boolean => id !== "root" && (topIds.has(id) || belongs(routes[id]?.parentId ?? "root"));
  const pick = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => id === "root" || belongs(id)));
  return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}

function treeOf(routes: Routes, parentId: string | undefined): AgnosticRouteObject[] {
  const children = Object.values(routes).flatMap((route) => (route && route.parentId === parentId ? route : []));
  return children.map(({ id, path, index }): AgnosticRouteObject =>
    index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
  );
}
