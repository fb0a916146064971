/** What a route says about its page: `export const handle: PageHandle = { ... }`. */
export interface PageHandle {
  /** The page runs in the browser too: dashboards do, everything public does not. */
  hydrated?: boolean;
}

const handleOf = (module: unknown): PageHandle => {
  const handle = (module as { handle?: unknown } | undefined)?.handle;
  return typeof handle === "object" && handle !== null ? handle : {};
};

/** Whether a page made of these route modules ships the framework's script. */
export const isHydrated = (modules: unknown[]): boolean => modules.some((module) => handleOf(module).hydrated);
