import { fromBase64Url, toBase64Url } from "./tokens.server";

/** An HMAC of a text under a secret of ours, in letters that fit a cookie. */
export async function sign(secret: string, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await signingKey(secret), bytesOf(text))));
}

/** Whether a signature is ours for this text; compared in constant time. */
export async function isSigned(secret: string, text: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  return bytes !== null && crypto.subtle.verify("HMAC", await signingKey(secret), bytes, bytesOf(text));
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function signingKey(secret: string) {
  return crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}
