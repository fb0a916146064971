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

/** Writes bytes as base64url, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** Reads the bytes of a base64url text; null if it is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
