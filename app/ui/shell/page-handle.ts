/** What a route declares about its page: `export const handle: PageHandle = { ... }`. */
export interface PageHandle {
  /** Whether the page hydrates: dashboards do, public pages don't. */
  hydrated?: boolean;
}

const handleOf = (module: unknown): PageHandle => {
  const handle = (module as { handle?: unknown } | undefined)?.handle;
  return typeof handle === "object" && handle !== null ? handle : {};
};

/** Whether a page made of these route modules ships the framework's script. */
export const isHydrated = (modules: unknown[]): boolean => modules.some((module) => handleOf(module).hydrated);
