import { useLoaderData } from "@remix-run/react";
import { deleteAccountForm } from "~/domain/accounts/account-forms";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { confirmBeforePasswordCheck } from "~/http/current-password.server";
import { parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { endedSessionCookie } from "~/http/session-cookie";
import { Settings } from "~/ui/accounts/settings";
import { titled } from "~/ui/shell/titled";

export const meta = titled("Settings");

/** Where a plumber says where their money goes, while clients can pay online (M15). */
export const loader = signedInLoader(async ({ context: { paymentProvider }, viewer }) => ({
  payouts: viewer.role === "plumber" && paymentProvider ? "/plumber-dashboard/settings/payouts" : null,
}));

/** Signs out everywhere (A12), or deletes the account (A18). */
export const action = signedInAction("That didn't work", async (args) => {
  const { context, form, pressed } = args;
  if (pressed(["signOutEverywhere"])) {
    await endAllSessions(context, await args.user);
    return redirectTo("/signin?reason=signedOut", { "Set-Cookie": endedSessionCookie });
  }
  const parsed = parseForm(form, deleteAccountForm);
  if (!parsed.value) {
    await args.user;
    return parsed.invalid();
  }
  const begun = await confirmBeforePasswordCheck(args);
  if (!begun.ok) return parsed.refused(begun);
  const result = await eraseOwnAccount(context, begun.user, begun.passwordCheck, parsed.value.current);
  if (!result.ok) return parsed.refused(result, result.reason === "wrongPassword" ? "current" : undefined);
  return redirectTo("/signin?reason=erased", { "Set-Cookie": endedSessionCookie });
});

export default function SettingsPage() {
  return <Settings {...useLoaderData<typeof loader>()} />;
}
