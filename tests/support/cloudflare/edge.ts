import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from "miniflare";
import { BATCHES, databaseBehind } from "../../../scripts/local-storage";
import { type Account, runningVersion, type Version } from "./account";

// Runs what an account holds, on workerd: its databases and buckets in a folder, and the version that is deployed, by
// what its upload said of itself and not by wrangler.toml.

export type Row = Record<string, unknown>;
export interface QueryResult {
  results: Row[];
  success: boolean;
  meta: Record<string, number>;
}

/** Collects what workerd says: errors, and the emails that would have gone out. */
class Collector extends Log {
  readonly emails: string[] = [];
  constructor() {
    super(LogLevel.INFO);
  }
  override log(message: string): void {
    const path = /^Text: (.+)$/m.exec(message)?.[1];
    if (path) this.emails.push(`${message}\n${readFileSync(path, "utf8")}`);
  }
}

export function openEdge(account: Account, folder: string) {
  const log = new Collector();
  const lines: string[] = [];
  let miniflare: Miniflare | undefined;
  let running = "";
  let turn: Promise<unknown> = Promise.resolve();

  async function restart(): Promise<Miniflare> {
    const version = runningVersion(account);
    const wanted = [version?.id, ...account.databases.map(({ uuid }) => uuid)].join();
    if (miniflare && wanted === running) return miniflare;
    const databases = account.databases.map(({ uuid }) => ({
      name: `d1-${uuid}`,
      modules: true,
      script: BATCHES,
      d1Databases: { DB: uuid },
    }));
    const options = convertV4MiniflareOptions({
      workers: [version ? workerOf(version, account, folder) : NOTHING, ...databases],
      resourcePersistencePath: join(folder, "stored"),
      https: true,
      cf: false,
      log,
      handleStructuredLogs: ({ message }: { message: string }) => void lines.push(message),
    } as V4MiniflareOptions);
    if (miniflare) await miniflare.setOptions(options);
    else miniflare = new Miniflare(options);
    running = wanted;
    return miniflare;
  }

  /** What runs now; a change of the account is taken up by the next that asks. */
  function current(): Promise<Miniflare> {
    const next = turn.then(restart);
    turn = next.catch(() => undefined);
    return next;
  }

  async function askDatabase(uuid: string, path: "/" | "/raw", statements: object[]): Promise<unknown> {
    const worker = await (await current()).getWorker(`d1-${uuid}`);
    const answer = await worker.fetch(`http://d1${path}`, { method: "POST", body: JSON.stringify(statements) });
    if (!answer.ok) throw new Error((await answer.text()).split("\n")[0]);
    return answer.json();
  }

  return {
    /** What the Worker has written into its log. */
    lines,
    /** The emails that the Worker has sent, oldest first. */
    emails: log.emails,
    /** The port of the site, which speaks TLS with a certificate of its own. */
    port: async () => Number((await (await current()).ready).port),
    /** Asks the site as a browser would; redirects are returned, not followed. */
    fetch: async (url: string, init?: RequestInit): Promise<Response> =>
      answerOf(new Request(url, init), Number((await (await current()).ready).port)),
    /** Runs statements as one batch: all of them, or none. */
    query: (uuid: string, statements: string[]) =>
      askDatabase(
        uuid,
        "/",
        statements.map((sql) => ({ sql, values: [] })),
      ) as Promise<QueryResult[]>,
    /** The database as SQL, by D1's own program for `d1 export`. */
    async dump(uuid: string): Promise<string> {
      const statement = { sql: "PRAGMA miniflare_d1_export(?,?,?);", values: [0, 0] };
      return ((await askDatabase(uuid, "/raw", [statement])) as string[][])[0]!.join("\n");
    },
    /** A database as drizzle and the scripts use it. */
    databaseOf: (uuid: string) =>
      databaseBehind(async (url, init) => (await (await current()).getWorker(`d1-${uuid}`)).fetch(url, init)),
    /** Runs the scheduled tasks of the crons that were uploaded; gives how many crons there are. */
    async runSchedules(): Promise<number> {
      const worker = await (await current()).getWorker("site");
      for (const cron of account.schedules) await worker.scheduled({ cron });
      return account.schedules.length;
    },
    close: async () => miniflare?.dispose(),
  };
}
export type Edge = ReturnType<typeof openEdge>;

export async function readBody(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request over the line that a browser takes: Miniflare's own `dispatchFetch` would name its host instead. */
async function answerOf({ url, method, headers, body }: Request, port: number): Promise<Response> {
  const { host, pathname, search } = new URL(url);
  const address = { host: "127.0.0.1", port, path: pathname + search, rejectUnauthorized: false };
  const sent = request({ ...address, method, headers: { ...Object.fromEntries(headers), host } });
  sent.end(body ? Buffer.from(await new Response(body).arrayBuffer()) : undefined);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const named = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    values!.map((value): [string, string] => [name, value]),
  );
  const contents = await readBody(answer);
  const status = answer.statusCode!;
  return new Response(contents.length > 0 ? contents : null, { status, headers: named });
}

const NOTHING = { name: "site", modules: true, script: "export default { fetch: () => new Response(null) }" };

/** Each kind of binding that the product has; another is refused with its name. */
const BINDINGS: Record<string, (binding: Record<string, string>, version: Version) => Record<string, unknown>> = {
  assets: () => ({}),
  d1: ({ name, id }) => ({ d1Databases: { [name!]: id } }),
  r2_bucket: ({ name, bucket_name }) => ({ r2Buckets: { [name!]: bucket_name } }),
  images: ({ name }) => ({ images: { binding: name } }),
  send_email: ({ name }) => ({ email: { send_email: [{ name }] } }),
  analytics_engine: ({ name, dataset }) => ({ analyticsEngineDatasets: { [name!]: { dataset } } }),
  version_metadata: ({ name }, { id, created }) => ({ bindings: { [name!]: { id, tag: "", timestamp: created } } }),
  durable_object_namespace: ({ name, class_name }) => ({
    durableObjects: { [name!]: { className: class_name, useSQLite: true } },
  }),
};

function workerOf(version: Version, account: Account, folder: string): Record<string, unknown> {
  const { metadata, modules, assets, secrets } = version;
  const directory = join(folder, "assets", version.id);
  for (const [path, hash] of Object.entries(assets)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), account.files.get(hash)!);
  }
  const { _headers: headers, ...config } = metadata.assets?.config ?? {};
  if (headers) writeFileSync(join(directory, "_headers"), headers);
  const worker: Record<string, unknown> = {
    name: "site",
    compatibilityDate: metadata.compatibility_date,
    compatibilityFlags: metadata.compatibility_flags,
    modules: Object.entries(modules).map(([path, contents]) => ({ type: "ESModule", path, contents })),
    bindings: secrets,
  };
  for (const binding of metadata.bindings) {
    const options = BINDINGS[binding["type"]!];
    if (!options) throw new Error(`The stand-in of Cloudflare knows no binding of the kind ${binding["type"]}.`);
    for (const [kind, value] of Object.entries(options(binding, version)))
      worker[kind] = { ...(worker[kind] as object | undefined), ...(value as object) };
  }
  const named = metadata.bindings.find(({ type }) => type === "assets")?.["name"];
  if (named)
    worker["assets"] = { directory, binding: named, assetConfig: config, routerConfig: { has_user_worker: true } };
  return worker;
}
