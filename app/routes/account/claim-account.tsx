import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { NO_TOKEN, claimForm } from "~/domain/accounts/account-forms";
import { claimAccount, findClaimLink } from "~/domain/accounts/claim-links.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { REFERENCE_LENGTH } from "~/domain/values/text";
import { dashboardOf } from "~/domain/values/user";
import { signedInCookies } from "~/http/cookies";
import { formAction } from "~/http/forms";
import { NewPasswordField } from "~/ui/accounts/password-field";
import { TermsField } from "~/ui/accounts/account-fields";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { TextField, UsernameField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { AccountPage, described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";
import { logSignIn } from "~/http/step-up.server";

export const meta = described({
  title: "Make the account yours",
  description: "See the bookings that our office has made for you on the phone, and book online too.",
});

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Changes nothing, because mail scanners open links (A5). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  const email = token ? await findClaimLink(context.db, token, context.now) : null;
  const message = token ? "This link is no longer valid. Please call our office for a new one." : NO_TOKEN;
  return data({ email, message }, { status: email === null ? 400 : 200 });
}

export const action = formAction("That didn't work", async ({ request, context, read, refused, goTo }) => {
  const claim = { ...read(claimForm), termsVersion: TERMS_VERSION };
  const result = logSignIn(context, "emailed link", await claimAccount(context, tokenOf(request) ?? "", claim));
  if (!result.ok) {
    if (result.reason === "alreadyVerified") return goTo("/signin?reason=verified");
    return refused(result, result.reason === "notYourBooking" ? "reference" : undefined);
  }
  return goTo(dashboardOf("client"), "accountClaimed", { cookies: signedInCookies(result) });
});

export default function ClaimAccount() {
  const { email, message: invalid } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("claim-account", ["reference", "password", "terms"]);
  if (email === null)
    return (
      <AccountPage title="Make the account yours">
        <Notice kind="danger">{invalid}</Notice>
      </AccountPage>
    );
  return (
    <AccountPage
      title="Make the account yours"
      lead="Our office books for you on the phone. Here you can do it yourself, too."
    >
      <ProblemSummary message={message} fields={all} />
      <PlainForm noValidate className="grid gap-5">
        <p className="wrap-anywhere">
          Account: <b>{email}</b>
        </p>
        <UsernameField email={email} />
        <TextField
          meta={fields.reference}
          label="Booking reference"
          hint="Our office told you, like PB-7K3QF2."
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={REFERENCE_LENGTH}
          required
        />
        <NewPasswordField meta={fields.password} label="Choose a password" />
        <TermsField meta={fields.terms} />
        <SubmitButton busy="Saving...">Make it mine and sign in</SubmitButton>
      </PlainForm>
    </AccountPage>
  );
}
