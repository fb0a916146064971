import { fromBase64Url, toBase64Url } from "../../values/secrets";
import { HOUR, type Instant } from "../../time/harare";
import { jwkOf } from "./push-encryption";

// Voluntary Application Server Identification (RFC 8292): push services learn who sends, and that it is the one whom the
// browser let.

/** Our keys as the settings have them: base64url, the public one an uncompressed point of P-256. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  /** Where push services reach us: a `mailto:` or `https:` address. */
  subject: string;
}

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
/** Push services refuse more than a day. */
const LIFE = 12 * HOUR;

/** The `Authorization` of a push to an endpoint. */
export async function authorizePush(keys: VapidKeys, endpoint: string, now: Instant): Promise<string> {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now + LIFE) / 1000), sub: keys.subject };
  const signed = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(ES256, await signingKey(keys), new TextEncoder().encode(signed));
  return `vapid t=${signed}.${toBase64Url(new Uint8Array(signature))}, k=${keys.publicKey}`;
}

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/;
const SUBJECT = /^(mailto:[^@\s]+@(?!localhost$)[^@\s]+\.(?!invalid$)[a-z]+|https:\/\/.+)$/;

/** What a push service finds wrong with an `Authorization`; null if it is right. For the stand-in of local mode. */
export async function findFault(authorization: string, origin: string, now: Instant): Promise<string | null> {
  const [, head = "", body = "", signature = "", publicKey = ""] = HEADER.exec(authorization) ?? [];
  const bytes = { publicKey: fromBase64Url(publicKey), signature: fromBase64Url(signature), body: fromBase64Url(body) };
  if (!bytes.publicKey?.length || !bytes.signature || !bytes.body) return "There is no VAPID header.";
  const key = await crypto.subtle.importKey("raw", bytes.publicKey, ES256, false, ["verify"]);
  const isSigned = await crypto.subtle.verify(ES256, key, bytes.signature, new TextEncoder().encode(`${head}.${body}`));
  if (!isSigned) return "The signature is wrong.";
  const { aud, exp, sub } = JSON.parse(new TextDecoder().decode(bytes.body)) as Record<string, unknown>;
  if (aud !== origin) return "The audience is another push service.";
  if (typeof exp !== "number" || exp * 1000 < now || exp * 1000 > now + 24 * HOUR) return "The expiry is wrong.";
  return typeof sub === "string" && SUBJECT.test(sub) ? null : "The subject is no address.";
}

const encode = (value: object): string => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));

/** Imported once per isolate: that costs more than signing. */
const imported = new Map<string, Promise<CryptoKey>>();

function signingKey({ publicKey, privateKey }: VapidKeys): Promise<CryptoKey> {
  const known = imported.get(privateKey);
  if (known) return known;
  const jwk = jwkOf(fromBase64Url(privateKey)!, fromBase64Url(publicKey)!);
  const key = crypto.subtle.importKey("jwk", jwk, ES256, false, ["sign"]);
  imported.set(privateKey, key);
  return key;
}
