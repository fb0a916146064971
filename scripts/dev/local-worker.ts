import { build, type BuildOptions, type BuildResult, context, type Plugin } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from "miniflare";
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { ViteDevServer } from "vite";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { storageIn } from "../local-storage";
import { SCRIPTS } from "../script-url";

const CODE_PATH = "/@worker/code";

/** Vite's constants as the server has them; esbuild knows none of them. */
const VITE_ENV = {
  BASE_URL: "/",
  MODE: "development",
  DEV: true,
  PROD: false,
  SSR: true,
} satisfies ImportMetaEnv;

const COMMON = {
  bundle: true,
  write: false,
  target: "es2024",
  conditions: ["workerd", "worker", "browser"],
  mainFields: ["browser", "module", "main"],
  define: {
    "process.env.NODE_ENV": '"development"',
    "import.meta.env": JSON.stringify(VITE_ENV),
  },
  logLevel: "silent",
} satisfies BuildOptions;

const remixBuild = (vite: ViteDevServer): Plugin => ({
  name: "remix-build",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:remix\/server-build$/ }, ({ path }) => ({ path, namespace: "remix" }));
    onResolve({ filter: /^virtual:remix\/server-manifest$/ }, ({ path }) => ({ path, namespace: "remix-manifest" }));
    onResolve({ filter: /^\/app\// }, ({ path }) => ({ path: resolve(`.${path}`) }));
    onLoad({ filter: /.*/, namespace: "remix" }, async ({ path }) => {
      const loaded = await vite.environments.ssr.pluginContainer.load(`\0${path}`);
      return { contents: typeof loaded === "string" ? loaded : (loaded?.code ?? ""), resolveDir: process.cwd() };
    });
    // Vite caches it until a route's exports change: computing it takes a second.
    onLoad({ filter: /.*/, namespace: "remix-manifest" }, async ({ path }) => {
      const manifest = (await vite.ssrLoadModule(path)) as { default: unknown };
      return { contents: JSON.stringify(manifest.default), loader: "json" };
    });
  },
});

const files: Plugin = {
  name: "files",
  setup({ onResolve, onLoad, resolve: find }) {
    onResolve({ filter: /[?&](url|raw|inline|script)$/ }, async ({ path, resolveDir, kind }) => {
      const [file = "", query = ""] = path.split("?");
      return { ...(await find(file, { resolveDir, kind })), namespace: query.split("&").at(-1) };
    });
    const addressed = (prefix: string) => (args: { path: string }) => ({
      contents: prefix + relative(".", args.path),
      loader: "text" as const,
    });
    onLoad({ filter: /.*/, namespace: "url" }, addressed("/"));
    onLoad({ filter: /.*/, namespace: "script" }, addressed(SCRIPTS));
    onLoad({ filter: /.*/, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
      watchFiles: [path],
    }));
    // Vite can't replace a stylesheet that is inlined; where there is none to inline, pages link to it.
    onLoad({ filter: /.*/, namespace: "inline" }, () => ({ contents: "", loader: "text" }));
  },
};

const isPackage = (path: string) => !/^(\.|\/|~|virtual:)/.test(path);

/** Leaves packages to `bundleHost`: they don't change, and bundling them takes longer than all our own code. */
const withoutPackages: Plugin = {
  name: "without-packages",
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind, namespace }) =>
      kind !== "entry-point" && isPackage(path) && !path.includes("?") && namespace !== "url"
        ? { path, external: true }
        : undefined,
    );
  },
};

/** Our own server code as CommonJS; bundling it again takes a few hundred milliseconds. */
export const openAppBundle = (vite: ViteDevServer) =>
  context({
    ...COMMON,
    entryPoints: ["workers/app.ts"],
    format: "cjs",
    metafile: true,
    jsx: "automatic",
    plugins: [remixBuild(vite), files, withoutPackages],
  });

async function bundleHost(packages: string[], classes: string[]): Promise<string> {
  const isRuntimes = (name: string) => /^(node|cloudflare):/.test(name);
  const ofRuntime = packages.filter(isRuntimes);
  const others = packages.filter((name) => !isRuntimes(name));
  const contents = `
    import { followingObject, hostWith } from "./scripts/dev/worker-host";
    ${ofRuntime.map((name, at) => `import * as runtime${at} from "${name}";`).join("\n")}
    export default hostWith("${CODE_PATH}", {
      ${ofRuntime.map((name, at) => `"${name}": () => runtime${at},`).join("\n")}
      ${others.map((name) => `"${name}": () => require("${name}"),`).join("\n")}
    });
    ${classes.map((name) => `export const ${name} = followingObject("${name}");`).join("\n")}
  `;
  const stdin = { contents, resolveDir: process.cwd() };
  return textOf(await build({ ...COMMON, stdin, format: "esm", external: ["node:*", "cloudflare:*"] }));
}

export const textOf = (result: BuildResult) => result.outputFiles?.[0]?.text ?? "";

function packagesIn({ metafile }: BuildResult): string[] {
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  return [...new Set(imports.flatMap(({ external, path }) => (external ? [path] : [])))].sort();
}

export async function openLocalWorker(stateDir: string, variables: Record<string, string>) {
  // Not the files of the last build: Vite serves those.
  const { assets: _, ...worker } = readWorkerOptions("wrangler.toml").workerOptions;
  const classes = Object.values(worker.durableObjects ?? {}).map((object) =>
    typeof object === "string" ? object : object.className,
  );
  let miniflare: Miniflare | undefined;
  let url: URL;
  let hosted = "";

  async function host(packages: string[]): Promise<void> {
    const options = convertV4MiniflareOptions({
      ...worker,
      name: "pombi",
      modules: [{ type: "ESModule", path: "host.js", contents: await bundleHost(packages, classes) }],
      bindings: variables,
      unsafeEvalBinding: "CODE",
      // Straight to the Worker, so that it sees the host the browser asked for.
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      resourcePersistencePath: storageIn(stateDir),
      cf: false,
      log: new Log(LogLevel.WARN),
    } as V4MiniflareOptions);
    if (miniflare) await miniflare.setOptions(options);
    else miniflare = new Miniflare(options);
    url = await miniflare.unsafeGetDirectURL();
  }

  return {
    /** Switches to new code of ours; throws what it throws while it loads. */
    async run(bundle: BuildResult) {
      const packages = packagesIn(bundle);
      // Only a new package needs a restart: rare, and it takes seconds.
      if (hosted !== String(packages)) await host(packages);
      hosted = String(packages);
      const answer = await fetch(new URL(CODE_PATH, url), { method: "PUT", body: textOf(bundle) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    url: () => url,
    runSchedule: async () => void (await (await miniflare?.getWorker())?.scheduled()),
    close: async () => miniflare?.dispose(),
  };
}
export type LocalWorker = Awaited<ReturnType<typeof openLocalWorker>>;
