import * as z from "zod";
import { STEP_HEADER } from "../app/realtime/own-headers";
import type { DomainContext } from "../app/domain/domain-context.server";
import { extendSession, findSession } from "../app/domain/accounts/sessions.server";
import { TOKEN_PREFIX } from "../app/domain/accounts/personal-token";
import { findTokenInUse, markTokenUsed, readPersonalTokenClaims } from "../app/domain/accounts/program-access.server";
import { randomToken, readClaims, unsubscribeToken } from "../app/domain/accounts/tokens.server";
import { openPhotoStore, openPrivatePhotoStore } from "../app/domain/photos/photo-store.server";
import { openReceipt } from "../app/dialogue/receipt-file.server";
import { privateKey } from "../app/domain/photos/private-photos.server";
import { deviceNameOf } from "../app/domain/notices/push/push-device";
import { emailSender } from "../app/domain/notices/email-sender";
import { mayWriteFreely } from "../app/domain/accounts/phone-channels.server";
import type { Senders } from "../app/domain/notices/notice";
import { smsSender } from "../app/domain/notices/sms-sender";
import { smsStandIn, whatsAppPictureStandIn, whatsAppStandIn } from "../app/domain/notices/phone-stand-ins";
import { openWhatsAppPicture } from "../app/domain/notices/whatsapp-media";
import { whatsAppSender } from "../app/domain/notices/whatsapp-sender";
import { gatherReads, pipeline } from "./d1";
import { SENT_CHANNELS, type SentChannel } from "../app/db/notice-channels";
import { pushSender } from "../app/domain/notices/push/push-devices.server";
import { webhookSender } from "../app/domain/notices/webhooks/webhook-deliveries.server";
import { paynow } from "../app/domain/escrow/paynow";
import { openDatabase } from "../app/db/client.server";
import { isApiCall } from "../app/api/openapi/paths";
import { addressKey } from "../app/http/request";
import type { RequestContext, RequestSession } from "../app/http/context";
import { type PageStep, publish } from "./channels";
import { currentInstant, movableClock, restoreClock } from "./clock";
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
    clientAddress: addressKey(null),
    formId: null,
    requiresSecondFactor: settings.requiresSecondFactor,
    hashing: settings.hashing,
    photos: openPhotoStore(env.PHOTOS, env.IMAGES),
    channels: channelsOf(env, settings),
    privatePhotos: openPrivatePhotoStore(env.PHOTOS, env.IMAGES),
    paymentProvider: settings.paynow && paynow(settings.paynow, (input, init) => fetch(input, init)),
    emit: emitter(env, settings.origin, afterResponse, null),
  };
}

const emitter =
  (
    env: Env,
    origin: string,
    afterResponse: RequestContext["afterResponse"],
    taken: PageStep | null,
  ): DomainContext["emit"] =>
  (event) =>
    afterResponse(() =>
      // A lost push only costs freshness: pages catch up.
      publish(env, origin, event, taken).catch((cause: unknown) => {
        throw new Error(`push lost: ${event.type}`, { cause });
      }),
    );

const stepHeader = z.string().max(64).nullable().catch(null);

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
  const session = await openRequestSession(token, isApiCall(request), domain, afterResponse);
  const step = stepHeader.parse(request.headers.get(STEP_HEADER));
  const taken = step !== null && session.viewer ? { userId: session.viewer.id, step } : null;
  return {
    ...domain,
    ...visit,
    emit: emitter(env, settings.origin, afterResponse, taken),
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
    session,
    clientAddress: addressKey(request.headers.get("CF-Connecting-IP")),
    nonce: () => (nonce ??= randomToken()),
    pushKey: settings.vapid?.publicKey ?? null,
    localMode: settings.localMode,
    phoneProviders: { whatsApp: settings.whatsApp, sms: settings.sms },
    clock: settings.localMode ? movableClock(env) : null,
    openPicture: async (id) => {
      const local = whatsAppPictureStandIn(() => openAsset(env, "/share-plumber.png"));
      return settings.whatsApp && openWhatsAppPicture(settings.whatsApp, settings.localMode ? local : online, id);
    },
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
  afterResponse: RequestContext["afterResponse"],
): Promise<RequestSession> {
  const { db, now, sessionSecret, requiresSecondFactor } = domain;
  // A personal token is for programs: in a cookie it opens no page.
  const isPersonal = isCall && token?.startsWith(TOKEN_PREFIX) === true;
  const read = isPersonal ? readPersonalTokenClaims : readClaims;
  const viewer = token === null ? null : await read(sessionSecret, token);
  const find = async () => {
    if (!token || !viewer) return null;
    if (isPersonal) {
      const used = await findTokenInUse(domain, token, viewer);
      if (used?.ok) afterResponse(() => markTokenUsed(db, used, now));
      return used;
    }
    const session = await findSession(db, token, viewer, now);
    if (!session) return null;
    afterResponse(() => extendSession(db, session.user, session.refreshedAt, now));
    return { ok: true as const, user: session.user, scopes: null };
  };
  let finding: ReturnType<typeof find> | undefined;
  const findOnce = () => (finding ??= find());
  const findIf = async (isHeldBack: boolean) => {
    const found = await findOnce();
    const user = found?.ok ? found.user : null;
    return user && isHeldBack === (requiresSecondFactor && user.role === "admin" && !user.hasSecondFactor)
      ? user
      : null;
  };
  return {
    token: isPersonal ? null : token,
    viewer,
    confirm: () => findIf(false),
    withoutFactor: () => findIf(true),
    async scopes() {
      if (!isPersonal) return null;
      const found = await findOnce();
      return found?.ok ? found.scopes : (found ?? []);
    },
  };
}

const online: typeof fetch = (input, init) => fetch(input, init);

/** The senders that are set up. In local mode the providers' stand-ins take what goes to phones. */
export function sendersOf(env: Env, settings: Settings): Senders {
  const { origin, localMode, whatsApp, sms, vapid, sessionSecret } = settings;
  // Sent side by side, notices ask for their endpoints and windows in one batch.
  const db = openDatabase(pipeline(env.DB, gatherReads()));
  const mayWrite = (phone: string) => mayWriteFreely(db, phone, currentInstant());
  const photos = openPrivatePhotoStore(env.PHOTOS, env.IMAGES);
  return {
    ...(whatsApp && {
      whatsapp: whatsAppSender(whatsApp, {
        origin,
        fetch: localMode ? whatsAppStandIn(mayWrite) : online,
        mayWriteFreely: mayWrite,
        openPhoto: (id) => photos.openJpeg(privateKey(id)),
        openReceipt: ({ number, role }, userId) =>
          openReceipt({ db, now: currentInstant() }, { id: userId ?? "", role }, number),
      }),
    }),
    ...(sms && { sms: smsSender(sms, { origin, fetch: localMode ? smsStandIn() : online }) }),
    webhook: webhookSender(db, { origin, now: currentInstant, fetch: online }),
    email: emailSender(env.EMAIL, async (userId, topic) => {
      const token = await unsubscribeToken(sessionSecret, userId, topic);
      return token && `${origin}/unsubscribe?token=${token}`;
    }),
    ...(vapid && { push: pushSender(db, { keys: vapid, origin, clock: currentInstant, fetch: online }) }),
  };
}

const setUp = new WeakMap<Settings, SentChannel[]>();

export function channelsOf(env: Env, settings: Settings): SentChannel[] {
  const known = setUp.get(settings);
  if (known) return known;
  const senders = sendersOf(env, settings);
  const channels = SENT_CHANNELS.filter((channel) => senders[channel]);
  setUp.set(settings, channels);
  return channels;
}
