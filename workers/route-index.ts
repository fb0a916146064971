import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { withFailuresNamed } from "./route-failures";

type Routes = ServerBuild["routes"];

/**
 * Remix sorts and tries all routes of a build at each request, twice: with sixty of them that takes longer than
 * drawing a small page. A request can only ever match routes that begin with the first part of its path, so each
 * such part gets a handler that knows these alone, beside the root and the page for what does not exist.
 */
export function handlerByFirstSegment(build: ServerBuild): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  const named = { ...build, routes: withFailuresNamed(build.routes) };
  const known = new Set(topRoutes(build.routes).map((route) => firstSegment(route.path ?? "")));
  return (request, context) => {
    const asked = segmentOf(request);
    const segment = known.has(asked) ? asked : null;
    let handler = handlers.get(segment ?? "*");
    if (!handler) {
      handler = createRequestHandler(onlyUnder(named, segment), "production");
      handlers.set(segment ?? "*", handler);
    }
    return handler(request, context);
  };
}

const topRoutes = (routes: Routes) => Object.values(routes).filter((route) => route?.parentId === "root").flatMap((route) => route ?? []);
const firstSegment = (path: string) => (path.split("/")[0] ?? "").toLowerCase();

/** The first part of the path as routes spell it; Remix asks for a page's data under its path and `.data`. */
function segmentOf(request: Request): string {
  const path = new URL(request.url).pathname.replace(/^\/+/, "");
  const segment = firstSegment(path);
  return segment === path.toLowerCase() && segment.endsWith(".data") ? segment.slice(0, -".data".length).replace(/^_root$/, "") : segment;
}

/** The root, the top routes that begin with this part, what stands below them, and the page for everything else. */
function onlyUnder(build: ServerBuild, segment: string | null): ServerBuild {
  const { routes, assets } = build;
  const tops = topRoutes(routes).filter(({ path = "" }) => path === "*" || (segment !== null && firstSegment(path) === segment));
  const kept = new Set(tops.map(({ id }) => id));
  const belongs = (id: string): boolean => id !== "root" && (kept.has(id) || belongs(routes[id]?.parentId ?? "root"));
  const pick = <T,>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => id === "root" || belongs(id)));
  return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}
