import {
  decryptPush,
  importPrivateKey,
  newMessageKeys,
  type PushPayload,
  findFault,
} from "~/domain/notices/push/web-push";
import { STAND_IN, type Subscription } from "~/domain/notices/push/push-device";
import { fromBase64Url, toBase64Url } from "~/domain/values/secrets";
import type { Instant } from "~/domain/time/harare";

// A push service and the browsers behind it, for local mode: it demands of senders what RFC 8030, 8291 and 8292 demand.

export interface ShownPush {
  payload: PushPayload;
  ttl: number;
  topic: string | null;
  urgency: string | null;
  bytes: number;
  at: Instant;
}

const PUSHES_KEPT = 100;
const LARGEST = 4096;
const SLOW_MS = 10_000;

/** Newest first. Local mode has one isolate. */
const shown: ShownPush[] = [];

export const listShownPushes = (): readonly ShownPush[] => shown;

/** A subscription, whose secret keys are in the endpoint: nothing is stored. `answer`: the status of its pushes, or "slow". */
export async function subscribeToStandIn(origin: string, answer: string | null): Promise<Subscription> {
  const { privateKey, publicKey, salt } = await newMessageKeys();
  const { d } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  const p256dh = toBase64Url(publicKey);
  const auth = toBase64Url(salt);
  const query = answer ? `?${new URLSearchParams({ answer })}` : "";
  return { endpoint: `${origin}${STAND_IN}${d}.${p256dh}.${auth}${query}`, p256dh, auth };
}

export async function receivePush(request: Request, now: Instant): Promise<Response> {
  const url = new URL(request.url);
  const answer = url.searchParams.get("answer");
  if (answer === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  else if (answer) return new Response(null, { status: Number(answer), headers: { "Retry-After": "120" } });
  const [d, p256dh, auth] = url.pathname.slice(STAND_IN.length).split(".").map(fromBase64Url);
  if (!d?.length || !p256dh?.length || !auth?.length) return new Response("No such subscription.", { status: 404 });

  const { headers } = request;
  const fault = await findFault(headers.get("Authorization") ?? "", url.origin, now);
  if (fault) return new Response(fault, { status: 403 });
  const ttl = headers.get("TTL") ?? "";
  const topic = headers.get("Topic");
  if (!/^\d+$/.test(ttl)) return new Response("TTL is missing.", { status: 400 });
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return new Response("The topic is no topic.", { status: 400 });
  if (headers.get("Content-Encoding") !== "aes128gcm") return new Response("Not encrypted.", { status: 400 });
  const body = new Uint8Array(await request.arrayBuffer());
  if (body.length > LARGEST) return new Response("Too large.", { status: 413 });

  const text = await decryptPush(body, { p256dh, auth }, await importPrivateKey(d, p256dh));
  const urgency = headers.get("Urgency");
  const payload = JSON.parse(text) as PushPayload;
  shown.unshift({ payload, ttl: Number(ttl), topic, urgency, bytes: body.length, at: now });
  shown.splice(PUSHES_KEPT);
  return new Response(null, { status: 201, headers: { Location: `${url.origin}${STAND_IN}message/${shown.length}` } });
}
