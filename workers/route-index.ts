import {
  createRequestHandler,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type ServerBuild,
  type RequestHandler,
} from "@remix-run/cloudflare";
import { matchRoutes, UNSAFE_decodePath as decodePath, type AgnosticRouteObject } from "@remix-run/router";
import { unexpectedAnswer } from "../app/http/responses";
import { handleOf } from "../app/http/page-handle";
import { brokenResource, isResource, orErrorPage, resourceAnswer } from "./resource-answers";

type Routes = ServerBuild["routes"];

/** Makes loaders and actions log errors by route, and answer with the request's id and status, which Remix would not. */
function withFailuresNamed(routes: Routes): Routes {
  const named = Object.entries(routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: naming(id, loader, isResource(route)) }),
      ...(action && { action: naming(id, action, isResource(route)) }),
    };
    return [id, { ...route, module }];
  });
  return Object.fromEntries(named) as Routes;
}

function naming<A extends LoaderFunctionArgs, T>(routeId: string, run: (args: A) => T, isOfResource: boolean) {
  return async (args: A): Promise<Awaited<T>> => {
    try {
      const answer = await run(args);
      return isOfResource ? resourceAnswer(args.request, answer) : answer;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { requestId, reportError } = args.context;
      const status = args.request.signal.aborted ? 500 : reportError("route failed", error, { routeId });
      throw (isOfResource ? brokenResource : unexpectedAnswer)(requestId, status);
    }
  };
}

/** The routes that paths with the same beginning can lead to, and what is made of them on first use. */
interface Section {
  build: ServerBuild;
  handle?: RequestHandler;
  tree?: AgnosticRouteObject[];
}

/** Remix tries all routes at each request. So each beginning of a path has a handler with the routes that can match. */
export function indexRoutes(build: ServerBuild) {
  const sections = new Map<string, Section>();
  const named = { ...build, routes: withFailuresNamed(build.routes) };
  const paths = new Map(Object.keys(build.routes).map((id) => [id, fullPath(build.routes, id)]));
  const beginnings = new Set([...paths.values()].flatMap(([first, second]) => [first, `${first}/${second}`]));

  function sectionOf(pathname: string): Section {
    const [first = "", second = ""] = segmentsOf(decodePath(pathname));
    const beginning = [`${first}/${second}`, first].find((known) => beginnings.has(known)) ?? "";
    const section = sections.get(beginning) ?? { build: onlySection(named, paths, segmentsOf(beginning)) };
    sections.set(beginning, section);
    return section;
  }

  /** The id of the route that a request's path leads to; null: none. */
  function routeIdOf(request: Request): string | null {
    const pathname = pagePathOf(request);
    const section = sectionOf(pathname);
    section.tree ??= treeOf(section.build.routes, undefined);
    return matchRoutes(section.tree, pathname)?.at(-1)?.route.id ?? null;
  }

  return {
    async handle(request: Request, context: AppLoadContext) {
      const section = sectionOf(pagePathOf(request));
      section.handle ??= createRequestHandler(section.build, "production");
      return orErrorPage(named, request, context, await section.handle(request, context));
    },
    routeIdOf,
    pageHandleOf: (request: Request) => handleOf(build.routes[routeIdOf(request) ?? ""]?.module),
  };
}

const segmentsOf = (path: string) => path.toLowerCase().split("/").filter(Boolean);

function fullPath(routes: Routes, id: string): string[] {
  const route = routes[id];
  return route ? [...fullPath(routes, route.parentId ?? ""), ...segmentsOf(route.path ?? "")] : [];
}

/** The path of the requested page. Remix requests a page's data under the page's path and `.data`. */
function pagePathOf(request: Request): string {
  const pathname = `/${new URL(request.url).pathname.replace(/^\/+/, "")}`;
  return pathname.endsWith(".data") ? pathname.slice(0, -".data".length).replace(/^\/_root$/, "/") : pathname;
}

/** The build with the routes that a path can lead to which begins with these segments, and with their parents. */
function onlySection(build: ServerBuild, paths: Map<string, string[]>, beginning: string[]): ServerBuild {
  const { routes, assets } = build;
  const isOpen = (segment: string) => /^[:*]/.test(segment);
  const canMatch = (id: string) =>
    paths
      .get(id)!
      .slice(0, 2)
      .every((segment, place) => isOpen(segment) || segment === beginning[place]);
  const withParents = (id: string): string[] => [id, ...(routes[id]?.parentId ? withParents(routes[id].parentId) : [])];
  const ids = new Set(Object.keys(routes).filter(canMatch).flatMap(withParents));
  const pick = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}

function treeOf(routes: Routes, parentId: string | undefined): AgnosticRouteObject[] {
  const children = Object.values(routes).flatMap((route) => (route && route.parentId === parentId ? route : []));
  return children.map(({ id, path, index }): AgnosticRouteObject =>
    index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
  );
}
