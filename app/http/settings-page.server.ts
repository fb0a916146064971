import { deleteAccountForm } from "~/domain/accounts/account-forms";
import { beginPasswordChange } from "~/domain/accounts/password-change.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { eraseOwnAccount } from "~/domain/admin/erasure.server";
import { parseForm } from "./forms";
import type { ActionArgs } from "./guards";
import { pressedButton } from "./pressed-button";
import { redirectTo } from "./redirects";
import { endedSessionCookie } from "./session-cookie";

/** The buttons of a settings page: sign out everywhere, and the form that deletes the account. */
export async function changeSettings({ context, viewer, user: confirmation, form }: ActionArgs) {
  if (pressedButton(form, ["signOutEverywhere"])) {
    await endAllSessions(context, await confirmation);
    return redirectTo("/signin?reason=signedOut", { "Set-Cookie": endedSessionCookie });
  }
  const parsed = parseForm(form, deleteAccountForm);
  const [user, begun] = await Promise.all([
    confirmation,
    parsed.value && beginPasswordChange(context, context.session.token ?? "", viewer.id),
  ]);
  if (!parsed.value) return parsed.invalid();
  if (begun?.ok === false) return parsed.refused(begun);
  const result = await eraseOwnAccount(context, user, begun?.storedHash ?? null, parsed.value.current);
  if (!result.ok) return result.reason === "wrongPassword" ? parsed.refused(result, "current") : parsed.refused(result);
  return redirectTo("/signin?reason=erased", { "Set-Cookie": endedSessionCookie });
}
