import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { brand } from "~/brand";
import { signInForm } from "~/domain/accounts/account-forms";
import { signInByPasskey } from "~/domain/accounts/second-factor/factor-sign-in.server";
import { signedPasskey } from "~/domain/accounts/second-factor/webauthn";
import { signIn } from "~/domain/accounts/sign-in.server";
import { dashboardOf } from "~/domain/values/user";
import { hasRequestToSend, readDraftCookie } from "~/http/draft-cookie";
import { draftPage } from "~/http/draft-page.server";
import { readDeviceCookie, signedInCookies } from "~/http/device-cookie";
import { flashCookie } from "~/http/flash";
import { formAction } from "~/http/form-action";
import { parseForm } from "~/http/forms";
import { logSignIn } from "~/http/log-sign-in";
import { pendingCookie } from "~/http/pending-cookie";
import { findAuthenticatedUser, orWithout } from "~/http/page-parts";
import { redirectTo } from "~/http/redirects";
import { sameSitePath, withReturn } from "~/http/return-to";
import { SplitPage } from "~/ui/shell/account-page";
import logo from "~/ui/illustrations/logo.svg?url";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { Link } from "~/ui/shell/link";
import { PasswordField } from "~/ui/accounts/password-field";
import { PasskeyButton } from "~/ui/accounts/passkey-button";
import { SIGN_IN_NOTICES } from "~/ui/accounts/sign-in-notices";
import { RequestKept } from "~/ui/accounts/request-kept";
import { Notice } from "~/ui/elements/notice";
import { WhyPombi } from "~/ui/accounts/why-pombi";
import { describePage } from "~/ui/shell/page-meta";

/** What a messenger shows of a ticket's link (B24), which leads here: the same for every booking. */
const SHARED_TICKET = {
  title: "A plumbing job",
  description:
    "The job's ticket: when, where, what, and how far it is. Its client and its plumber see it after signing in.",
};

export const meta: MetaFunction<typeof loader> = (page) =>
  describePage(
    page,
    page.data?.returnTo?.startsWith("/bookings/")
      ? SHARED_TICKET
      : { title: "Sign in", description: "Sign in to book a plumber, follow your bookings, and write messages." },
  );

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = sameSitePath(searchParams.get("redirectTo"));
  const user = await findAuthenticatedUser(context);
  if (user) throw redirectTo(returnTo ?? dashboardOf(user.role));
  return {
    returnTo,
    notice: SIGN_IN_NOTICES[searchParams.get("reason") ?? ""] ?? null,
    hasRequest: hasRequestToSend(request, returnTo),
  };
}

export const action = formAction("Login failed", async ({ request, context, form: sent }) => {
  const returnTo = sameSitePath(new URL(request.url).searchParams.get("redirectTo"));
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
    const from = { clientAddress: context.clientAddress, deviceToken: readDeviceCookie(request) };
    const result = logSignIn(context, "password", await signIn(context, parsed.value, from));
    if (result.ok) return { signedIn: result };
    if (result.reason !== "secondFactorRequired") return { answer: parsed.refused(result) };
    const pending = { "Set-Cookie": pendingCookie(result.pendingToken) };
    return { answer: redirectTo(withReturn("/signin/second-factor", returnTo), pending) };
  }

  // remix-auth would read the form itself, without bounds, so it gets the one we have read.
  const { signedIn, answer } = await authenticator.authenticate(
    "form",
    new Request(request.url, { method: "POST", body: sent }),
  );
  if (!signedIn) return answer;
  const draft =
    returnTo === null && signedIn.role === "client"
      ? await orWithout(context, "draft", draftPage(context, readDraftCookie(request)), null)
      : null;
  return redirectTo(returnTo ?? draft ?? dashboardOf(signedIn.role), [
    ...signedInCookies(signedIn),
    ["Set-Cookie", flashCookie("signedIn")],
  ]);
});

export default function SignIn() {
  const { returnTo, notice, hasRequest } = useLoaderData<typeof loader>();
  const { fields, all, message, reason } = useFormReply("sign-in", ["email", "password"]);
  return (
    <SplitPage
      panel={
        <>
          <img src={logo} alt="" width={72} height={72} className="rounded-2xl bg-white p-2" />
          <p className="text-h1 leading-tight font-bold">Welcome back!</p>
          <WhyPombi />
          <p className="text-ink-2">New to {brand.name}? Create an account and book a plumber in a minute.</p>
          <Link to={withReturn("/signup", returnTo)} className="button button-quiet">
            SIGN UP
          </Link>
        </>
      }
    >
      <h1>Sign in</h1>
      {notice && !message && (
        <Notice kind={notice.kind} alert={notice.alert}>
          {notice.text}
        </Notice>
      )}
      {hasRequest && <RequestKept />}
      <ProblemSummary message={message} fields={all} className="leaves-after-10s" />
      {reason === "emailNotVerified" && (
        <form method="post" action={withReturn("/resend-verification", returnTo)}>
          <input type="hidden" name="email" value={fields.email.value} />
          <button className="button-link">Send the verification email again</button>
        </form>
      )}
      <form method="post" noValidate className="grid gap-5">
        <TextField meta={fields.email} label="Email" type="email" autoComplete="username" required />
        <PasswordField meta={fields.password} />
        <SubmitButton busy="Signing in...">SIGN IN</SubmitButton>
      </form>
      {/* The button comes with a script: its place is kept, so that nothing moves then. */}
      <form method="post" className="min-h-12">
        <PasskeyButton purpose="signIn">Use a passkey</PasskeyButton>
      </form>
      <p className="grid justify-items-start gap-x-6 sm:flex sm:justify-between">
        <Link to={withReturn("/signup", returnTo)} className="button-link">
          New here? Sign Up
        </Link>
        <Link to="/forgot-password" className="button-link">
          Forgot your password?
        </Link>
      </p>
    </SplitPage>
  );
}
