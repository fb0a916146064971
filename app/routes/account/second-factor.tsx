import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { readFactorAnswer } from "~/domain/accounts/second-factor/factor-answers";
import { findPendingSignIn, finishSignIn } from "~/domain/accounts/sign-in.server";
import { CODE_LENGTH } from "~/domain/values/text";
import { dashboardOf } from "~/domain/values/user";
import { pendingCookie, signedInCookies } from "~/http/cookies";
import { formAction, parseForm } from "~/http/forms";
import { redirectTo } from "~/http/responses";
import { returnOf, withReturn } from "~/http/return-to";
import { PasskeyButton } from "~/ui/accounts/step-up-fields";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Link, SubmitButton } from "~/ui/shell/elements";
import { AccountPage, described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";
import { logSignIn } from "~/http/step-up.server";

export const meta = described({ title: "Second step", description: "Sign in with a code or a passkey." });

const toSignIn = (request: Request) => redirectTo(withReturn("/signin", returnOf(request)));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = pendingCookie.read(request);
  if (!token) throw toSignIn(request);
  const pending = await findPendingSignIn(context, token);
  return { hasPasskey: Boolean(pending?.credentialIds.length) };
}

const form = z.object({ code: z.string().optional(), passkey: z.string().optional() });

/** The second step of a sign-in (A22): the right password has been given, and opens nothing yet. */
export const action = formAction("Login failed", async ({ request, context, form: sent, goTo }) => {
  const token = pendingCookie.read(request);
  if (!token) return toSignIn(request);
  const parsed = parseForm(sent, form);
  const answer = parsed.value && readFactorAnswer(parsed.value);
  if (!answer) return parsed.invalid({ code: "Code is required." });
  const result = logSignIn(context, "second step", await finishSignIn(context, token, answer));
  if (!result.ok) return parsed.refused(result, result.reason === "wrongFactor" ? "code" : undefined);
  const cookies = [...signedInCookies(result), pendingCookie.ended];
  return goTo(returnOf(request) ?? dashboardOf(result.role), "signedIn", { cookies });
});

export default function SecondFactor() {
  const { hasPasskey } = useLoaderData<typeof loader>();
  const { fields, all, message, reason } = useFormReply("second-factor", ["code"]);
  return (
    <AccountPage title="Second step" lead="Your password is right. Now show that it's you.">
      <ProblemSummary message={message} fields={all} />
      {reason !== "signInOver" && (
        <>
          {hasPasskey && (
            <PlainForm hidden>
              <PasskeyButton purpose="secondStep">Use a passkey</PasskeyButton>
            </PlainForm>
          )}
          <PlainForm noValidate className="grid gap-5">
            <TextField
              meta={fields.code}
              label="Code"
              hint="The 6 digits that your authenticator app shows, or one of your recovery codes."
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={CODE_LENGTH}
              required
            />
            <SubmitButton busy="Checking...">Sign in</SubmitButton>
          </PlainForm>
        </>
      )}
      <p className="text-ink-2">
        <Link to="/signin">Start again.</Link> If you&apos;ve lost your phone and your recovery codes, call our office.
      </p>
    </AccountPage>
  );
}
