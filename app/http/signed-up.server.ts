import * as z from "zod";
import type { WaitingSignUp } from "~/domain/accounts/registration.server";
import { decryptSecret, encryptSecret } from "~/domain/accounts/second-factor/totp";
import { HOUR } from "~/domain/time/harare";
import { bytesOf } from "~/domain/values/secrets";
import type { RequestContext } from "./context";
import { signedUpCookie } from "./cookies";

const PURPOSE = "signed-up cookie";

const sealed = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(["client", "plumber"]),
  until: z.number(),
});

/** The cookie by which a browser's pages name the sign-up that waits for its email (A15): nobody else reads or makes it. */
export async function nameSignUp({ sessionSecret, now }: RequestContext, waiting: WaitingSignUp): Promise<string> {
  const text = JSON.stringify({ ...waiting, until: now + HOUR });
  return signedUpCookie.set(await encryptSecret(sessionSecret, PURPOSE, bytesOf(text)));
}

/** Reads the sign-up that this browser has made within the hour; null: none, or not ours. Never asks D1 (A7). */
export async function readSignUp(
  { sessionSecret, now }: RequestContext,
  request: Request,
): Promise<WaitingSignUp | null> {
  const text = signedUpCookie.read(request);
  const opened = text && (await decryptSecret(sessionSecret, PURPOSE, text));
  if (!opened) return null;
  const { until, ...waiting } = sealed.parse(JSON.parse(new TextDecoder().decode(opened.bytes)));
  return until > now ? waiting : null;
}
