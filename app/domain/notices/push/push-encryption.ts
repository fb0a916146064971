import { toBase64Url } from "../../values/secrets";

// Message Encryption for Web Push (RFC 8291), in one record of aes128gcm (RFC 8188).

type Bytes = Uint8Array<ArrayBuffer>;

/** A device's public key and its secret, as the browser made them. */
interface DeviceKeys {
  p256dh: Bytes;
  auth: Bytes;
}

/** The key pair and salt of one message. */
interface MessageKeys {
  privateKey: CryptoKey;
  publicKey: Bytes;
  salt: Bytes;
}

const P256 = { name: "ECDH", namedCurve: "P-256" };
const SALT_LENGTH = 16;
/** Marks the end of the last record. */
const LAST_RECORD = 2;
const RECORD_SIZE = 4096;

/** Encrypts a text for one device. `keys`: made for each message; passed only in tests. */
export async function encryptPush(text: string, device: DeviceKeys, keys?: MessageKeys): Promise<Bytes> {
  const { privateKey, publicKey, salt } = keys ?? (await newMessageKeys());
  const { key, iv } = await deriveKeys(privateKey, device.p256dh, { device, publicKey, salt });
  const plain = concat(utf8(text), Uint8Array.of(LAST_RECORD));
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
export function importPrivateKey(privateKey: Bytes, publicKey: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", jwkOf(privateKey, publicKey), P256, false, ["deriveBits"]);
}

/** A key pair of P-256 as a JSON Web Key; `publicKey` is its uncompressed point. */
export const jwkOf = (privateKey: Bytes, publicKey: Bytes): JsonWebKey => ({
  kty: "EC",
  crv: "P-256",
  d: toBase64Url(privateKey),
  x: toBase64Url(publicKey.slice(1, 33)),
  y: toBase64Url(publicKey.slice(33)),
});

async function newMessageKeys(): Promise<MessageKeys> {
  const pair = (await crypto.subtle.generateKey(P256, true, ["deriveBits"])) as CryptoKeyPair;
  const publicKey = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  return { privateKey: pair.privateKey, publicKey, salt: crypto.getRandomValues(new Uint8Array(SALT_LENGTH)) };
}

/** The key and nonce of a message, the same for both sides: each has its own private key and the other's public one. */
async function deriveKeys(
  privateKey: CryptoKey,
  otherKey: Bytes,
  { device, publicKey, salt }: { device: DeviceKeys; publicKey: Bytes; salt: Bytes },
): Promise<{ key: CryptoKey; iv: Bytes }> {
  const other = await crypto.subtle.importKey("raw", otherKey, P256, false, []);
  // The runtime's types call it `$public`.
  const agreement = { name: "ECDH", public: other } as never;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, privateKey, 256));
  const secret = await hkdf(device.auth, shared, concat(utf8("WebPush: info\0"), device.p256dh, publicKey), 32);
  const [key, iv] = await Promise.all([
    hkdf(salt, secret, utf8("Content-Encoding: aes128gcm\0"), 16),
    hkdf(salt, secret, utf8("Content-Encoding: nonce\0"), 12),
  ]);
  return { key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]), iv };
}

async function hkdf(salt: Bytes, secret: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, length * 8));
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text) as Bytes;

function concat(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
