import { build } from "esbuild";
import type { AtRule, Declaration, Plugin, Root, Rule } from "postcss";
import parseSelector, { type Node, type Selector } from "postcss-selector-parser";

/** A page that carries its styles with it (`entry.server.tsx`). */
const INLINED = /\?page=(\w+)&inline$/;
const FRAME = ["root.tsx", "ui/shell/public-layout.tsx", "entry.server.tsx", "enhance.ts"];
const OWN_ATTRIBUTES = ["open", "value", "checked", "selected"];

/** All that our own code says of those pages, wherever it is imported from, without what they leave unused. */
async function sourcesOf(pages: string[]): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: pages,
    bundle: true,
    write: false,
    outdir: "build",
    charset: "utf8",
    packages: "external",
    external: ["*?url", "*?script", "*inline", "*.css"],
    alias: { "~": "./app" },
    loader: { ".svg": "text" },
    format: "esm",
  });
  return outputFiles.map(({ text }) => text);
}

/** Leaves out of a stylesheet what a page of these sources cannot use. */
function leaveOutUnused(root: Root, sources: string[]): void {
  const words = new Set(OWN_ATTRIBUTES);
  // Of a class such as `day-${index}` the source names the beginning.
  const beginnings = new Set<string>();
  for (const source of sources) {
    for (const [word] of source.matchAll(/[^\s"'`{}<>\\]+/g))
      // `aria-current=` names an attribute, `tabIndex:` does in other letters.
      for (const name of [word, word.replace(/[=:]$/, "")]) words.add(name).add(name.toLowerCase());
    for (const [, beginning] of source.matchAll(/([\w-]+-)\$\{/g)) beginnings.add(beginning!);
  }
  const isNamed = (name: string) => words.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning));

  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    const { nodes } = parseSelector().astSync(rule.selector);
    const used = nodes.filter((selector) => canMatch(selector, isNamed));
    if (used.length === 0) rule.remove();
    else if (used.length < nodes.length) rule.selectors = used.map((selector) => selector.toString().trim());
  });
  // The script adds the font after the first paint; the page's own fonts are those of the device.
  root.walkAtRules("font-face", (face) => {
    if (face.toString().includes("url(")) face.remove();
  });
  // No pipe of these pages moves to the next one. That page's stylesheet is not there yet, where this is the first one:
  // Chromium then gives up the transition, and says so as an error.
  root.walkAtRules("view-transition", (rule) => void rule.remove());
  leaveOutVariables(root, sources);
  const values = new Set<string>();
  root.walkDecls(({ value }) => void value.split(/[\s,]+/).forEach((part) => values.add(part)));
  root.walkAtRules(/keyframes$/, (keyframes) => void (values.has(keyframes.params) || keyframes.remove()));
  removeEmpty(root);
}

/** A page with such names can have an element for a selector. The content of `:not()` rules nothing out. */
function canMatch(selector: Selector, isNamed: (name: string) => boolean): boolean {
  return selector.nodes.every((node: Node) => {
    if (node.type === "class" || node.type === "id" || node.type === "tag") return isNamed(node.value);
    if (node.type === "attribute") return isNamed(node.attribute);
    if (node.type !== "pseudo" || node.nodes.length === 0 || node.value === ":not") return true;
    return node.nodes.some((inner) => canMatch(inner, isNamed));
  });
}

/** Those that a source names stay, for drawings and style attributes, and those that what stays takes its values from. */
function leaveOutVariables(root: Root, sources: string[]): void {
  const used = new Set(sources.flatMap((source) => source.match(/--[\w-]+/g) ?? []));
  const isUsed = ({ variable, prop }: Declaration) => !variable || used.has(prop);
  // A used variable uses those in its own value, too, wherever it is written.
  for (let before = -1; before !== used.size;) {
    before = used.size;
    root.walkDecls((one) => {
      if (isUsed(one)) for (const [, name] of one.value.matchAll(/var\(\s*(--[\w-]+)/g)) used.add(name!);
    });
  }
  root.walkDecls((one) => void (isUsed(one) || one.remove()));
}

const isKeyframe = ({ parent }: Rule) => parent?.type === "atrule" && (parent as AtRule).name.endsWith("keyframes");

function removeEmpty(root: Root): void {
  root.walk((node) => {
    for (let empty: typeof node | undefined = node; empty && "nodes" in empty && empty.nodes?.length === 0;) {
      const { parent } = empty as Rule;
      empty.remove();
      empty = parent?.type === "root" ? undefined : (parent as typeof node | undefined);
    }
  });
}

export const arrivalStyles: Plugin = {
  postcssPlugin: "arrival-styles",
  async OnceExit(root, helpers) {
    const page = INLINED.exec(helpers.result.opts.from ?? "")?.[1];
    if (page === undefined) return;
    leaveOutUnused(root, await sourcesOf([...FRAME, `routes/public/${page}/route.tsx`].map((name) => `app/${name}`)));
  },
};
