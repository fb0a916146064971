import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { brand } from "~/brand";
import { signInForm } from "~/domain/accounts/account-forms";
import { signInByPasskey, signIn } from "~/domain/accounts/sign-in.server";
import { signedPasskey } from "~/domain/accounts/second-factor/factor-answers";
import { dashboardOf } from "~/domain/values/user";
import { deviceCookie, draftCookie, hasRequestToSend, pendingCookie, signedInCookies } from "~/http/cookies";
import { draftPage, requestToSend } from "~/http/request-draft.server";
import { readSignUp } from "~/http/signed-up.server";
import { WaitingEmail } from "~/ui/accounts/waiting";
import { formAction, parseForm } from "~/http/forms";
import { findAuthenticatedUser, orWithout } from "~/http/page-parts";
import { redirectTo } from "~/http/responses";
import { returnOf, withReturn } from "~/http/return-to";
import { SIGN_IN_NOTICES, SplitPage } from "~/ui/accounts/split-page";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SubmitButton, TextLink } from "~/ui/shell/elements";
import { PasswordField } from "~/ui/accounts/password-field";
import { PasskeyButton } from "~/ui/accounts/step-up-fields";
import { described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";
import { logSignIn } from "~/http/step-up.server";

/** A ticket's link leads here: messengers show the same for every booking (B24). */
const SHARED_TICKET = {
  title: "A plumbing job",
  description:
    "The job's ticket: when, where, what, and how far it is. Its client and its plumber see it after signing in.",
};

export const meta = described<typeof loader>(({ returnTo }) =>
  returnTo?.startsWith("/bookings/")
    ? SHARED_TICKET
    : { title: "Sign in", description: "Sign in to book a plumber, follow your bookings, and write messages." },
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = returnOf(request);
  const reason = searchParams.get("reason") ?? "";
  const [user, draft, signedUp] = await Promise.all([
    findAuthenticatedUser(context),
    requestToSend(context, request, returnTo),
    reason === "registered" ? readSignUp(context, request) : null,
  ]);
  if (user) throw redirectTo(returnTo ?? dashboardOf(user.role));
  const hasRequest = hasRequestToSend(request, returnTo);
  return { returnTo, hasRequest, draft, notice: SIGN_IN_NOTICES[reason] ?? null, email: signedUp?.email };
}

export const action = formAction("Login failed", async ({ request, context, form: sent, goTo }) => {
  const returnTo = returnOf(request);
  const authenticator = new Authenticator<Awaited<ReturnType<typeof tryToSignIn>>>();
  authenticator.use(new FormStrategy(({ form }) => tryToSignIn(form)), "form");

  async function tryToSignIn(form: FormData) {
    const alone = signedPasskey.safeParse(form.get("passkey")).data;
    if (alone) {
      const result = logSignIn(context, "passkey", await signInByPasskey(context, alone));
      return result.ok ? { signedIn: result } : { answer: parseForm(form, signInForm).refused(result) };
    }
    const parsed = parseForm(form, signInForm);
    if (!parsed.value) return { answer: parsed.invalid() };
    const tried = await signIn(context, parsed.value, deviceCookie.read(request));
    const result = logSignIn(context, "password", tried);
    if (result.ok) return { signedIn: result };
    if (result.reason !== "secondFactorRequired") return { answer: parsed.refused(result) };
    const cookies = [pendingCookie.set(result.pendingToken)];
    return { answer: goTo(withReturn("/signin/second-factor", returnTo), null, { cookies }) };
  }

  // remix-auth would read the form itself, without bounds, so it gets the one we have read.
  const { signedIn, answer } = await authenticator.authenticate(
    "form",
    new Request(request.url, { method: "POST", body: sent }),
  );
  if (!signedIn) return answer;
  const draft =
    returnTo === null && signedIn.role === "client"
      ? await orWithout(context, "draft", draftPage(context, draftCookie.read(request)), null)
      : null;
  const cookies = signedInCookies(signedIn);
  return goTo(returnTo ?? draft ?? dashboardOf(signedIn.role), "signedIn", { cookies });
});

export default function SignIn() {
  const { returnTo, notice, hasRequest, draft, email } = useLoaderData<typeof loader>();
  const { fields, all, sent, message, reason } = useFormReply("sign-in", ["email", "password"], { email });
  const isWaiting = email !== undefined && !sent;
  const ways = (
    <>
      <PlainForm noValidate className="grid gap-5">
        <TextField meta={fields.email} label="Email" type="email" autoComplete="username" required />
        <PasswordField meta={fields.password} />
        <SubmitButton busy="Signing in...">SIGN IN</SubmitButton>
      </PlainForm>
      <PlainForm className="min-h-12">
        <PasskeyButton purpose="signIn">Use a passkey</PasskeyButton>
      </PlainForm>
      <p className="grid justify-items-start gap-x-4 sm:flex sm:justify-between">
        <TextLink to={withReturn("/signup", returnTo)}>New here? Sign Up</TextLink>
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
      </p>
    </>
  );
  return (
    <SplitPage
      title={isWaiting ? "Check your email" : "Sign in"}
      welcome="Welcome back!"
      other={{
        to: withReturn("/signup", returnTo),
        label: "SIGN UP",
        text: `New to ${brand.name}? Create an account and book a plumber in a minute.`,
      }}
      notice={message ? null : notice}
      hasRequest={hasRequest}
      draft={draft}
    >
      {isWaiting && <WaitingEmail email={email} change={withReturn("/signup/done", returnTo, { change: "1" })} />}
      <ProblemSummary message={message} fields={all} className="leaves-after-10s">
        {reason === "wrongCredentials" && <TextLink to="/forgot-password">Choose a new password</TextLink>}
      </ProblemSummary>
      {reason === "emailNotVerified" && (
        <PlainForm action={withReturn("/resend-verification", returnTo)}>
          <input type="hidden" name="email" value={fields.email.value} />
          <button className="button-link">Send the verification email again</button>
        </PlainForm>
      )}
      {isWaiting ? (
        <details>
          <summary className="py-3 font-semibold">Opened the link already? Sign in</summary>
          <div className="grid gap-6 pt-3">{ways}</div>
        </details>
      ) : (
        ways
      )}
    </SplitPage>
  );
}
