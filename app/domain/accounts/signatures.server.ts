import type { RotatingSecret } from "../values/rotating-secret";
import { fromBase64Url, toBase64Url } from "./tokens.server";

/** An HMAC of a text under a secret of ours, in letters that fit a cookie. */
export async function sign([current]: RotatingSecret, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await signingKey(current), bytesOf(text))));
}

/** Whether a signature is ours for this text, also under an earlier value of the secret; compared in constant time. */
export async function isSigned(secret: RotatingSecret, text: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (!bytes) return false;
  for (const value of secret)
    if (await crypto.subtle.verify("HMAC", await signingKey(value), bytes, bytesOf(text))) return true;
  return false;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Imported once for an isolate: it costs more than signing does. */
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
