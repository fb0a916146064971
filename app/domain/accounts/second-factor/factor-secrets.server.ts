import { fromBase64Url, toBase64Url } from "../../values/base64-url";
import type { RotatingSecret } from "../../values/rotating-secret";

// Whoever gets hold of a copy of the database must not get every admin's codes with it: an app's secret, which we have to
// know ourselves, is encrypted under a key that D1 never sees.

const IV_BYTES = 12;

/** Encrypts an app's secret, bound to its user, with the current value of `SESSION_SECRET`. */
export async function encryptSecret(
  [current]: RotatingSecret,
  userId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(cipher(iv, userId), await keyOf(current), bytes);
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/**
 * Decrypts an app's secret; `isOutdated`: by an earlier value of `SESSION_SECRET`. Null without that value, and for
 * another user's.
 */
export async function decryptSecret(
  secret: RotatingSecret,
  userId: string,
  text: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isOutdated: boolean } | null> {
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

const cipher = (iv: Uint8Array<ArrayBuffer>, userId: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: bytesOf(userId),
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

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
