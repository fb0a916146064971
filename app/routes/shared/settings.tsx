import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { deleteAccountForm } from "~/domain/accounts/account-forms";
import { beginPasswordCheck } from "~/domain/accounts/password-change.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { eraseOwnAccount } from "~/domain/admin/erasure.server";
import { parseForm } from "~/http/forms";
import { signedInAction } from "~/http/guards";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { endedSessionCookie } from "~/http/session-cookie";
import { Settings } from "~/ui/accounts/settings";

export const meta: MetaFunction = () => [{ title: `Settings – ${brand.name}` }];

/** Signs out everywhere (A12), or deletes the account (A18). */
export const action = signedInAction(async ({ context, viewer, user: confirmation, form }) => {
  if (pressedButton(form, ["signOutEverywhere"])) {
    await endAllSessions(context, await confirmation);
    return redirectTo("/signin?reason=signedOut", { "Set-Cookie": endedSessionCookie });
  }
  const parsed = parseForm(form, deleteAccountForm);
  const [user, begun] = await Promise.all([
    confirmation,
    parsed.value && beginPasswordCheck(context, context.session.token ?? "", viewer.id),
  ]);
  if (!parsed.value || !begun) return parsed.invalid();
  if (!begun.ok) return parsed.refused(begun);
  const result = await eraseOwnAccount(context, user, begun, parsed.value.current);
  if (!result.ok) return parsed.refused(result, result.reason === "wrongPassword" ? "current" : undefined);
  return redirectTo("/signin?reason=erased", { "Set-Cookie": endedSessionCookie });
});

export default Settings;
