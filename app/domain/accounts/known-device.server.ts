import type { RotatingSecret } from "../values/rotating-secret";
import { isSigned, sign } from "./signatures.server";
import { randomToken } from "./tokens.server";

// What a browser keeps after it has signed in with an email: a random id and our signature over both. It says nothing
// about the email, opens nothing, and gives that browser tries of its own at signing in with this email.

/** A new token for a browser that has just signed in. */
export async function issueDeviceToken(secret: RotatingSecret, email: string): Promise<string> {
  const id = randomToken();
  return `${id}.${await sign(secret, claim(id, email))}`;
}

/** The id of a browser that has signed in with this email before; null for any other, or another email. */
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
