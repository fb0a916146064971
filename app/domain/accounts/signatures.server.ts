import { fromBase64Url, toBase64Url } from "../values/base64-url";
import type { RotatingSecret } from "../values/rotating-secret";

/** Signs a text: its HMAC under the current value of the secret, in base64url. */
export async function sign([current]: RotatingSecret, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await signingKey(current), bytesOf(text))));
}

/**
 * Whether a signature is ours for this text, under the current or an earlier value of the secret (S9); in constant
 * time.
 */
export async function isSigned(secret: RotatingSecret, text: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (!bytes) return false;
  for (const value of secret)
    if (await crypto.subtle.verify("HMAC", await signingKey(value), bytes, bytesOf(text))) return true;
  return false;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Imported once per isolate: that costs more than signing. */
const keys = new Map<string, CryptoKey>();

async function signingKey(value: string): Promise<CryptoKey> {
  const key =
    keys.get(value) ??
    (await crypto.subtle.importKey("raw", bytesOf(value), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]));
  keys.set(value, key);
  return key;
}
