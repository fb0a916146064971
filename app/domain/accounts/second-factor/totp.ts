import { SECOND, type Instant } from "../../time/harare";
import { bytesOf, fromBase64Url, toBase64Url, type RotatingSecret } from "../../values/secrets";

// Time-based codes (RFC 6238) as every authenticator app makes them: SHA-1, 6 digits, 30 seconds.

const STEP = 30 * SECOND;
/** Of the secret: as long as the hash, as RFC 4226 asks for. */
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const newAppSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES));

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export const stepAt = (instant: Instant): number => Math.floor(instant / STEP);

export async function codeAt(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  return String((mac.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The step that a code belongs to: now, or one to either side, for phones whose clocks are wrong. Null: none. */
export async function stepOf(secret: Uint8Array<ArrayBuffer>, code: string, now: Instant): Promise<number | null> {
  const step = stepAt(now);
  for (const one of [step, step - 1, step + 1]) if ((await codeAt(secret, one)) === code) return one;
  return null;
}

/** Makes what an app reads from the QR code. */
export function appUrl(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

// A stolen copy of the database must not hold every admin's codes: an app's secret, which we have to
// know ourselves, is encrypted under a key that D1 never sees.

const IV_BYTES = 12;

/** Encrypts an app's secret, bound to its user, or what else only we may read, bound to its purpose, with the current value of `SESSION_SECRET`. */
export async function encryptSecret([current]: RotatingSecret, userId: string, bytes: Uint8Array<ArrayBuffer>) {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(cipher(iv, userId), await keyOf(current), bytes);
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Decrypts an app's secret; `isOutdated`: by an earlier value. Null without that value, and for another user's. */
export async function decryptSecret(secret: RotatingSecret, userId: string, text: string) {
  const stored = fromBase64Url(text);
  if (!stored) return null;
  for (const [at, value] of secret.entries()) {
    const bytes = await crypto.subtle
      .decrypt(cipher(stored.slice(0, IV_BYTES), userId), await keyOf(value), stored.slice(IV_BYTES))
      .catch(() => null);
    if (bytes) return { bytes: new Uint8Array(bytes), isOutdated: at > 0 };
  }
  return null;
}

const cipher = (iv: BufferSource, userId: string) => ({ name: "AES-GCM", iv, additionalData: bytesOf(userId) });

async function keyOf(value: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(value), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf("authenticator apps") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
