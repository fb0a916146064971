import type { DomainContext } from "../app/domain/domain-context.server";
import { extendSession, findSession, readSessionClaims } from "../app/domain/accounts/sessions.server";
import { randomToken } from "../app/domain/accounts/tokens.server";
import type { AuthenticatedUser } from "../app/domain/values/user";
import { openPhotoStore, openPrivatePhotoStore } from "../app/domain/photos/photo-store.server";
import { openDatabase } from "../app/db/client.server";
import { addressKey } from "../app/http/client-address";
import { logError } from "../app/http/log";
import type { Parts, RequestContext, RequestSession } from "../app/http/context";
import { publish } from "./channels";
import { currentInstant, movableClock, restoreClock } from "./clock";
import { OFFICE_FEED, feedOf } from "./objects";
import type { Settings } from "./environment";
import { lastGoodOf, openLastGood } from "./last-good";

/** What domain verbs need from the Worker. */
export function domainContext(
  env: Env,
  d1: D1Database,
  settings: Settings,
  now: number,
  afterResponse: (work: () => Promise<unknown>) => void,
): DomainContext {
  return {
    db: openDatabase(d1),
    now,
    origin: settings.origin,
    limits: settings.limits,
    sessionSecret: settings.sessionSecret,
    photos: openPhotoStore(env.PHOTOS, env.IMAGES),
    privatePhotos: openPrivatePhotoStore(env.PHOTOS, env.IMAGES),
    emit: (event) =>
      afterResponse(() => publish(env, settings.origin, event).catch((cause: unknown) => lostPush(event.type, cause))),
  };
}

/**
 * Builds what loaders and actions get, once per request. `token` is the session's, from the cookie of a page or the
 * bearer header of an API call.
 */
export async function requestContext(
  request: Request,
  token: string | null,
  env: Env,
  d1: D1Database,
  settings: Settings,
  { requestId, afterResponse }: Pick<RequestContext, "requestId" | "afterResponse">,
): Promise<RequestContext> {
  if (settings.localMode) await restoreClock(env);
  const domain = domainContext(env, d1, settings, currentInstant(), afterResponse);
  let nonce: string | undefined;
  const missing = new Set<string>();
  return {
    ...domain,
    lastGood: openLastGood({
      store: lastGoodOf(env.VERSION?.id),
      origin: settings.origin,
      now: domain.now,
      afterResponse,
    }),
    partFailed(part, error) {
      if (!missing.has(part)) logError("part failed", error, { requestId, part });
      missing.add(part);
    },
    isWhole: () => missing.size === 0,
    session: await openRequestSession(token, domain, afterResponse),
    clientAddress: addressKey(request.headers.get("CF-Connecting-IP")),
    nonce: () => (nonce ??= randomToken()),
    requestId,
    localMode: settings.localMode,
    clock: settings.localMode ? movableClock(env) : null,
    probeParts: () => probeParts(env),
    afterResponse,
  };
}

async function probeParts(env: Env): Promise<Parts> {
  const works = (probe: Promise<unknown>) =>
    probe.then(
      () => true,
      () => false,
    );
  const [photos, objects] = await Promise.all([
    works(env.PHOTOS.head("probe")),
    works(feedOf(env, OFFICE_FEED).isThere()),
  ]);
  return { photos, objects, version: env.VERSION?.id || null };
}

/** A lost push only costs freshness: pages catch up. */
function lostPush(event: string, cause: unknown): never {
  throw new Error(`push lost: ${event}`, { cause });
}

async function openRequestSession(
  token: string | null,
  { db, now, sessionSecret }: DomainContext,
  afterResponse: (work: () => Promise<unknown>) => void,
): Promise<RequestSession> {
  const viewer = token ? await readSessionClaims(sessionSecret, token) : null;
  let confirmation: Promise<AuthenticatedUser | null> | undefined;

  async function confirm(): Promise<AuthenticatedUser | null> {
    if (!token || !viewer) return null;
    const session = await findSession(db, token, viewer, now);
    if (!session) return null;
    afterResponse(() => extendSession(db, session.user, session.refreshedAt, now));
    return session.user;
  }

  return { token, viewer, confirm: () => (confirmation ??= confirm()) };
}
