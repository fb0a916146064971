import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findSession } from "~/domain/accounts/sessions.server";
import { NO_TOKEN, verificationForm } from "~/domain/accounts/account-forms";
import type { DomainContext } from "~/domain/domain-context.server";
import { dashboardOf, type SessionClaims } from "~/domain/values/user";
import { findVerificationLink } from "~/domain/accounts/registration.server";
import { verifyEmail } from "~/domain/accounts/verification.server";
import { findRequestOfLink } from "~/domain/bookings/queries/waiting-requests.server";
import { MiniTicket } from "~/ui/accounts/waiting";
import { sendDraft } from "~/domain/bookings/commands/draft-of-booking.server";
import { draftCookie, signedInCookies } from "~/http/cookies";
import { draftPage } from "~/http/request-draft.server";
import { formAction } from "~/http/forms";
import { orWithout } from "~/http/page-parts";
import { messageOf } from "~/http/refusals";
import { sameSitePath, withReturn } from "~/http/return-to";
import { TryAgain } from "~/ui/shell/dashboard-page";
import { AccountPage, described } from "~/ui/shell/public-page";
import done from "~/ui/illustrations/done.svg?url";
import { PasswordField } from "~/ui/accounts/password-field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { ButtonLink, Link, Notice, SubmitButton } from "~/ui/shell/elements";
import { UsernameField } from "~/ui/forms/field";
import { Promises } from "~/ui/site/promises";
import { PlainForm } from "~/ui/forms/owned-form";
import { logSignIn } from "~/http/step-up.server";
import { bookingPage } from "~/http/booking-pages";

export const meta = described({
  title: "Verify your email",
  description: "Confirm that the email address is yours, and your account is ready.",
});

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");
const signInAfter = (returnTo: string | null) => withReturn("/signin", sameSitePath(returnTo), { reason: "verified" });

/** Changes nothing, because mail scanners open links (A5). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  const broke = (error: unknown) => context.reportError("verification failed", error);
  const [link, draft] = await Promise.all([
    token ? findVerificationLink(context.db, token, context.now).catch(broke) : null,
    token && orWithout(context, "request", findRequestOfLink(context.db, token, context.now), null),
  ]);
  if (typeof link === "number") return data({ state: "broken" as const, requestId: context.requestId }, link);
  if (link)
    return data(
      link.isVerified
        ? { state: "verified" as const, signIn: signInAfter(link.redirectTo) }
        : { state: "waiting" as const, email: link.email, hasRequest: link.hasRequest, draft: draft || null },
    );
  const message = token ? `Verification failed. ${messageOf({ ok: false, reason: "linkInvalid" })}` : NO_TOKEN;
  return data({ state: "failed" as const, message }, { status: 400 });
}

export const action = formAction("Verification failed", async ({ request, context, read, pressed, refused, goTo }) => {
  const isSending = pressed(["send"]) !== null;
  const { password } = read(verificationForm);
  const verified = await verifyEmail(context, tokenOf(request) ?? "", password);
  const result = logSignIn(context, "emailed link", verified);
  if (!result.ok) {
    if (result.reason === "alreadyVerified") return goTo(signInAfter(result.redirectTo));
    return refused(result, result.reason === "notSignUpPassword" ? "password" : undefined);
  }
  const { draftId, redirectTo, viewer } = result;
  const cookies = signedInCookies(result);
  // The account is there: whatever breaks from here on, they are signed in, and the form comes back.
  const sending = isSending && draftId ? sendAs(context, result, draftId) : Promise.resolve(null);
  const sent = await orWithout(context, "request", sending, null);
  if (sent?.ok) {
    const flash = sent.isHeld ? "booked" : "requestChecked";
    return goTo(bookingPage("client", sent.id), flash, { cookies: [...cookies, draftCookie.ended] });
  }
  const isTimeGone = sent?.reason === "slotTaken" || sent?.reason === "startNotOffered";
  const back = sameSitePath(redirectTo) ?? (await orWithout(context, "draft", draftPage(context, draftId), null));
  // The link may have been opened in another browser (B28).
  if (draftId) cookies.push(draftCookie.set(draftId));
  const flash = isTimeGone ? "requestTimeGone" : isSending ? "requestNotSent" : "emailVerified";
  return goTo(back ?? dashboardOf(viewer.role), flash, { cookies });
});

async function sendAs(context: DomainContext, by: { token: string; viewer: SessionClaims }, draftId: string) {
  const session = await findSession(context.db, by.token, by.viewer, context.now);
  return session && sendDraft(context, session.user, draftId);
}

export default function VerifyEmail() {
  const page = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("verify-email", ["password"]);
  if (page.state === "verified")
    return (
      <AccountPage title="Welcome!">
        <img src={done} alt="" width={200} height={150} className="mx-auto" />
        <Notice kind="success">Your email is verified.</Notice>
        <ButtonLink to={page.signIn}>Sign in</ButtonLink>
      </AccountPage>
    );
  if (page.state === "broken")
    return (
      <AccountPage title="Verify your email">
        <Notice kind="danger">
          {"Verification failed. Try again in a moment, or call us. "}
          (Request {page.requestId})
        </Notice>
        <TryAgain />
      </AccountPage>
    );
  if (page.state === "failed")
    return (
      <AccountPage title="Verify your email">
        <Notice kind="danger">{page.message}</Notice>
        <ButtonLink to="/resend-verification">Send me a new link</ButtonLink>
      </AccountPage>
    );
  const { email, hasRequest, draft } = page;
  return (
    <AccountPage
      title="Verify your email"
      lead={`Enter the password you chose when you signed up.${hasRequest ? " You can send your request at the same time." : ""}`}
    >
      <ProblemSummary message={message} fields={all} />
      {draft && <MiniTicket request={draft} />}
      <PlainForm noValidate className="grid gap-5">
        <p className="wrap-anywhere">
          Account: <b>{email}</b>
        </p>
        <UsernameField email={email} />
        <PasswordField meta={fields.password} />
        {hasRequest && <Promises />}
        {hasRequest && <SubmitButton busy="Sending..." value="send" label="Verify and send the request" />}
        <SubmitButton busy="Verifying..." className={hasRequest ? "button-quiet" : ""}>
          {hasRequest ? "Verify and see the request first" : "Verify and sign in"}
        </SubmitButton>
      </PlainForm>
      <p className="text-ink-2">
        If you didn't sign up, close this page. Nothing happens without the password. Forgot it?{" "}
        <Link to="/signup">Sign up again</Link>
      </p>
    </AccountPage>
  );
}
