import { toBase64Url } from "../values/base64-url";

/** Makes 32 random bytes, in base64url for a link or a cookie. */
export function randomToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Hashes a token with SHA-256, in hex: all that D1 keeps of it. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A token for an emailed link, with what D1 keeps of it. */
export interface EmailedToken {
  token: string;
  tokenHash: string;
}

/** Makes a token for an emailed link. */
export async function newEmailedToken(): Promise<EmailedToken> {
  const token = randomToken();
  return { token, tokenHash: await hashToken(token) };
}
