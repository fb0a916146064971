import type { Role } from "~/domain/values/user";

export interface PageHandle {
  /** The page runs in the browser too: dashboards do, public pages do not (W10). */
  hydrated?: boolean;
  /** The page is for one thing, and leads nowhere else (W10): no navigation, footer or call bar. */
  quiet?: boolean;
  /** The page may ask the browser where it is (B4). */
  locates?: boolean;
  /** A form of the page leads on to the payment provider (M10): its policy names that origin, and no other page's does. */
  leadsToProvider?: boolean;
  /** The page is the same for every visitor, and kept for a minute (S3). `query`: the only parameters it sees. */
  cache?: { query: readonly string[] };
}

/** The handle of a route's module; an empty one where the route has none. */
export const handleOf = (module: unknown): PageHandle => {
  const handle = (module as { handle?: unknown } | undefined)?.handle;
  return typeof handle === "object" && handle !== null ? handle : {};
};

/** The address of a dashboard's own list of routes (decision 072), which the build writes. Unchanged in development. */
export const routeListFor = (url: string, role: Role): string => url.replace(/\.js$/, `-${role}.js`);
