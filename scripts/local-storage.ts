import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";

/** Where `wrangler dev --persist-to` keeps what it stores. */
export const storageIn = (stateDir: string) => join(stateDir, "v3");

// Miniflare's own bindings cost a message between the processes for each statement of a batch, 30 ms each; this one a batch.
export const BATCHES = `export default {
  async fetch(request, env) {
    const statements = (await request.json()).map(({ sql, values }) => env.DB.prepare(sql).bind(...values));
    const isRaw = new URL(request.url).pathname === "/raw";
    return Response.json(await (isRaw ? statements[0].raw() : env.DB.batch(statements)));
  },
};`;

// Likewise: one message for all of the demo town's 700 photos. A few at a time: under load, all at once ended the process.
const KEEP_PHOTOS = `export default {
  async fetch(request, { PHOTOS }) {
    const photos = [...(await request.formData())];
    for (let at = 0; at < photos.length; at += 20)
      await Promise.all(photos.slice(at, at + 20).map(([name, photo]) => PHOTOS.put(name, photo)));
    return new Response();
  },
};`;

export type KeepPhotos = (photos: [name: string, bytes: Uint8Array<ArrayBuffer>][]) => Promise<unknown>;

/** Opens this machine's database and bucket, without Durable Objects; the site must not be running. */
export async function openLocalStorage(stateDir: string) {
  const { d1Databases, r2Buckets, compatibilityDate } = readWorkerOptions("wrangler.toml").workerOptions;
  const worker = { modules: true, compatibilityDate, d1Databases, r2Buckets };
  const workers = [
    { ...worker, name: "batches", script: BATCHES },
    { ...worker, name: "photos", script: KEEP_PHOTOS },
  ];
  const options = { cf: false, resourcePersistencePath: storageIn(stateDir), workers };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options as V4MiniflareOptions));
  const { PHOTOS } = await miniflare.getBindings<Env>();
  return {
    DB: databaseBehind((url, init) => miniflare.dispatchFetch(url, init)),
    PHOTOS,
    async keepPhotos(photos: Parameters<KeepPhotos>[0]) {
      const form = new FormData();
      for (const [name, bytes] of photos) form.set(name, new Blob([bytes]));
      const packed = new Response(form);
      const headers = { "Content-Type": packed.headers.get("Content-Type")! };
      const keeper = await miniflare.getWorker("photos");
      const kept = await keeper.fetch("http://photos", { method: "POST", headers, body: await packed.arrayBuffer() });
      if (!kept.ok) throw new Error(await kept.text());
    },
    close: () => miniflare.dispose(),
  };
}

interface Statement {
  sql: string;
  values: unknown[];
}

type Fetch = (
  url: string,
  init: { method: string; body: string },
) => Promise<{ ok: boolean; json(): Promise<unknown>; text(): Promise<string> }>;

/** As much of D1 as drizzle and the scripts use, through a Worker of `BATCHES`. */
export function databaseBehind(fetch: Fetch): D1Database {
  async function ask(path: "/" | "/raw", statements: Statement[]): Promise<unknown> {
    const body = JSON.stringify(statements.map(({ sql, values }) => ({ sql, values })));
    const answer = await fetch(`http://batch${path}`, { method: "POST", body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }
  const batch = (statements: Statement[]) => ask("/", statements);
  const prepare = (sql: string, values: unknown[] = []): object => {
    const one = async () => ((await batch([{ sql, values }])) as unknown[])[0];
    // `raw` gives rows as lists: two columns of a join may have one name.
    const raw = () => ask("/raw", [{ sql, values }]);
    return { sql, values, bind: (...bound: unknown[]) => prepare(sql, bound), all: one, run: one, raw };
  };
  const database: unknown = { prepare, batch };
  return database as D1Database;
}
