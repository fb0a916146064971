import { z } from "zod";
import { LIMITS, SOCKETS_PER_USER, type Limits } from "../app/domain/rate-limits/limits";
import { parseRotatingSecret, type RotatingSecret } from "../app/domain/values/rotating-secret";

const SHORTEST_SECRET = 32;

/** A key that can be rotated without downtime: `NAME="new old"`. */
const rotatingSecret = (name: string) =>
  z.string({ error: `${name} is missing` }).transform((text, context) => {
    const secret = parseRotatingSecret(text);
    if (secret?.every((value) => value.length >= SHORTEST_SECRET)) return secret;
    context.addIssue({
      code: "custom",
      message: `${name} needs at least ${SHORTEST_SECRET} characters, without blanks or commas`,
    });
    return z.NEVER;
  });

const environment = z.object({
  ORIGIN: z
    .url("ORIGIN must be the address of the site, like https://pombi.co.zw")
    .transform((origin) => new URL(origin).origin),
  SESSION_SECRET: rotatingSecret("SESSION_SECRET"),
  /** Origins whose pages may read the API's responses, separated by spaces; without any, CORS is off. */
  API_ORIGINS: z
    .string()
    .default("")
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .pipe(
      z.array(
        z
          .url("API_ORIGINS must be addresses like https://app.example.com, separated by blanks")
          .transform((origin) => new URL(origin).origin),
      ),
    ),
  /** Whether each request is logged; by default only in a deployment. */
  LOG_REQUESTS: z.enum(["on", "off"]).optional(),
  /** Set on the command line, in development and tests only. */
  LOCAL_MODE: z.literal("true").optional(),
  /** Local mode only: waits this long before each D1 call, in milliseconds, so that depth shows. */
  D1_DELAY_MS: z.coerce.number().int().min(0).max(1000).default(0),
  /** Local mode only: caches pages as a deployment does. */
  PAGE_CACHE: z.literal("on").optional(),
  /** Local mode only: multiplies every limit, for load tests. */
  LIMIT_FACTOR: z.coerce.number().int().min(1).default(1),
});

export interface Settings {
  origin: string;
  sessionSecret: RotatingSecret;
  /** The origins whose pages may read the API's responses. */
  apiOrigins: string[];
  logsRequests: boolean;
  localMode: boolean;
  d1DelayMs: number;
  limits: Limits;
  socketsPerUser: number;
  /** Whether pages for visitors are cached for a minute. Off in local mode, where changes should show at once. */
  keepsPages: boolean;
}

type Reading = { ok: true; settings: Settings } | { ok: false; problems: string[] };
const readings = new WeakMap<Env, Reading>();

/** The settings of a Worker, or what is missing or wrong in them. Parsed once: an isolate's never change. */
export function readSettings(env: Env): Reading {
  const reading = readings.get(env) ?? parseSettings(env);
  readings.set(env, reading);
  return reading;
}

function parseSettings(env: Env): Reading {
  const parsed = environment.safeParse(env);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map((issue) => issue.message) };
  const { ORIGIN, SESSION_SECRET, API_ORIGINS, LOCAL_MODE, D1_DELAY_MS, LIMIT_FACTOR, LOG_REQUESTS, PAGE_CACHE } =
    parsed.data;
  const localMode = LOCAL_MODE === "true";
  return {
    ok: true,
    settings: {
      origin: ORIGIN,
      sessionSecret: SESSION_SECRET,
      apiOrigins: API_ORIGINS,
      logsRequests: LOG_REQUESTS ? LOG_REQUESTS === "on" : !localMode,
      localMode,
      d1DelayMs: localMode ? D1_DELAY_MS : 0,
      keepsPages: !localMode || PAGE_CACHE === "on",
      limits: localMode && LIMIT_FACTOR > 1 ? widened(LIMIT_FACTOR) : LIMITS,
      socketsPerUser: SOCKETS_PER_USER * (localMode ? LIMIT_FACTOR : 1),
    },
  };
}

function widened(factor: number): Limits {
  const entries = Object.entries(LIMITS).map(([name, limit]) => [name, { ...limit, max: limit.max * factor }]);
  return Object.fromEntries(entries) as Limits;
}
