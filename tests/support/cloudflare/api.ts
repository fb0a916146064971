import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import * as accounts from "./account";
import { ApiError, type Account, lastVersion, type Metadata, NO_WORKER, runningVersion } from "./account";
import { openEdge, readBody } from "./edge";

// Stands in for Cloudflare: its API at an address that wrangler takes (CLOUDFLARE_API_BASE_URL), in the shapes that
// wrangler 4.156 reads, and its network as a proxy (HTTPS_PROXY) that leads the account's domains to the uploaded
// Worker and nothing else anywhere. An address it doesn't know is answered by an error that names it.

interface Call {
  account: Account;
  params: Record<string, string>;
  query: URLSearchParams;
  token: string;
  body: Buffer;
  json<Body>(): Body;
  form(): Promise<FormData>;
}

const ACCOUNT = "a1b2c3d4e5f60718293a4b5c6d7e8f90";
const SCRIPT = `/accounts/${ACCOUNT}/workers/scripts/pombi`;
const D1 = `/accounts/${ACCOUNT}/d1/database`;
const BUCKETS = `/accounts/${ACCOUNT}/r2/buckets`;

export async function openCloudflare(folder: string, port = 0) {
  const account = accounts.newAccount();
  const edge = openEdge(account, folder);
  /** Each call of the API, and each other host that somebody wanted to reach. */
  const calls: string[] = [];
  const outside: string[] = [];
  /** What a test makes fail: the error of a call, undefined for its usual answer. */
  const failing = { errorOf: (_call: string): ApiError | undefined => undefined };
  const exported = new Map<string, string>();
  const sessions = new Map<string, Record<string, string>>();
  let origin = "";

  const routes: Record<string, (call: Call) => unknown> = {
    "GET /user/tokens/verify": () => ({ id: "t1", status: "active" }),
    "GET /user": () => ({ id: "u1", email: "owner@pombi.test" }),
    "GET /accounts": () => [{ id: ACCOUNT, name: "Pombi" }],
    "GET /memberships": () => [{ id: "m1", account: { id: ACCOUNT, name: "Pombi" }, roles: ["Administrator"] }],

    [`GET ${D1}`]: ({ query }) => (Number(query.get("page")) > 1 ? [] : account.databases),
    [`POST ${D1}`]: ({ json }) => {
      const { name, primary_location_hint } = json<{ name: string; primary_location_hint?: string }>();
      return accounts.newDatabase(account, name, primary_location_hint);
    },
    [`GET ${D1}/:database`]: ({ params }) => findDatabase(params["database"]!),
    [`POST ${D1}/:database/query`]: async ({ params, json }) =>
      runSql(params["database"]!, json<{ sql: string }>().sql),
    [`POST ${D1}/:database/export`]: async ({ params }) => {
      const { uuid, name } = findDatabase(params["database"]!);
      exported.set(uuid, await edge.dump(uuid));
      const result = { filename: `${name}.sql`, signed_url: `${origin}/files/${uuid}` };
      return { success: true, status: "complete", type: "export", at_bookmark: "1", messages: [], result };
    },
    [`POST ${D1}/:database/import`]: async ({ params, json }) => {
      const { uuid } = findDatabase(params["database"]!);
      const { action, etag } = json<{ action: string; etag: string }>();
      if (action === "init") return { success: true, filename: etag, upload_url: `${origin}/files/${etag}` };
      const results = await runSql(uuid, exported.get(etag)!);
      const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
      const result = { num_queries: results.length, final_bookmark: "2", meta };
      return { success: true, status: "complete", type: "import", at_bookmark: "2", messages: [], result };
    },

    [`GET ${BUCKETS}`]: () => ({ buckets: account.buckets }),
    [`POST ${BUCKETS}`]: ({ json }) => {
      const { name, locationHint } = json<{ name: string; locationHint?: string }>();
      accounts.newBucket(account, name, locationHint);
      return {};
    },
    [`GET ${BUCKETS}/:bucket`]: ({ params }) =>
      account.buckets.find(({ name }) => name === params["bucket"]) ??
      accounts.fail(new ApiError(404, 10006, "The specified bucket does not exist.")),

    [`GET /accounts/${ACCOUNT}/workers/services/pombi`]: () => {
      const { tag } = runningVersion(account) ?? accounts.fail(NO_WORKER());
      const script = { id: "pombi", tag: "s1", tags: [], last_deployed_from: "wrangler", migration_tag: tag };
      return { id: "pombi", default_environment: { environment: "production", script } };
    },
    [`GET /accounts/${ACCOUNT}/workers/workers/pombi`]: () => ({ name: "pombi", subdomain: account.subdomain }),
    [`GET ${SCRIPT}/secrets`]: () =>
      Object.keys(lastVersion(account).secrets).map((name) => ({ name, type: "secret_text" })),
    [`PUT ${SCRIPT}/secrets`]: ({ json }) => {
      const { name, text } = json<{ name: string; text: string }>();
      changeSecrets({ [name]: text });
      return { name, type: "secret_text" };
    },
    [`PATCH ${SCRIPT}/secrets-bulk`]: ({ json }) => {
      const { secrets } = json<{ secrets: Record<string, { text: string }> }>();
      changeSecrets(Object.fromEntries(Object.entries(secrets).map(([name, { text }]) => [name, text])));
      return Object.keys(secrets).map((name) => ({ name, type: "secret_text" }));
    },
    [`PUT ${SCRIPT}`]: async (call) => {
      const version = await upload(call);
      accounts.deployVersion(account, version.id);
      return { id: "pombi", deployment_id: version.id.replaceAll("-", ""), startup_time_ms: 0 };
    },
    [`POST ${SCRIPT}/versions`]: async (call) => {
      const { id, number } = await upload(call);
      return { id, number, resources: { script: { etag: id } }, startup_time_ms: 0 };
    },
    [`GET ${SCRIPT}/versions/:version`]: ({ params }) => {
      const version = account.versions.find(({ id }) => id === params["version"]);
      if (!version) throw new ApiError(404, 10205, "Version not found");
      const { id, number, created, metadata } = version;
      const details = { created_on: created, source: "wrangler", author_email: "owner@pombi.test" };
      return { id, number, metadata: details, annotations: metadata.annotations ?? {} };
    },
    [`GET ${SCRIPT}/deployments`]: () => ({ deployments: (lastVersion(account), account.deployments.toReversed()) }),
    [`POST ${SCRIPT}/deployments`]: ({ json, query }) => {
      const { versions, annotations } = json<Pick<accounts.Deployment, "versions" | "annotations">>();
      const wanted = account.versions.find(({ id }) => id === versions[0]!.version_id)!;
      refuseRollback(wanted, query.get("force") === "true");
      return accounts.deployVersion(account, wanted.id, annotations);
    },
    [`PATCH ${SCRIPT}/script-settings`]: ({ json }) => json<object>(),
    [`GET ${SCRIPT}/settings`]: () => ({ bindings: lastVersion(account).metadata.bindings }),
    [`POST ${SCRIPT}/subdomain`]: ({ json }) => (account.subdomain = json<Account["subdomain"]>()),
    [`PUT ${SCRIPT}/schedules`]: ({ json }) => {
      account.schedules = json<{ cron: string }[]>().map(({ cron }) => cron);
      return { schedules: account.schedules.map((cron) => ({ cron })) };
    },
    [`POST ${SCRIPT}/domains/changeset`]: ({ json }) => {
      const conflicting = json<{ hostname: string }[]>().filter(({ hostname }) => account.records.includes(hostname));
      return { added: [], removed: [], updated: [], conflicting };
    },
    [`PUT ${SCRIPT}/domains/records`]: ({ json }) => {
      account.domains = json<{ origins: { hostname: string }[] }>().origins.map(({ hostname }) => hostname);
      return {};
    },
    [`POST ${SCRIPT}/assets-upload-session`]: ({ json }) => {
      const { manifest } = json<{ manifest: Record<string, { hash: string }> }>();
      const files = Object.fromEntries(Object.entries(manifest).map(([path, { hash }]) => [path, hash]));
      // When an upload fails, wrangler reads in it whether the session has expired.
      const claims = Buffer.from(JSON.stringify({ exp: 4_102_444_800 })).toString("base64url");
      const jwt = `e30.${claims}.${sessions.size}`;
      sessions.set(jwt, files);
      const missing = [...new Set(Object.values(files))].filter((hash) => !account.files.has(hash));
      return { jwt, buckets: missing.length > 0 ? [missing] : [] };
    },
    [`POST /accounts/${ACCOUNT}/workers/assets/upload`]: async ({ form, token }) => {
      for (const [hash, file] of await form())
        account.files.set(hash, Buffer.from(typeof file === "string" ? file : await file.text(), "base64"));
      return { jwt: token };
    },
  };

  const patterns = Object.entries(routes).map(([name, answer]) => {
    const [method, path] = name.split(" ");
    return { name, method, pattern: new URLPattern({ pathname: `/client/v4${path}` }), answer };
  });

  function findDatabase(nameOrId: string) {
    const found = account.databases.find(({ uuid, name }) => uuid === nameOrId || name === nameOrId);
    return found ?? accounts.fail(new ApiError(404, 7404, `The database ${nameOrId} could not be found`));
  }

  async function runSql(nameOrId: string, sql: string) {
    const { uuid } = findDatabase(nameOrId);
    return edge.query(uuid, splitSql(sql)).catch((error: Error) => {
      throw new ApiError(400, 7500, error.message.replace(/^.*?D1_ERROR: /, ""));
    });
  }

  function changeSecrets(secrets: Record<string, string>): void {
    const last = lastVersion(account);
    const changed = accounts.addVersion(account, { ...last, secrets: { ...last.secrets, ...secrets } });
    accounts.deployVersion(account, changed.id, { "workers/triggered_by": "secret" });
  }

  async function upload({ form, body }: Call): Promise<accounts.Version> {
    const fields = await form();
    const metadata = JSON.parse(fields.get("metadata") as string) as Metadata;
    const last = account.versions.at(-1);
    const modules: Record<string, string> = {};
    for (const [name, field] of fields) if (typeof field !== "string") modules[name] = await field.text();
    const { migrations } = metadata;
    const classes = (migrations?.steps ?? []).flatMap((step) => step.new_sqlite_classes ?? []);
    const version = {
      metadata,
      modules,
      size: body.length,
      assets: sessions.get(metadata.assets?.jwt ?? "") ?? {},
      secrets: metadata.keep_bindings?.includes("secret_text") ? (last?.secrets ?? {}) : {},
      tag: migrations?.new_tag ?? last?.tag,
      classes: [...(last?.classes ?? []), ...classes],
    };
    for (const { type, name, class_name } of metadata.bindings)
      if (type === "durable_object_namespace" && !version.classes.includes(class_name!))
        throw new ApiError(400, 10061, `Cannot create binding for class '${class_name}' because it is not exported`);
      else if (type === "d1") findDatabase(metadata.bindings.find((one) => one["name"] === name)!["id"]!);
    return accounts.addVersion(account, version);
  }

  function refuseRollback(wanted: accounts.Version, isForced: boolean): void {
    const running = runningVersion(account)!;
    if (wanted.tag !== running.tag)
      throw new ApiError(400, 10209, "Cannot deploy a version from before a Durable Object migration.");
    const changed = Object.keys(running.secrets).filter((name) => wanted.secrets[name] !== running.secrets[name]);
    if (wanted.number < running.number && changed.length > 0 && !isForced)
      throw new ApiError(400, 10220, `The following secrets have changed: ${changed.join(", ")}`);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { pathname, searchParams } = new URL(request.url!, origin);
    const file = /^\/files\/(.+)$/.exec(pathname)?.[1];
    if (file && request.method === "GET") return void response.end(exported.get(file));
    if (file) {
      exported.set(file, body.toString());
      return void response.setHeader("ETag", `"${accounts.md5(body)}"`).end();
    }
    if (!pathname.startsWith("/client/v4/")) return void response.writeHead(404).end();
    const { status, answer } = await answerCall(request, body, pathname, searchParams);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  }

  async function answerCall(request: IncomingMessage, body: Buffer, pathname: string, query: URLSearchParams) {
    const route = patterns.find(({ method, pattern }) => method === request.method && pattern.test({ pathname }));
    const name = (route?.name ?? `${request.method} ${pathname.slice("/client/v4".length)}`).replace(ACCOUNT, "ID");
    calls.push(name);
    try {
      const error = failing.errorOf(name);
      if (error) throw error;
      if (!route) throw new ApiError(404, 7003, `The stand-in of Cloudflare knows no ${name}`);
      const result = await route.answer({
        account,
        params: route.pattern.exec({ pathname })!.pathname.groups as Record<string, string>,
        query,
        token: (request.headers.authorization ?? "").replace("Bearer ", ""),
        body,
        json: <Body>() => JSON.parse(body.toString()) as Body,
        form: () =>
          new Response(new Uint8Array(body), {
            headers: { "Content-Type": request.headers["content-type"]! },
          }).formData(),
      });
      return { status: 200, answer: { success: true, errors: [], messages: [], result } };
    } catch (error) {
      const { status, code } = error instanceof ApiError ? error : { status: 500, code: 10013 };
      const errors = [{ code, message: (error as Error).message }];
      return { status, answer: { success: false, errors, messages: [], result: null } };
    }
  }

  const server = createServer((request, response) => void respond(request, response));
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const [host = ""] = request.url!.split(":");
    if (!account.domains.includes(host)) {
      outside.push(host);
      return socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }
    void edge.port().then((port) => {
      const site = connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      site.pipe(socket).pipe(site);
      for (const end of [site, socket]) end.on("error", () => [site, socket].map((one) => one.destroy()));
    });
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    account,
    edge,
    calls,
    outside,
    failing,
    /** What leads wrangler, smoke and every other program to this stand-in, and nowhere else. */
    env: {
      CLOUDFLARE_API_BASE_URL: `${origin}/client/v4`,
      CLOUDFLARE_API_TOKEN: "of-the-stand-in",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      HTTPS_PROXY: origin,
      NO_PROXY: "127.0.0.1,localhost",
      NODE_USE_ENV_PROXY: "1",
      // The site's certificate is its own.
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      NODE_NO_WARNINGS: "1",
      // Where wrangler looks for newer ones of its kind.
      npm_config_registry: `${origin}/registry`,
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await edge.close();
    },
  };
}
export type Cloudflare = Awaited<ReturnType<typeof openCloudflare>>;
