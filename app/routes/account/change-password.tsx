import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { ENDS_TOO } from "~/domain/accounts/access";
import { changePasswordForm } from "~/domain/accounts/account-forms";
import { changePassword } from "~/domain/accounts/password-change.server";
import { dashboardOf } from "~/domain/values/user";
import { confirmBeforePasswordCheck } from "~/http/current-password.server";
import { deviceCookie } from "~/http/device-cookie";
import { flashCookie } from "~/http/flash";
import { formAction } from "~/http/form-action";
import { requireUser } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { AccountPage } from "~/ui/shell/account-page";
import { NewPasswordField, PasswordField } from "~/ui/accounts/password-field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { describePage } from "~/ui/shell/page-meta";
import { UsernameField } from "~/ui/forms/field";

export const meta: MetaFunction = (page) =>
  describePage(page, { title: "Change your password", description: "Choose a new password for your account." });

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}

export const action = formAction("Your password was not changed", async (args) => {
  const { context, read, refused } = args;
  const { viewer } = context.session;
  const begun = await confirmBeforePasswordCheck({ context, viewer, user: requireUser(args) });
  const value = read(changePasswordForm);
  if (!begun.ok) return refused(begun);
  const passwords = { current: value.current, next: value.password };
  const result = await changePassword(context, begun.user, begun.passwordCheck, passwords);
  if (!result.ok) return refused(result, "current");
  return redirectTo(dashboardOf(begun.user.role), [
    ["Set-Cookie", flashCookie("passwordChanged")],
    ["Set-Cookie", deviceCookie(result.deviceToken)],
  ]);
});

export default function ChangePassword() {
  const { fields, all, message } = useFormReply("change-password", ["current", "password"]);
  return (
    <AccountPage title="Change your password" lead={`All your other devices will be signed out. ${ENDS_TOO}`}>
      <ProblemSummary message={message} fields={all} />
      <form method="post" noValidate className="grid gap-5">
        <UsernameField />
        <PasswordField meta={fields.current} label="Current password" />
        <NewPasswordField meta={fields.password} />
        <SubmitButton busy="Saving...">Change password</SubmitButton>
      </form>
    </AccountPage>
  );
}
