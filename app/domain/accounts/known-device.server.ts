import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import type { RotatingSecret } from "../values/rotating-secret";
import { isSigned, sign } from "./signatures.server";
import { randomToken } from "./tokens.server";

// A browser keeps this after a sign-in (A13): a random id, when, and our signature over both and the email. It names nobody and
// opens nothing; the browser's failures at signing in with this email are counted on their own.

/** A browser that has signed in before. */
export interface KnownDevice {
  id: string;
  issuedAt: Instant;
}

/** Makes the token for a browser that has just signed in with an email. */
export async function issueDeviceToken(
  { sessionSecret, now }: Pick<DomainContext, "sessionSecret" | "now">,
  email: string,
): Promise<string> {
  const device = `${randomToken()}.${now}`;
  return `${device}.${await sign(sessionSecret, claim(device, email))}`;
}

/**
 * Returns the id of a browser that has signed in with this email before, and when; null for no token, a forged one,
 * another email's. One from before all access was ended (`accessEndedAt`) counts for nothing (A12).
 */
export async function readDeviceToken(
  secret: RotatingSecret,
  token: string | null,
  email: string,
): Promise<KnownDevice | null> {
  const [id, at, signature, ...rest] = (token ?? "").split(".");
  if (!id || !at || !signature || rest.length > 0) return null;
  return (await isSigned(secret, claim(`${id}.${at}`, email), signature)) ? { id, issuedAt: Number(at) } : null;
}

const claim = (device: string, email: string) => `device ${device} ${email}`;
