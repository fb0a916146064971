import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { brand } from "~/brand";
import { signInForm } from "~/domain/accounts/account-forms";
import { signIn } from "~/domain/accounts/sign-in.server";
import { dashboardOf } from "~/domain/values/user";
import { readDeviceCookie, signedInCookies } from "~/http/device-cookie";
import { flashCookie } from "~/http/flash";
import { formAction } from "~/http/form-action";
import { parseForm } from "~/http/forms";
import { findAuthenticatedUser } from "~/http/page-parts";
import { redirectTo } from "~/http/redirects";
import { sameSitePath, withReturn } from "~/http/return-to";
import { SplitPage } from "~/ui/shell/account-page";
import logo from "~/ui/illustrations/logo.svg?url";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";
import { describePage } from "~/ui/shell/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: "Sign in",
    description: "Sign in to book a plumber, follow your bookings, and write messages.",
  });

const REASONS: Record<string, { kind: "success" | "info"; text: string; alert?: boolean }> = {
  registered: { kind: "success", text: "Registration successful! Please check your email to verify your account." },
  verified: { kind: "success", text: "Your email is verified. You can sign in now." },
  reset: { kind: "success", text: "Your password is changed. Please sign in with the new one." },
  area: { kind: "info", text: "You must be logged in.", alert: true },
  book: { kind: "info", text: "You must be logged in to book.", alert: true },
  review: { kind: "info", text: "You must be logged in to leave a review.", alert: true },
  erased: { kind: "success", text: "Your account is deleted." },
  signedOut: { kind: "success", text: "You are signed out." },
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = sameSitePath(searchParams.get("redirectTo"));
  const user = await findAuthenticatedUser(context);
  if (user) throw redirectTo(returnTo ?? dashboardOf(user.role));
  return { returnTo, notice: REASONS[searchParams.get("reason") ?? ""] ?? null };
}

export const action = formAction("Login failed", async ({ request, context, form: sent }) => {
  const returnTo = sameSitePath(new URL(request.url).searchParams.get("redirectTo"));
  const authenticator = new Authenticator<Awaited<ReturnType<typeof tryToSignIn>>>();
  authenticator.use(new FormStrategy(({ form }) => tryToSignIn(form)), "form");

  async function tryToSignIn(form: FormData) {
    const parsed = parseForm(form, signInForm);
    if (!parsed.value) return { answer: parsed.invalid() };
    const result = await signIn(context, parsed.value, {
      clientAddress: context.clientAddress,
      deviceToken: readDeviceCookie(request),
    });
    if (result.ok) return { signedIn: result };
    return { answer: parsed.refused(result) };
  }

  // remix-auth would read the form itself, without bounds, so it gets the one we have read.
  const { signedIn, answer } = await authenticator.authenticate(
    "form",
    new Request(request.url, { method: "POST", body: sent }),
  );
  if (!signedIn) return answer;
  return redirectTo(returnTo ?? dashboardOf(signedIn.role), [
    ...signedInCookies(signedIn),
    ["Set-Cookie", flashCookie("signedIn")],
  ]);
});

export default function SignIn() {
  const { returnTo, notice } = useLoaderData<typeof loader>();
  const { fields, all, message, reason } = useFormReply("sign-in", ["email", "password"]);
  return (
    <SplitPage
      panel={
        <>
          <img src={logo} alt="" width={72} height={72} className="rounded-2xl bg-white p-2" />
          <p className="text-h1 font-bold">Welcome back!</p>
          <p className="text-brand-100">New to {brand.name}? Create an account and book a plumber in a minute.</p>
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
      <ProblemSummary message={message} fields={all} className="leaves-after-10s" />
      {reason === "emailNotVerified" && (
        <form method="post" action={withReturn("/resend-verification", returnTo)}>
          <input type="hidden" name="email" value={fields.email.value} />
          <button className="button-link">Send the verification email again</button>
        </form>
      )}
      <form method="post" noValidate className="grid gap-5">
        <TextField meta={fields.email} label="Email" type="email" autoComplete="username" required />
        <TextField meta={fields.password} label="Password" type="password" autoComplete="current-password" required />
        <SubmitButton busy="Signing in...">SIGN IN</SubmitButton>
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
