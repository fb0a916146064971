import { readFileSync, readdirSync } from "node:fs";
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { NEEDED_FUNCTIONS } from "../app/http/light-pages";

/** The oldest browsers that can read our modules: older ones run nothing, so that their pages are HTML alone. */
const CHROME = 85;
const IOS = 14;

/** Newer names that need no test: methods of our own and of libraries, and functions that are asked for before a call. */
const EXEMPT = new Set([
  "adopt",
  "canParse",
  "captureStackTrace",
  "check",
  "createContext",
  "drop",
  "fetch",
  "formData",
  "getSubscription",
  "hide",
  "ms",
  "navigate",
  "override",
  "parseCreationOptionsFromJSON",
  "parseRequestOptionsFromJSON",
  "permission",
  "reconnect",
  "requestPermission",
  "run",
  "s",
  "scheduling",
  "skipTransition",
  "startViewTransition",
  "subscribe",
  "unsubscribe",
  "when",
  "xr",
]);

interface Member {
  owner: string;
  isNew: boolean;
}

/** The faults of the test in front of dashboards' modules, measured by the built bundles: names it lacks, or needs no more. */
export function faultsOfLightPagesTest(): string[] {
  const folder = "build/client/assets";
  // The service worker's, and those of public and kept pages, stand behind other tests.
  const files = readdirSync(folder).filter((name) => name.endsWith(".js") && !/^(enhance|kept-page)-/.test(name));
  const called = newFunctionsIn(files.map((name) => readFileSync(`${folder}/${name}`, "utf8")).join("\n"));
  const tested = new Set(NEEDED_FUNCTIONS.map((name) => name.split(".").at(-1)!));
  return [
    ...[...called].filter((name) => !tested.has(name)).map((name) => `${name} is called and not asked for`),
    ...[...tested].filter((name) => !called.has(name)).map((name) => `${name} is asked for and not called`),
  ];
}

/** The names of functions in a bundle that are newer than the oldest browser that reads it. */
function newFunctionsIn(code: string): Set<string> {
  const calls = new Set([...code.matchAll(/[.?]\.?([A-Za-z]\w*)\(/g)].map(([, name]) => name!));
  const statics = new Set(
    [...code.matchAll(/\b([A-Z]\w*|crypto|navigator|document)\.([a-z]\w*)\b/g)].map(([all]) => all),
  );
  const found = new Set<string>();
  for (const [name, members] of membersByName()) {
    const named = members.filter(({ owner }) =>
      [owner, owner.toLowerCase()].some((object) => statics.has(`${object}.${name}`)),
    );
    // A method of that name which older browsers have may be meant.
    const isNew = named.length > 0 ? named.some((one) => one.isNew) : members.every((one) => one.isNew);
    if (isNew && (named.length > 0 || calls.has(name)) && !EXEMPT.has(name)) found.add(name);
  }
  return found;
}

/** All members of the language's and the browser's objects, by their names. */
function membersByName(): Map<string, Member[]> {
  // Read as a file: as a module, it would be 20 MB of code.
  const { api, javascript } = JSON.parse(
    readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8"),
  ) as CompatData;
  const byName = new Map<string, Member[]>();
  for (const group of [javascript["builtins"], api] as Identifier[])
    for (const [owner, members] of Object.entries(group))
      for (const [key, { __compat: compat }] of Object.entries(members as Record<string, Identifier>)) {
        if (!compat) continue;
        const name = key.replace(/_static$/, "");
        const isNew = sinceOf(compat, "chrome") > CHROME || sinceOf(compat, "safari_ios") > IOS;
        byName.set(name, [...(byName.get(name) ?? []), { owner, isNew }]);
      }
  return byName;
}

/** The first version of a browser that has a function without a flag or prefix; infinity: none has. */
function sinceOf({ support }: CompatStatement, browser: "chrome" | "safari_ios"): number {
  const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[];
  const plain = statements.find(({ flags, prefix, version_added: added }) => !flags && !prefix && added);
  return typeof plain?.version_added === "string" ? Number.parseFloat(plain.version_added.replace("≤", "")) : Infinity;
}
