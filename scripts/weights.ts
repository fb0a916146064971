import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** The weights of W14, in bytes of gzip. */
export const LIMITS = { publicScript: 5_000, dashboardScript: 115_000, adminScript: 140_000, stylesheet: 15_000 };

interface AssetManifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
  url: string;
}

export interface Weight {
  what: string;
  bytes: number;
  limit: number;
}

const gzipped = (url: string) => gzipSync(readFileSync(`build/client${url}`), { level: 9 }).length;

/** What the built pages weigh: the stylesheet, the enhance script, and the script of each page of the dashboards. */
export async function measureBuild(): Promise<Weight[]> {
  const server = (await import(new URL("../build/server/index.js", import.meta.url).href)) as { assets: AssetManifest };
  const files = readFileSync("build/server/index.js", "utf8");
  const [stylesheet] = /\/assets\/styles-[\w-]+\.css/.exec(files) ?? [];
  const [enhance] = /\/assets\/enhance-[\w-]+\.js/.exec(files) ?? [];
  if (!stylesheet || !enhance) throw new Error("The build has no stylesheet or no enhance script.");

  const { entry, routes, url } = server.assets;
  /** The dashboard whose layout a page is in, wherever its own file is. */
  const dashboardOf = ({ id, parentId }: (typeof routes)[string]): string | undefined =>
    parentId && parentId !== "root" ? dashboardOf(routes[parentId]!) : /^routes\/(\w+)\/\1-layout$/.exec(id)?.[1];
  return [
    { what: "the stylesheet", bytes: gzipped(stylesheet), limit: LIMITS.stylesheet },
    { what: "the script of public pages", bytes: gzipped(enhance), limit: LIMITS.publicScript },
    ...Object.values(routes).flatMap((page) => {
      const dashboard = dashboardOf(page);
      if (!dashboard) return [];
      const modules = new Set([entry.module, ...entry.imports, url]);
      for (
        let route: typeof page | undefined = page;
        route;
        route = route.parentId ? routes[route.parentId] : undefined
      ) {
        for (const module of [route.module, ...(route.imports ?? [])]) modules.add(module);
      }
      const limit = dashboard === "admin" ? LIMITS.adminScript : LIMITS.dashboardScript;
      return {
        what: `the scripts of ${page.id}`,
        bytes: [...modules].reduce((sum, module) => sum + gzipped(module), 0),
        limit,
      };
    }),
  ];
}
