import { useLoaderData } from "@remix-run/react";
import { ENDS_TOO } from "~/domain/accounts/account";
import { deleteAccountForm } from "~/domain/accounts/account-forms";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { signedInAction, signedInLoader } from "~/http/guards";
import { signedOutHeaders } from "~/http/cookies";
import { redirectTo } from "~/http/responses";
import { PasswordField } from "~/ui/accounts/password-field";
import { NoticesRow, SecurityRow, SettingFold, SettingLink } from "~/ui/accounts/settings-rows";
import { SubmitButton } from "~/ui/shell/elements";
import { SureField, UsernameField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { titled, useDashboard } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { confirmBeforePasswordCheck } from "~/http/step-up.server";

export const meta = titled("Settings");

export const loader = signedInLoader(async ({ context: { paymentProvider }, viewer }) => ({
  payouts: viewer.role === "plumber" && paymentProvider ? "/plumber-dashboard/settings/payouts" : null,
}));

export const action = signedInAction("That didn't work", async (args) => {
  const { context, user, pressed, read, refused } = args;
  if (pressed(["signOutEverywhere"])) {
    await endAllSessions(context, await user);
    return redirectTo("/signin?reason=signedOut", signedOutHeaders());
  }
  const { current } = read(deleteAccountForm);
  const begun = await confirmBeforePasswordCheck(args);
  if (!begun.ok) return refused(begun);
  const result = await eraseOwnAccount(context, begun.user, begun.passwordCheck, current);
  if (!result.ok) return refused(result, result.reason === "wrongPassword" ? "current" : undefined);
  return redirectTo("/signin?reason=erased", signedOutHeaders());
});

export default function Settings() {
  const { payouts } = useLoaderData<typeof loader>();
  const { role } = useDashboard();
  const { fields, all, message } = useFormReply("delete-account", ["current", "sure"]);
  const failed = message !== null || all.some(({ error }) => error);
  return (
    <div className="grid max-w-2xl gap-4">
      <h1>Settings</h1>
      <section className="card divide-y divide-line" aria-label="Your account">
        <SettingLink to="/change-password" icon="key-round" title="Change password" hint="You need the current one" />
        <SecurityRow />
        <NoticesRow />
        {payouts && (
          <SettingLink
            to={payouts}
            icon="wallet"
            title="Where your money goes"
            hint="The EcoCash phone or bank account for payouts"
          />
        )}
        <SettingLink
          to="/my-data.json"
          isFile
          icon="user"
          title="Download my data"
          hint="Everything we hold about you"
        />
        <SettingFold icon="log-out" title="Sign out everywhere" hint="On all phones and computers">
          <p>{ENDS_TOO}</p>
          <Form method="post" reloadDocument>
            <SubmitButton value="signOutEverywhere" busy="Signing out..." className="button-quiet">
              Sign out everywhere
            </SubmitButton>
          </Form>
        </SettingFold>
        <SettingFold icon="circle-x" title="Delete account" hint="It can't be restored" open={failed} isDanger>
          <p>
            Your name, email, phone, address and photo are erased at once and can't be restored. Unanswered requests are
            cancelled. Past bookings, reviews and messages stay visible to your{" "}
            {role === "plumber" ? "clients" : "plumbers"}, without your name.
          </p>
          <Form method="post" reloadDocument noValidate className="grid gap-5" id="delete">
            <ProblemSummary message={message} fields={all} />
            <UsernameField />
            <PasswordField meta={fields.current} label="Current password" />
            <SureField meta={fields.sure} />
            <SubmitButton busy="Deleting..." className="button-danger justify-self-start" label="Delete my account" />
          </Form>
        </SettingFold>
      </section>
      <h2 className="text-lg text-ink-2">Advanced</h2>
      <section className="card" aria-label="Advanced">
        <SettingLink to="programs" icon="wrench" title="Programs" hint="Tokens, webhooks, developers" />
      </section>
    </div>
  );
}
