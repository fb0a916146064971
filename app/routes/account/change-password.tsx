import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ENDS_TOO } from "~/domain/accounts/account";
import { changePasswordForm } from "~/domain/accounts/account-forms";
import { changePassword } from "~/domain/accounts/password-changes.server";
import { dashboardOf, settingsOf } from "~/domain/values/user";
import { formAction } from "~/http/forms";
import { requireUser } from "~/http/guards";
import { deviceCookie } from "~/http/cookies";
import { AccountPage, described } from "~/ui/shell/public-page";
import { NewPasswordField, PasswordField } from "~/ui/accounts/password-field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SubmitButton } from "~/ui/shell/elements";
import { UsernameField } from "~/ui/forms/field";
import { PlainForm } from "~/ui/forms/owned-form";
import { confirmBeforePasswordCheck } from "~/http/step-up.server";

export const meta = described({
  title: "Change your password",
  description: "Choose a new password for your account.",
});

export async function loader(args: LoaderFunctionArgs) {
  return { settings: settingsOf((await requireUser(args)).role) };
}

export const action = formAction("Your password was not changed", async (args) => {
  const { context, read, refused, goTo } = args;
  const begun = await confirmBeforePasswordCheck({ context, user: requireUser(args) });
  const { current, password: next } = read(changePasswordForm);
  if (!begun.ok) return refused(begun);
  const result = await changePassword(context, begun.user, begun.passwordCheck, { current, next });
  if (!result.ok) return refused(result, "current");
  const cookies = [result.deviceToken && deviceCookie.set(result.deviceToken)];
  return goTo(dashboardOf(begun.user.role), "passwordChanged", { cookies });
});

export default function ChangePassword() {
  const { settings } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("change-password", ["current", "password"]);
  return (
    <AccountPage
      title="Change your password"
      settings={settings}
      lead={`All your other devices will be signed out. ${ENDS_TOO}`}
    >
      <ProblemSummary message={message} fields={all} />
      <PlainForm noValidate className="grid gap-5">
        <UsernameField />
        <PasswordField meta={fields.current} label="Current password" />
        <NewPasswordField meta={fields.password} />
        <SubmitButton busy="Saving...">Change password</SubmitButton>
      </PlainForm>
    </AccountPage>
  );
}
