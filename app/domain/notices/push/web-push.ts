import type { ShortNotice } from "../notice";
import { bytesOf, toBase64Url, fromBase64Url } from "../../values/secrets";
import { cutByCost } from "../../values/text";
import { HOUR, type Instant } from "../../time/harare";

/** A push service passes on 4 kB, but phones pay for each: with what encryption adds it stays below 1 kB. */
export const LARGEST_PAYLOAD = 900;
const LARGEST_TITLE = 200;

/** The format of declarative push (8030 is its number). `data`: the notice's id, by which a tap reports it as seen. */
export interface PushPayload {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    navigate: string;
    tag: string;
    data: string;
  };
}

const payloadOf = (noticeId: string, { title, body, path, tag }: ShortNotice, origin: string): PushPayload => ({
  web_push: 8030,
  notification: { title, body, navigate: origin + path, tag, data: noticeId },
});

/** Writes what a device is to show (N11), with title and body cut where they would be too long. */
export function writePushPayload(noticeId: string, short: ShortNotice, origin: string): string {
  const payload = payloadOf(noticeId, { ...short, title: cut(short.title, LARGEST_TITLE), body: "" }, origin);
  const room = LARGEST_PAYLOAD - bytesOf(JSON.stringify(payload)).length;
  payload.notification.body = cut(short.body, room);
  return JSON.stringify(payload);
}

/** Cuts a text to so many bytes of JSON. */
const cut = (text: string, bytes: number) =>
  cutByCost(text, bytes, (part) => bytesOf(JSON.stringify(part)).length - 2, "…");

// Message Encryption for Web Push (RFC 8291), in one record of aes128gcm (RFC 8188).

type Bytes = Uint8Array<ArrayBuffer>;

interface DeviceKeys {
  p256dh: Bytes;
  auth: Bytes;
}

interface MessageKeys {
  privateKey: CryptoKey;
  publicKey: Bytes;
  salt: Bytes;
}

const P256 = { name: "ECDH", namedCurve: "P-256" };
const SALT_LENGTH = 16;
const LAST_RECORD = 2;
const RECORD_SIZE = 4096;

/** Encrypts a text for one device. `keys`: made for each message; passed only in tests. */
export async function encryptPush(text: string, device: DeviceKeys, keys?: MessageKeys): Promise<Bytes> {
  const { privateKey, publicKey, salt } = keys ?? (await newMessageKeys());
  const { key, iv } = await deriveKeys(privateKey, device.p256dh, { device, publicKey, salt });
  const plain = concat(bytesOf(text), Uint8Array.of(LAST_RECORD));
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain));
  return concat(salt, Uint8Array.of(0, 0, RECORD_SIZE >> 8, RECORD_SIZE & 255, publicKey.length), publicKey, encrypted);
}

/** Decrypts what `encryptPush` gave, as the device does. Throws if it was not meant for the device. */
export async function decryptPush(body: Bytes, device: DeviceKeys, privateKey: CryptoKey): Promise<string> {
  const salt = body.subarray(0, SALT_LENGTH);
  const start = SALT_LENGTH + 5;
  const end = start + body[start - 1]!;
  const publicKey = body.slice(start, end);
  const { key, iv } = await deriveKeys(privateKey, publicKey, { device, publicKey, salt });
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, body.slice(end)));
  return new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(LAST_RECORD)));
}

/** Imports a private key of P-256 for `decryptPush`, from its 32 bytes and its public key. */
export const importPrivateKey = (privateKey: Bytes, publicKey: Bytes) =>
  crypto.subtle.importKey("jwk", jwkOf(privateKey, publicKey), P256, false, ["deriveBits"]);

/** A key pair of P-256 as a JSON Web Key; `publicKey` is its uncompressed point. */
const jwkOf = (privateKey: Bytes, publicKey: Bytes): JsonWebKey => ({
  kty: "EC",
  crv: "P-256",
  d: toBase64Url(privateKey),
  x: toBase64Url(publicKey.slice(1, 33)),
  y: toBase64Url(publicKey.slice(33)),
});

