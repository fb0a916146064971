import type { Plugin } from "vite";

interface Change {
  file: RegExp;
  text: string;
  replacement: string;
}

const CHANGES: Change[] = [
  // A route's file names what it imports: to find that out there costs a round trip more. The list of routes knows it.
  {
    file: /@remix-run\/react\/dist\/esm\/routeModules\.js$/,
    text: "await import( /* webpackIgnore: true */route.module)",
    replacement: `(await Promise.all([route.module, ...route.imports ?? []].map(file => import(/* @vite-ignore */ file))))[0]`,
  },
  // The page of an action that leads elsewhere is never seen: its files are loaded once the answer shows it.
  {
    file: /@remix-run\/router\/dist\/router\.js$/,
    text: "let loadRouteDefinitionsPromises = matches.map(m => m.route.lazy ? loadLazyRouteModule(m.route, mapRouteProperties, manifest) : undefined);",
    replacement: `let loadRoutes = () => matches.map(m => m.route.lazy ? loadLazyRouteModule(m.route, mapRouteProperties, manifest) : undefined);
  let loadRouteDefinitionsPromises = type === "action" ? [] : loadRoutes();`,
  },
  {
    file: /@remix-run\/router\/dist\/router\.js$/,
    text: "await Promise.all(loadRouteDefinitionsPromises);",
    replacement: `await Promise.all(type === "action" && !Object.values(results).some(one => isResponse(one.result)) ? loadRoutes() : loadRouteDefinitionsPromises);`,
  },
];

/** Lets the browser's router ask for a page's files in one round trip, beside its data, and for no page that isn't shown. */
export function routeModules(): Plugin {
  const missing = new Set(CHANGES);
  return {
    name: "route-modules",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      for (const change of CHANGES) {
        if (!change.file.test(id) || !code.includes(change.text)) continue;
        missing.delete(change);
        code = code.replace(change.text, () => change.replacement);
      }
      return code;
    },
    generateBundle() {
      for (const { text } of missing) this.error(`The router no longer says "${text}": see scripts/route-modules.ts`);
    },
  };
}
