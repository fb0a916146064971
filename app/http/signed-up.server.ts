import * as z from "zod";
import type { WaitingSignUp } from "~/domain/accounts/registration.server";
import { HOUR } from "~/domain/time/harare";
import { bytesOf, seal, unseal } from "~/domain/values/secrets";
import type { RequestContext } from "./context";
import { signedUpCookie } from "./cookies";

const PURPOSE = "signed-up cookie";

type SealingContext = Pick<RequestContext, "sessionSecret" | "now">;

const sealed = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(["client", "plumber"]),
  until: z.number(),
});

/** Sets the sealed cookie that names the sign-up waiting for its email (A15); only we can read or create it. */
export async function nameSignUp({ sessionSecret, now }: SealingContext, waiting: WaitingSignUp): Promise<string> {
  const text = JSON.stringify({ ...waiting, until: now + HOUR });
  return signedUpCookie.set(await seal(sessionSecret, PURPOSE, bytesOf(text)));
}

/**
 * Reads this browser's sign-up from the last hour; null if there is none or the cookie isn't ours. Never queries D1
 * (A7).
 */
export async function readSignUp(
  { sessionSecret, now }: SealingContext,
  request: Request,
): Promise<WaitingSignUp | null> {
  const text = signedUpCookie.read(request);
  const opened = text && (await unseal(sessionSecret, PURPOSE, text));
  if (!opened) return null;
  // Another build may have sealed other fields.
  const { data } = sealed.safeParse(JSON.parse(new TextDecoder().decode(opened.bytes)));
  if (!data) return null;
  const { until, ...waiting } = data;
  return until > now ? waiting : null;
}