export async function newMessageKeys(): Promise<MessageKeys> {
  const pair = (await crypto.subtle.generateKey(P256, true, ["deriveBits"])) as CryptoKeyPair;
  const publicKey = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  return { privateKey: pair.privateKey, publicKey, salt: crypto.getRandomValues(new Uint8Array(SALT_LENGTH)) };
}

async function deriveKeys(
  privateKey: CryptoKey,
  otherKey: Bytes,
  { device, publicKey, salt }: { device: DeviceKeys; publicKey: Bytes; salt: Bytes },
): Promise<{ key: CryptoKey; iv: Bytes }> {
  const other = await crypto.subtle.importKey("raw", otherKey, P256, false, []);
  // The runtime's types call it `$public`.
  const agreement = { name: "ECDH", public: other } as never;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, privateKey, 256));
  const secret = await hkdf(device.auth, shared, concat(bytesOf("WebPush: info\0"), device.p256dh, publicKey), 32);
  const [key, iv] = await Promise.all([
    hkdf(salt, secret, bytesOf("Content-Encoding: aes128gcm\0"), 16),
    hkdf(salt, secret, bytesOf("Content-Encoding: nonce\0"), 12),
  ]);
  return { key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]), iv };
}

async function hkdf(salt: Bytes, secret: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, length * 8));
}

const concat = (...parts: Bytes[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]));

// Voluntary Application Server Identification (RFC 8292): push services learn that the sender is whom the browser let.

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  /** Where push services reach us: a `mailto:` or `https:` address. */
  subject: string;
}

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
/** Push services refuse more than a day. */
const LIFE = 12 * HOUR;

export async function authorizePush(keys: VapidKeys, endpoint: string, now: Instant): Promise<string> {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now + LIFE) / 1000), sub: keys.subject };
  const signed = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(ES256, await signingKey(keys), bytesOf(signed));
  return `vapid t=${signed}.${toBase64Url(new Uint8Array(signature))}, k=${keys.publicKey}`;
}

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/;
const SUBJECT = /^(mailto:[^@\s]+@(?!localhost$)[^@\s]+\.(?!invalid$)[a-z]+|https:\/\/.+)$/;

/** Finds the fault of an `Authorization`, or null. For the stand-in of local mode. */
export async function findFault(authorization: string, origin: string, now: Instant): Promise<string | null> {
  const [, head = "", body = "", signature = "", publicKey = ""] = HEADER.exec(authorization) ?? [];
  const bytes = { publicKey: fromBase64Url(publicKey), signature: fromBase64Url(signature), body: fromBase64Url(body) };
  if (!bytes.publicKey?.length || !bytes.signature || !bytes.body) return "There is no VAPID header.";
  const key = await crypto.subtle.importKey("raw", bytes.publicKey, ES256, false, ["verify"]);
  const isSigned = await crypto.subtle.verify(ES256, key, bytes.signature, bytesOf(`${head}.${body}`));
  if (!isSigned) return "The signature is wrong.";
  const { aud, exp, sub } = JSON.parse(new TextDecoder().decode(bytes.body)) as Record<string, unknown>;
  if (aud !== origin) return "The audience is another push service.";
  if (typeof exp !== "number" || exp * 1000 < now || exp * 1000 > now + 24 * HOUR) return "The expiry is wrong.";
  return typeof sub === "string" && SUBJECT.test(sub) ? null : "The subject is no address.";
}

const encode = (value: object): string => toBase64Url(bytesOf(JSON.stringify(value)));

/** Imported once per isolate: that costs more than signing. */
const imported = new Map<string, Promise<CryptoKey>>();

function signingKey({ publicKey, privateKey }: VapidKeys): Promise<CryptoKey> {
  const jwk = () => jwkOf(fromBase64Url(privateKey)!, fromBase64Url(publicKey)!);
  const key = imported.get(privateKey) ?? crypto.subtle.importKey("jwk", jwk(), ES256, false, ["sign"]);
  imported.set(privateKey, key);
  return key;
}
