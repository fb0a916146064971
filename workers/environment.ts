import * as z from "zod";
import { openHashingQueue, type HashingQueue } from "../app/domain/accounts/hashing-queue.server";
import { freeHashing, testHashing } from "../app/domain/accounts/passwords.server";
import { LIMITS, SOCKETS_PER_USER, type Limits } from "../app/domain/rate-limits/limits";
import { PAYNOW_ORIGIN } from "../app/domain/escrow/paynow";
import { fromBase64Url, parseRotatingSecret } from "../app/domain/values/secrets";

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

const key = (name: string, length: number) =>
  z.string().refine((text) => fromBase64Url(text)?.length === length, `${name} must be one that npm run keys makes`);

const environment = z
  .object({
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
    /** The keys of web push, which is off while one of them is missing. */
    VAPID_PUBLIC_KEY: key("VAPID_PUBLIC_KEY", 65).optional(),
    VAPID_PRIVATE_KEY: key("VAPID_PRIVATE_KEY", 32).optional(),
    VAPID_SUBJECT: z
      .string()
      .regex(/^(mailto:[^@\s]+@|https:\/\/)[^@\s]+\.[a-z]+$/, "VAPID_SUBJECT must be like mailto:push@pombi.co.zw")
      .optional(),
    LOG_REQUESTS: z.enum(["on", "off"]).optional(),
    /** Set on the command line, in development and tests only. */
    LOCAL_MODE: z.literal("true").optional(),
    /** Local mode only: admins need a second factor, as they always do elsewhere. */
    REQUIRE_SECOND_FACTOR: z.literal("1").optional(),
    /** Local mode only: waits this long before each D1 call, in milliseconds, so that depth shows. */
    D1_DELAY_MS: z.coerce.number().int().min(0).max(1000).default(0),
    /** Local mode only: caches pages as a deployment does. */
    PAGE_CACHE: z.literal("on").optional(),
    /** The company's number at Meta's WhatsApp Cloud API: without all four, WhatsApp is off. */
    WHATSAPP_TOKEN: z.string().optional(),
    WHATSAPP_PHONE_ID: z.string().optional(),
    WHATSAPP_APP_SECRET: z.string().optional(),
    WHATSAPP_VERIFY_TOKEN: z.string().optional(),
    /** The company's account at Africa's Talking: without user, key and secret, text messages are off. */
    SMS_USERNAME: z.string().optional(),
    SMS_API_KEY: z.string().optional(),
    /** The name or short code that text messages come from; without it, the provider's own. */
    SMS_SENDER: z.string().optional(),
    SMS_WEBHOOK_SECRET: z
      .string()
      .regex(/^[\w-]{32,100}$/, "SMS_WEBHOOK_SECRET needs 32 to 100 letters and digits")
      .optional(),
    /** The company's account at Paynow: without both, no one can pay online (M10). */
    PAYNOW_ID: z.string().optional(),
    PAYNOW_KEY: z.string().optional(),
    /** Local mode only: where Paynow's stand-in is; without it, no one can pay online. */
    PAYNOW_ORIGIN: z.url().optional(),
    /** Local mode only: multiplies every limit, for load tests. */
    LIMIT_FACTOR: z.coerce.number().int().min(1).default(1),
    /** Local mode only: passwords are hashed at next to no cost, without a queue, for tests. */
    HASHING: z.literal("test").optional(),
    /** Local mode only: no notice is sent behind a response, so that tests find its row as they left it. */
    NOTICES: z.literal("wait").optional(),
  })
  .refine(({ HASHING, LOCAL_MODE }) => !HASHING || LOCAL_MODE, "HASHING protects no password: it is for tests alone");

type Variables = z.output<typeof environment>;
export type Settings = ReturnType<typeof settingsOf>;
type Reading = { ok: true; settings: Settings } | { ok: false; problems: string[] };
const readings = new WeakMap<Env, Reading>();

/** The settings of a Worker, or what is missing or wrong in them. Parsed once: an isolate's never change. */
export function readSettings(env: Env): Reading {
  const known = readings.get(env);
  if (known) return known;
  const { data, error } = environment.safeParse(env);
  const reading: Reading = data
    ? { ok: true, settings: settingsOf(data) }
    : { ok: false, problems: error.issues.map((issue) => issue.message) };
  readings.set(env, reading);
  return reading;
}

function settingsOf(env: Variables) {
  const localMode = env.LOCAL_MODE === "true";
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId } = env;
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = env;
  const { SMS_USERNAME: username, SMS_API_KEY: apiKey, SMS_WEBHOOK_SECRET: webhookSecret } = env;
  const sms = whole({ username, apiKey, webhookSecret });
  return {
    origin: env.ORIGIN,
    sessionSecret: env.SESSION_SECRET,
    apiOrigins: env.API_ORIGINS,
    logsRequests: env.LOG_REQUESTS ? env.LOG_REQUESTS === "on" : !localMode,
    /** Null: web push is off; so with the providers below. */
    vapid: whole({ publicKey, privateKey, subject }),
    localMode,
    /** Admins have to sign in with a second factor (A23). */
    requiresSecondFactor: !localMode || env.REQUIRE_SECOND_FACTOR === "1",
    d1DelayMs: localMode ? env.D1_DELAY_MS : 0,
    whatsApp: localMode ? LOCAL_WHATSAPP : whole({ token, phoneId, appSecret, verifyToken }),
    sms: localMode ? LOCAL_SMS : sms && { ...sms, sender: env.SMS_SENDER || null },
    // In local mode money goes to the stand-in alone, whatever keys there are.
    paynow: whole({
      id: env.PAYNOW_ID,
      key: env.PAYNOW_KEY,
      origin: localMode ? env.PAYNOW_ORIGIN && new URL(env.PAYNOW_ORIGIN).origin : PAYNOW_ORIGIN,
    }),
    /** Pages for visitors are cached for a minute. Off in local mode, where changes should show at once. */
    keepsPages: !localMode || env.PAGE_CACHE === "on",
    limits: localMode && env.LIMIT_FACTOR > 1 ? widened(env.LIMIT_FACTOR) : LIMITS,
    hashing: hashingIn(env),
    sendsBehindResponses: !localMode || !env.NOTICES,
    socketsPerUser: SOCKETS_PER_USER * (localMode ? env.LIMIT_FACTOR : 1),
  };
}

/** The variables of one provider; null while one of them is missing. */
function whole<Name extends string>(variables: Record<Name, string | undefined>): Record<Name, string> | null {
  const isWhole = (some: object): some is Record<Name, string> => Object.values(some).every(Boolean);
  return isWhole(variables) ? variables : null;
}

/** The queue of this isolate: what its thread can hash is what there is to share. */
const hashing = openHashingQueue({ now: () => performance.now(), wait: (ms) => scheduler.wait(ms) });

function hashingIn({ HASHING, LOCAL_MODE, LIMIT_FACTOR }: Variables): HashingQueue {
  if (HASHING) return testHashing;
  return LOCAL_MODE && LIMIT_FACTOR > 1 ? freeHashing : hashing;
}

/** In local mode the stand-ins of the providers answer, and nothing has to be set up. */
const LOCAL_WHATSAPP = { token: "local", phoneId: "0", appSecret: "local", verifyToken: "local" };
const LOCAL_SMS = { username: "sandbox", apiKey: "local", sender: null, webhookSecret: "local".repeat(8) };

function widened(factor: number): Limits {
  const entries = Object.entries(LIMITS).map(([name, limit]) => [name, { ...limit, max: limit.max * factor }]);
  return Object.fromEntries(entries) as Limits;
}
