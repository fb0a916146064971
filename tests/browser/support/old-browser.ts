import { readFileSync } from "node:fs";
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { list, parse, type AtRule, type Container, type Declaration } from "postcss";

// A stylesheet as a browser of the past reads it, by what browser-compat-data says of Chrome.

// Read as a file: as a module, Vite would turn its 20 MB into code.
const { css } = JSON.parse(readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8")) as CompatData;
const {
  "at-rules": atRules,
  properties,
  selectors,
  types,
} = css as Record<"at-rules" | "properties" | "selectors" | "types", Identifier>;

/** The stylesheet without what Chrome of that version would drop. */
export function asChromeReads(styles: string, version: number): string {
  const root = parse(styles);
  keepKnown(root, version);
  return root.toString();
}

function keepKnown(container: Container, version: number): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === "decl") {
      // Descriptors of a font are no properties.
      const isDescriptor = container.type === "atrule" && (container as AtRule).name === "font-face";
      if (!isDescriptor && !knowsDeclaration(node, version)) node.remove();
    } else if (node.type === "rule") {
      // One selector that it does not know costs the whole rule; a rule within a rule is unknown to it.
      const isStep = container.type === "atrule" && /keyframes$/.test((container as AtRule).name);
      if (
        container.type === "rule" ||
        (!isStep && !node.selectors.every((selector) => knowsSelector(selector, version)))
      )
        node.remove();
      else keepKnown(node, version);
    } else if (node.type === "atrule") keepKnownAtRule(node, version);
  }
}

function keepKnownAtRule(rule: AtRule, version: number): void {
  const name = rule.name.replace(/^-\w+-/, "");
  if (rule.parent?.type === "rule" || !isKnown(atRules[name], version)) return void rule.remove();
  if (name === "media" && !knowsMedia(rule.params, version)) return void rule.remove();
  if (rule.nodes) keepKnown(rule, version);
  if (name !== "supports") return;
  if (holds(rule.params, version)) rule.replaceWith(rule.nodes ?? []);
  else rule.remove();
}

const since = (support: SimpleSupportStatement, version: number) =>
  typeof support.version_added === "string" &&
  Number.parseInt(support.version_added.replace("≤", ""), 10) <= version &&
  !(support.version_removed && Number.parseInt(String(support.version_removed), 10) <= version) &&
  !support.flags;

function statements(entry: Identifier | undefined): SimpleSupportStatement[] {
  const compat: CompatStatement | undefined = entry?.__compat;
  const support = compat?.support.chrome;
  return support === undefined ? [] : ([support].flat() as SimpleSupportStatement[]);
}

/** Whether the browser knows it, without a prefix; what the data does not name is taken as known. */
function isKnown(entry: Identifier | undefined, version: number): boolean {
  const all = statements(entry);
  return (
    all.length === 0 || all.some((support) => !support.prefix && !support.alternative_name && since(support, version))
  );
}

function knowsProperty(name: string, version: number): boolean {
  if (name.startsWith("--")) return true;
  const [, prefix, plain] = /^(-\w+-)?(.+)$/.exec(name)!;
  if (prefix && !properties[name])
    return statements(properties[plain!]).some(
      (support) => (support.prefix === prefix || support.alternative_name === name) && since(support, version),
    );
  return name in properties && isKnown(properties[name], version);
}

const UNITS: Record<string, string> = {
  d: "viewport_percentage_units_dynamic",
  s: "viewport_percentage_units_small",
  l: "viewport_percentage_units_large",
};

function functionEntry(name: string, within: Identifier = types): Identifier | undefined {
  for (const [key, entry] of Object.entries(within) as [string, Identifier][]) {
    if (key === "__compat") continue;
    const found = key === name ? entry : functionEntry(name, entry);
    if (found) return found;
  }
  return undefined;
}

function knowsDeclaration({ prop, value }: Pick<Declaration, "prop" | "value">, version: number): boolean {
  if (prop.startsWith("--")) return true;
  if (!knowsProperty(prop, version)) return false;
  const words = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, "");
  for (const [, name] of words.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g))
    if (!isKnown(functionEntry(name!), version)) return false;
  for (const [, kind] of words.matchAll(/\d([dsl])v[hwib]/g))
    if (!isKnown(types["length"]?.[UNITS[kind!]!] as Identifier, version)) return false;
  if (/\b(?:rgb|hsl)a?\(from\b/.test(words)) return false;
  return !/^[\w-]+$/.test(words) || isKnown(properties[prop]?.[words] as Identifier | undefined, version);
}

function knowsSelector(selector: string, version: number): boolean {
  const words = selector.replace(/\\./g, "").replace(/"[^"]*"/g, "");
  if (words.includes("&")) return false;
  const lists = [...words.matchAll(/:not\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].some(
    ([, inner]) => list.comma(inner!).length > 1,
  );
  if (lists && !isKnown(selectors["not"]?.["selector_list"] as Identifier, version)) return false;
  return [...words.matchAll(/::?([a-z-]+)/g)].every(
    ([, name]) =>
      name!.startsWith("-webkit-") ||
      (!name!.startsWith("-") && Object.hasOwn(selectors, name!) && isKnown(selectors[name!], version)),
  );
}

function knowsMedia(params: string, version: number): boolean {
  if (/[<>=]/.test(params)) return isKnown(atRules["media"]?.["range_syntax"] as Identifier, version);
  return [...params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)].every(([, feature]) =>
    isKnown(atRules["media"]?.[feature!] as Identifier | undefined, version),
  );
}

/** Whether an `@supports` condition holds there. */
function holds(condition: string, version: number): boolean {
  const text = condition.trim();
  const parts = (word: "and" | "or") => splitAtDepthZero(text, word);
  if (parts("or").length > 1) return parts("or").some((part) => holds(part, version));
  if (parts("and").length > 1) return parts("and").every((part) => holds(part, version));
  const not = /^not\s*(.+)$/s.exec(text);
  if (not) return !holds(not[1]!, version);
  const selector = /^selector\((.+)\)$/s.exec(text);
  if (selector) return knowsSelector(selector[1]!, version);
  const inner = text.replace(/^\(([\s\S]+)\)$/, "$1").trim();
  if (/^(?:\(|not\b|selector\()/.test(inner)) return holds(inner, version);
  const [, prop, value] = /^([\w-]+)\s*:\s*(.+)$/s.exec(inner) ?? [];
  return Boolean(prop && value) && knowsDeclaration({ prop: prop!, value: value! }, version);
}

function splitAtDepthZero(text: string, word: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(new RegExp(`[()]|(?<=[\\s)])${word}(?=[\\s(])`, "g"))) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (depth === 0) {
      parts.push(text.slice(from, index));
      from = index + word.length;
    }
  }
  return [...parts, text.slice(from)];
}
