import { beginPasswordCheck, type AdmittedPasswordCheck } from "~/domain/accounts/password-changes.server";
import type { TooMany } from "~/domain/values/refusal";
import type { AuthenticatedUser, SessionClaims } from "~/domain/values/user";
import type { RequestContext } from "./context";

interface ConfirmedUser {
  ok: true;
  user: AuthenticatedUser;
  passwordCheck: AdmittedPasswordCheck;
}

/**
 * Confirms the user while their attempt at the current password is counted: one D1 round trip for both. Refuses with
 * `tooMany` (A9).
 */
export async function confirmBeforePasswordCheck({
  context,
  viewer,
  user,
}: {
  context: RequestContext;
  viewer: SessionClaims | null;
  user: Promise<AuthenticatedUser>;
}): Promise<ConfirmedUser | TooMany> {
  const [confirmed, passwordCheck] = await Promise.all([
    user,
    beginPasswordCheck(context, context.session.token ?? "", viewer?.id ?? ""),
  ]);
  return passwordCheck.ok ? { ok: true, user: confirmed, passwordCheck } : passwordCheck;
}
