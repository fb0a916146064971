import { createHash, randomUUID } from "node:crypto";

/** What an upload says of itself, as wrangler sends it. */
export interface Metadata {
  main_module: string;
  compatibility_date?: string;
  compatibility_flags?: string[];
  bindings: Record<string, string>[];
  keep_bindings?: string[];
  migrations?: { new_tag: string; steps: { new_sqlite_classes?: string[] }[] };
  assets?: { jwt: string; config: { _headers?: string } };
  annotations?: Record<string, string>;
}

/** A version of the Worker: each upload and each change of a secret makes one. */
export interface Version {
  id: string;
  number: number;
  created: string;
  metadata: Metadata;
  modules: Record<string, string>;
  /** The upload as it came, in bytes. */
  size: number;
  /** The hash of each static file, by path. */
  assets: Record<string, string>;
  secrets: Record<string, string>;
  /** The last migration of its Durable Objects. */
  tag: string | undefined;
  /** The classes that its migrations have created, all of them on SQLite. */
  classes: string[];
}

export interface Deployment {
  id: string;
  created_on: string;
  source: string;
  strategy: "percentage";
  author_email: string;
  annotations: Record<string, string>;
  versions: { version_id: string; percentage: number }[];
}

export interface Database {
  uuid: string;
  name: string;
  created_at: string;
  version: "production";
  primary_location_hint?: string;
}

/** All that an account holds, except for the rows and objects in its databases and buckets. */
export interface Account {
  databases: Database[];
  buckets: { name: string; creation_date: string; location?: string }[];
  versions: Version[];
  deployments: Deployment[];
  /** Static files by their hash. */
  files: Map<string, Buffer>;
  schedules: string[];
  domains: string[];
  /** Hosts of the account's zones that have a DNS record already. */
  records: string[];
  /** At an address of workers.dev, too. */
  subdomain: { enabled: boolean; previews_enabled: boolean };
}

export const newAccount = (): Account => ({
  databases: [],
  buckets: [],
  versions: [],
  deployments: [],
  files: new Map(),
  schedules: [],
  domains: [],
  records: [],
  subdomain: { enabled: false, previews_enabled: false },
});

/** An answer that is an error, in the shape of Cloudflare's API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const NO_WORKER = () => new ApiError(404, 10007, "This Worker does not exist on your account.");

export const lastVersion = ({ versions }: Account): Version => versions.at(-1) ?? fail(NO_WORKER());

/** The version that serves the site; undefined before the first upload. */
export const runningVersion = ({ versions, deployments }: Account): Version | undefined =>
  versions.find(({ id }) => id === deployments.at(-1)?.versions[0]?.version_id);

export function fail(error: Error): never {
  throw error;
}

let instants = 0;
/** Of this account alone: each is a second after the one before it. */
const nextInstant = () => new Date(Date.UTC(2026, 9, 7) + 1000 * instants++).toISOString();

type NewVersion = Omit<Version, "id" | "number" | "created">;

/** Adds a version. It serves nobody before it is deployed. */
export function addVersion(account: Account, version: NewVersion): Version {
  const added = { ...version, id: randomUUID(), number: account.versions.length + 1, created: nextInstant() };
  account.versions.push(added);
  return added;
}

export function deployVersion(account: Account, versionId: string, annotations = {}): Deployment {
  const deployment: Deployment = {
    id: randomUUID(),
    created_on: nextInstant(),
    source: "wrangler",
    strategy: "percentage",
    author_email: "owner@pombi.test",
    annotations,
    versions: [{ version_id: versionId, percentage: 100 }],
  };
  account.deployments.push(deployment);
  return deployment;
}

export function newDatabase(account: Account, name: string, location?: string): Database {
  if (account.databases.some((one) => one.name === name))
    throw new ApiError(400, 7502, "Database with name " + name + " already exists");
  const database: Database = {
    uuid: randomUUID(),
    name,
    created_at: nextInstant(),
    version: "production",
    ...(location && { primary_location_hint: location }),
  };
  account.databases.push(database);
  return database;
}

export function newBucket(account: Account, name: string, location?: string): void {
  if (account.buckets.some((one) => one.name === name))
    throw new ApiError(409, 10004, "The bucket you tried to create already exists, and you own it.");
  account.buckets.push({ name, creation_date: nextInstant(), ...(location && { location }) });
}

export const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");
