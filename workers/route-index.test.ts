import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/router";
import { expect, test } from "vitest";
import sitemap from "../app/routes";
import { indexRoutes } from "./route-index";

type Route = ServerBuild["routes"][string];
type ConfigEntry = (typeof sitemap)[number];

/** The product's own sitemap as a build, without the modules: only matching is tried here. */
const routes: ServerBuild["routes"] = { root: { id: "root", path: "", module: { default: () => null } } };
function add({ path, index, children = [], ...entry }: ConfigEntry, parentId: string) {
  const id = entry.id ?? entry.file.replace(/\.tsx?$/, "");
  routes[id] = { id, parentId, path, index, module: { default: () => null } } as Route;
  for (const child of children) add(child, id);
}
for (const entry of sitemap) add(entry, "root");
const index = indexRoutes({ routes, assets: { routes: {} } } as ServerBuild);
const routeIdOf = (path: string) => index.routeIdOf(new Request(`https://pombi.test${path}`));

/** Every path of the sitemap, each parameter filled in. */
const paths = Object.values(routes).flatMap((route) => {
  const segments: string[] = [];
  for (let one: Route | undefined = route; one?.parentId; one = routes[one.parentId]) segments.unshift(one.path ?? "");
  const path = `/${segments.filter(Boolean).join("/")}`;
  return [path.replace(/:\w+\??/g, "anything").replace("*", "no/such/page"), path.replace(/\/:\w+\?/g, "")];
});

const childrenOf = (parentId: string | undefined): Parameters<typeof matchRoutes>[0] =>
  Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return index ? { id, path, index: true } : { id, path, children: childrenOf(id) };
  });
const tree = childrenOf(undefined);

/** Remix's own match among all routes. */
const matchedByRemix = (path: string): string | null => matchRoutes(tree, path)?.at(-1)?.route.id ?? null;

test("every path leads where it would lead among all routes", () => {
  for (const path of new Set(paths.filter((one) => !one.includes(":")))) {
    expect(routeIdOf(path), path).not.toBeNull();
    expect(routeIdOf(path), path).toBe(matchedByRemix(path));
  }
});

test("a path matches in any letter case, with several slashes in front, and with encoded letters", () => {
  expect(routeIdOf("/ABOUT")).toBe(routeIdOf("/about"));
  expect(routeIdOf("/%61bout")).toBe(routeIdOf("/about"));
  expect(routeIdOf("/client%2Ddashboard/Messages/x")).toBe("client-conversation");
  expect(routeIdOf("//about")).toBe(routeIdOf("/about"));
});

test("the path of a page's data leads to the page", () => {
  expect(routeIdOf("/about.data")).toBe(routeIdOf("/about"));
  expect(routeIdOf("/client-dashboard/bookings.data")).toBe(routeIdOf("/client-dashboard/bookings"));
  expect(routeIdOf("/_root.data")).toBe(routeIdOf("/"));
});

test.each(["/nothing", "/constructor", "/__proto__/x", "/%00", "/about/nothing"])(
  "a path that doesn't exist leads to the catch-all: %s",
  (path) => expect(routeIdOf(path)).toBe("routes/public/not-found"),
);
