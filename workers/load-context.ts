import type { DomainContext } from "../app/domain/domain-context.server";
import { extendSession, findSession } from "../app/domain/accounts/sessions.server";
import { TOKEN_PREFIX } from "../app/domain/accounts/personal-token";
import { findTokenInUse, markTokenUsed, readPersonalTokenClaims } from "../app/domain/accounts/program-access.server";
import { randomToken, readClaims } from "../app/domain/accounts/tokens.server";
import type { AuthenticatedUser } from "../app/domain/values/user";
import { openPhotoStore, openPrivatePhotoStore } from "../app/domain/photos/photo-store.server";
import { deviceNameOf } from "../app/domain/notices/push/push-device";
import { paynow } from "../app/domain/escrow/paynow";
import { openDatabase } from "../app/db/client.server";
import { isApiCall } from "../app/api/openapi/paths";
import { addressKey } from "../app/http/request";
import type { RequestContext, RequestSession } from "../app/http/context";
import { publish } from "./channels";
import { currentInstant, movableClock, restoreClock } from "./clock";
import { channelsOf } from "./senders";
import type { Settings } from "./environment";
import { openLastGood, pageCacheOf } from "./page-cache";

export function domainContext(
  env: Env,
  d1: D1Database,
  settings: Settings,
  now: number,
  { afterResponse, reportError }: Pick<RequestContext, "afterResponse" | "reportError">,
): DomainContext {
  return {
    db: openDatabase(d1, (error) => void reportError("row not read", error)),
    now,
    origin: settings.origin,
    limits: settings.limits,
    sessionSecret: settings.sessionSecret,
    device: null,
    requiresSecondFactor: settings.requiresSecondFactor,
    hashing: settings.hashing,
    photos: openPhotoStore(env.PHOTOS, env.IMAGES),
    channels: channelsOf(env, settings),
    privatePhotos: openPrivatePhotoStore(env.PHOTOS, env.IMAGES),
    paymentProvider: settings.paynow && paynow(settings.paynow, (input, init) => fetch(input, init)),
    emit: (event) =>
      afterResponse(() =>
        // A lost push only costs freshness: pages catch up.
        publish(env, settings.origin, event).catch((cause: unknown) => {
          throw new Error(`push lost: ${event.type}`, { cause });
        }),
      ),
  };
}

/** Builds what loaders and actions get. `token`: from the page's cookie or the API call's bearer header. */
export async function requestContext(
  request: Request,
  token: string | null,
  env: Env,
  d1: D1Database,
  settings: Settings,
  visit: Pick<RequestContext, "requestId" | "afterResponse" | "reportError" | "addToLog" | "busy">,
): Promise<RequestContext> {
  if (settings.localMode) await restoreClock(env);
  const { afterResponse, reportError } = visit;
  const domain = domainContext(env, d1, settings, currentInstant(), visit);
  let nonce: string | undefined;
  const missing = new Set<string>();
  return {
    ...domain,
    ...visit,
    device: isApiCall(request) ? "A program" : deviceNameOf(request.headers.get("User-Agent") ?? ""),
    lastGood: openLastGood(
      { name: pageCacheOf(env.VERSION?.id), origin: settings.origin, now: domain.now },
      afterResponse,
    ),
    partFailed(part, error) {
      if (!missing.has(part)) reportError("part failed", error, { part });
      missing.add(part);
    },
    isWhole: () => missing.size === 0,
    session: await openRequestSession(token, isApiCall(request), domain, afterResponse),
    clientAddress: addressKey(request.headers.get("CF-Connecting-IP")),
    nonce: () => (nonce ??= randomToken()),
    pushKey: settings.vapid?.publicKey ?? null,
    localMode: settings.localMode,
    phoneProviders: { whatsApp: settings.whatsApp, sms: settings.sms },
    clock: settings.localMode ? movableClock(env) : null,
    openSharePicture: (key) => domain.photos.openSharePicture(key, () => openAsset(env, "/share-plumber.png")),
  };
}

async function openAsset(env: Env, path: string): Promise<ReadableStream> {
  const { body } = await env.ASSETS.fetch(new URL(path, "https://assets.local"));
  if (!body) throw new Error(`no asset ${path}`);
  return body;
}

async function openRequestSession(
  token: string | null,
  isCall: boolean,
  domain: DomainContext,
  afterResponse: (work: () => Promise<unknown>) => void,
): Promise<RequestSession> {
  const { db, now, sessionSecret, requiresSecondFactor } = domain;
  // A personal token is for programs: in a cookie it opens no page.
  if (isCall && token?.startsWith(TOKEN_PREFIX)) return openTokenSession(token, domain, afterResponse);
  const viewer = token ? await readClaims(sessionSecret, token) : null;
  const find = memoised(async (): Promise<AuthenticatedUser | null> => {
    const session = token && viewer && (await findSession(db, token, viewer, now));
    if (!session) return null;
    afterResponse(() => extendSession(db, session.user, session.refreshedAt, now));
    return session.user;
  });
  const findIf = async (isHeldBack: boolean): Promise<AuthenticatedUser | null> => {
    const user = await find();
    return user && isHeldBack === (requiresSecondFactor && user.role === "admin" && !user.hasSecondFactor)
      ? user
      : null;
  };
  return {
    token,
    viewer,
    confirm: () => findIf(false),
    withoutFactor: () => findIf(true),
    scopes: () => Promise.resolve(null),
  };
}

async function openTokenSession(
  token: string,
  domain: DomainContext,
  afterResponse: (work: () => Promise<unknown>) => void,
): Promise<RequestSession> {
  const viewer = await readPersonalTokenClaims(domain.sessionSecret, token);
  const find = memoised(async () => {
    const found = viewer && (await findTokenInUse(domain, token, viewer));
    if (found?.ok) afterResponse(() => markTokenUsed(domain.db, found, domain.now));
    return found;
  });
  return {
    token: null,
    viewer,
    confirm: async () => {
      const found = await find();
      return found?.ok ? found.user : null;
    },
    // Admins have no personal tokens.
    withoutFactor: () => Promise.resolve(null),
    scopes: async () => {
      const found = await find();
      return found?.ok ? found.scopes : (found ?? []);
    },
  };
}

function memoised<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let finding: Promise<Value> | undefined;
  return () => (finding ??= find());
}
