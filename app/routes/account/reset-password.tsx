import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { ENDS_TOO } from "~/domain/accounts/account";
import { useLoaderData } from "@remix-run/react";
import { NO_TOKEN, resetPasswordForm } from "~/domain/accounts/account-forms";
import { deviceCookie, endedSessionHeaders } from "~/http/cookies";
import { findResetEmail, resetPassword } from "~/domain/accounts/password-changes.server";
import { formAction } from "~/http/forms";
import { redirectTo } from "~/http/responses";
import { refuse } from "~/domain/values/refusal";
import { orWithout } from "~/http/page-parts";
import { messageOf } from "~/http/refusals";
import { AccountPage, described } from "~/ui/shell/public-page";
import { NewPasswordField } from "~/ui/accounts/password-field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { ButtonLink, Notice, SubmitButton } from "~/ui/shell/elements";
import { UsernameField } from "~/ui/forms/field";
import { PlainForm } from "~/ui/forms/owned-form";
import { logSignIn } from "~/http/step-up.server";

export const meta = described({
  title: "Choose a new password",
  description: "Choose a new password for your account.",
});

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Says at once that a link has ended: not only once a new password is typed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  if (token === "") return { problem: NO_TOKEN, email: "" };
  // Without D1 the form is shown, and says what failed.
  const email = await orWithout(context, "link", findResetEmail(context.db, token, context.now), "");
  return { problem: email === null ? messageOf(refuse("linkInvalid")) : null, email: email ?? "" };
}

export const action = formAction("Your password was not changed", async ({ request, context, read, refused }) => {
  const { password } = read(resetPasswordForm);
  const reset = await resetPassword(context, tokenOf(request), password);
  const result = logSignIn(context, "emailed link", reset);
  if (!result.ok) return refused(result);
  const { deviceToken } = result;
  const known: [string, string][] = deviceToken === null ? [] : [["Set-Cookie", deviceCookie.set(deviceToken)]];
  return redirectTo("/signin?reason=reset", [...endedSessionHeaders(request), ...known]);
});

export default function ResetPassword() {
  const { problem, email } = useLoaderData<typeof loader>();
  const { fields, all, message, reason } = useFormReply("reset-password", ["password"]);
  const usable = problem === null && reason !== "linkInvalid";
  return (
    <AccountPage
      title="Choose a new password"
      lead={usable ? `All your devices will be signed out. ${ENDS_TOO}` : undefined}
    >
      <ProblemSummary message={message} fields={all} />
      {usable ? (
        <PlainForm noValidate className="grid gap-5">
          <UsernameField email={email} />
          <NewPasswordField meta={fields.password} />
          <SubmitButton busy="Saving...">Save new password</SubmitButton>
        </PlainForm>
      ) : (
        <>
          {problem && !message && <Notice kind="danger">{problem}</Notice>}
          <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
        </>
      )}
    </AccountPage>
  );
}
