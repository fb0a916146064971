import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { parse, type Plugin } from "postcss";
import { PurgeCSS } from "purgecss";

/** A page that carries its styles with it (`http/critical-css.server.ts`). */
const INLINED = /\?page=(\w+)&inline$/;
/** What every such page is framed by, or shows in its place. */
const FRAME = ["root", "ui/shell/public-layout", "ui/shell/problem"];

/** All that our own code says of those pages, wherever it is imported from. */
async function sourcesOf(pages: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: pages,
    bundle: true,
    write: false,
    outdir: "build",
    metafile: true,
    packages: "external",
    external: ["*?url", "*?script", "*inline", "*.css"],
    alias: { "~": "./app" },
    loader: { ".svg": "text" },
  });
  return Object.keys(metafile.inputs).map((file) => readFileSync(file.replace(/\?raw$/, ""), "utf8"));
}

/** Leaves out of the stylesheet that is put into a page (`styles.css?page=home&inline`) that page cannot use. */
export const arrivalStyles: Plugin = {
  postcssPlugin: "arrival-styles",
  async OnceExit(root, helpers) {
    const page = INLINED.exec(helpers.result.opts.from ?? "")?.[1];
    if (page === undefined) return;
    const sources = await sourcesOf([...FRAME, `routes/public/${page}`].map((name) => `app/${name}.tsx`));
    // Of a class such as `day-${index}` the source names the beginning.
    const beginnings = sources.flatMap((source) => [...source.matchAll(/([\w-]+-)\$\{/g)].map((match) => match[1]!));
    const [purged] = await new PurgeCSS().purge({
      css: [{ raw: root.toString() }],
      content: [{ raw: sources.join("\n"), extension: "tsx" }],
      // `aria-current=` names an attribute too.
      defaultExtractor: (source) =>
        source.match(/[^\s"'`{}<>]+/g)?.flatMap((word) => [word, word.replace(/=$/, "")]) ?? [],
      safelist: { standard: [...new Set(beginnings)].map((beginning) => new RegExp(`^${beginning}`)) },
      keyframes: true,
      variables: true,
    });
    root.removeAll();
    root.append(parse(purged!.css));
  },
};
