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
