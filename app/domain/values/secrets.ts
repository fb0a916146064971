/** The values of a secret while it is changed: the first one signs, all of them verify. */
export type RotatingSecret = readonly [current: string, ...earlier: string[]];

/** Reads a variable's values, newest first, separated by blanks or commas; null without any. */
export function parseRotatingSecret(text: string): RotatingSecret | null {
  const [current, ...earlier] = text.split(/[\s,]+/).filter(Boolean);
  return current === undefined ? null : [current, ...earlier];
}

/** Compares a secret from outside with ours, in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  const one = bytesOf(given);
  const other = bytesOf(secret);
  const difference = other.reduce((sum, byte, at) => sum | (byte ^ (one[at] ?? 0)), one.length ^ other.length);
  return difference === 0;
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The HMAC-SHA-256 of a text, in hex. */
export async function hmacInHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(text)));
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** Reads the bytes of a base64url text; null if it isn't one. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

// A stolen copy of the database must not hold every admin's codes, nor may a browser's owner read or make a cookie of
// ours: what only we may know is encrypted under a key that neither ever sees.

const IV_BYTES = 12;

/** Encrypts bytes for one purpose (a user's app secret, a cookie) with the current `SESSION_SECRET`. */
export async function seal([current]: RotatingSecret, purpose: string, bytes: Uint8Array<ArrayBuffer>) {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(cipher(iv, purpose), await keyOf(current), bytes);
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Decrypts what `seal` wrote; `isOutdated`: by an earlier value. Null without that value, and for another purpose. */
export async function unseal(secret: RotatingSecret, purpose: string, text: string) {
  const stored = fromBase64Url(text);
  if (!stored) return null;
  for (const [at, value] of secret.entries()) {
    const bytes = await crypto.subtle
      .decrypt(cipher(stored.slice(0, IV_BYTES), purpose), await keyOf(value), stored.slice(IV_BYTES))
      .catch(() => null);
    if (bytes) return { bytes: new Uint8Array(bytes), isOutdated: at > 0 };
  }
  return null;
}

const cipher = (iv: BufferSource, purpose: string) => ({ name: "AES-GCM", iv, additionalData: bytesOf(purpose) });

async function keyOf(value: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(value), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    // The key's first purpose named it; another name would open no app's secret any more.
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf("authenticator apps") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
