import { useLoaderData } from "@remix-run/react";
import { ENDS_TOO } from "~/domain/accounts/account";
import { deleteAccountForm } from "~/domain/accounts/account-forms";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { confirmBeforePasswordCheck, signedInAction, signedInLoader } from "~/http/guards";
import { signedOutHeaders } from "~/http/cookies";
import { redirectTo } from "~/http/responses";
import { PasswordField } from "~/ui/accounts/password-field";
import { SecuritySection } from "~/ui/accounts/security-section";
import { Icon, QuietLink, SubmitButton } from "~/ui/shell/elements";
import { SureField, UsernameField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { titled } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";

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
  const { fields, all, message } = useFormReply("delete-account", ["current", "sure"]);
  const failed = message !== null || all.some(({ error }) => error);
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Settings</h1>
      <section className="card grid justify-items-start gap-3 p-5">
        <h2>Password and devices</h2>
        <div className="flex flex-wrap gap-3">
          <QuietLink to="/change-password" icon="key-round" label="Change password" />
          <Form method="post" reloadDocument>
            <SubmitButton value="signOutEverywhere" busy="Signing out..." className="button-quiet">
              Sign out everywhere
            </SubmitButton>
          </Form>
        </div>
        <p>{ENDS_TOO}</p>
      </section>
      <SecuritySection />
      <section className="card grid justify-items-start gap-3 p-5">
        <h2>Notifications</h2>
        <p>Alerts, channels, quiet hours.</p>
        <QuietLink to="notifications" icon="bell" label="Choose notifications" />
      </section>
      {payouts && (
        <section className="card grid justify-items-start gap-3 p-5">
          <h2>Payouts</h2>
          <p>The EcoCash phone or bank account to which we send what clients have paid online.</p>
          <QuietLink to={payouts} icon="wallet" label="Where your money goes" />
        </section>
      )}
      <section className="card grid justify-items-start gap-3 p-5">
        <h2>Programs</h2>
        <p>Personal tokens and webhooks, for developers.</p>
        <QuietLink to="programs" icon="wrench" label="Tokens and webhooks" />
      </section>
      <section className="card grid justify-items-start gap-3 p-5">
        <h2>My data</h2>
        <p>Download everything we hold about you.</p>
        <a href="/my-data.json" download className="button button-quiet">
          <Icon name="file-text" /> Download my data
        </a>
      </section>
      <section className="card grid gap-3 p-5" id="delete">
        <h2>Delete account</h2>
        <p>
          Your name, email, phone, address and photo are erased at once and can't be restored. Unanswered requests are
          cancelled. Past bookings, reviews and messages stay visible to your {payouts ? "clients" : "plumbers"},
          without your name.
        </p>
        <details open={failed}>
          <summary className="min-h-11 py-2 font-semibold text-danger">I want to delete my account</summary>
          <Form method="post" reloadDocument noValidate className="grid gap-5 pt-2">
            <ProblemSummary message={message} fields={all} />
            <UsernameField />
            <PasswordField meta={fields.current} label="Current password" />
            <SureField meta={fields.sure} />
            <SubmitButton busy="Deleting..." className="button-danger justify-self-start" label="Delete my account" />
          </Form>
        </details>
      </section>
    </div>
  );
}
