import type { RotatingSecret } from "../values/rotating-secret";
import { isSigned, sign } from "./signatures.server";
import { randomToken } from "./tokens.server";

// What a browser keeps after a sign-in (A13): a random id, and our signature over it and the email. It names nobody and
// opens nothing; the browser's failures at signing in with this email are counted on their own.

/** Makes the token for a browser that has just signed in with an email. */
export async function issueDeviceToken(secret: RotatingSecret, email: string): Promise<string> {
  const id = randomToken();
  return `${id}.${await sign(secret, claim(id, email))}`;
}

/** Returns the id of a browser that has signed in with this email before; null for no token, a forged one, another email's. */
export async function readDeviceToken(
  secret: RotatingSecret,
  token: string | null,
  email: string,
): Promise<string | null> {
  const [id, signature, ...rest] = (token ?? "").split(".");
  if (!id || !signature || rest.length > 0) return null;
  return (await isSigned(secret, claim(id, email), signature)) ? id : null;
}

const claim = (id: string, email: string) => `device ${id} ${email}`;
