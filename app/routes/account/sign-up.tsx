import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { registrationForm } from "~/domain/accounts/account-forms";
import { beginSignUp, signUp } from "~/domain/accounts/registration.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { draftCookie, hasRequestToSend } from "~/http/cookies";
import { formAction } from "~/http/form-action";
import { type FormReply, parseForm } from "~/http/forms";
import { receivePhoto } from "~/http/photo-upload.server";
import { initOf, messageOf } from "~/http/refusals";
import { sameSitePath, withReturn } from "~/http/return-to";
import {
  FirstFields,
  LastFields,
  REGISTRATION_FIELDS,
  SignUpStep,
  stepsWithMistakes,
  summaryOf,
} from "~/ui/accounts/registration-fields";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { SIGN_IN_NOTICES, SplitPage } from "~/ui/accounts/split-page";
import { Link } from "~/ui/shell/link";
import { described } from "~/ui/shell/page-meta";

export const meta = described({
  title: "Create an account",
  description: "Create a free account to book plumbers in Zimbabwe, or to take jobs as a plumber.",
});

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = sameSitePath(searchParams.get("redirectTo"));
  return {
    returnTo,
    notice: SIGN_IN_NOTICES[searchParams.get("reason") ?? ""] ?? null,
    hasRequest: hasRequestToSend(request, returnTo),
    role: searchParams.get("role") === "plumber" ? "plumber" : "client",
  };
}

export const action = formAction("Registration failed", async ({ request, context, form, goTo }) => {
  const returnTo = sameSitePath(new URL(request.url).searchParams.get("redirectTo"));
  const image = form.get("image");
  form.delete("image");
  const parsed = parseForm(form, registrationForm);
  const isPlumber = String(form.get("role")).trim().toLowerCase() === "plumber";
  // A form with a mistake in it is no registration yet (A2).
  const begun = beginSignUp(context, parsed.value?.email ?? null, context.clientAddress);
  const photo = await receivePhoto(context, { upload: image, left: form.get("photoKey") }, begun);
  // A good photo survives a form that fails for another reason, whatever breaks from here on.
  if (photo.photoKey) form.set("photoKey", photo.photoKey);
  const keepingPhoto = (reply: ReturnType<typeof parsed.invalid>) =>
    data({ ...reply.data, photoKey: photo.photoKey }, reply.init ?? undefined);
  const admission = await begun;
  if (!admission.ok) return keepingPhoto(parsed.refused(admission));
  if (!photo.ok && isPlumber)
    return data({ ...parsed.invalid({ image: messageOf(photo) }).data, photoKey: photo.photoKey }, initOf(photo));

  const noPhoto = isPlumber && !photo.photoKey ? { image: "Plumber image is required." } : undefined;
  if (!parsed.value || noPhoto) return keepingPhoto(parsed.invalid(noPhoto));

  const result = await signUp(context, admission, parsed.value, {
    photoKey: isPlumber ? photo.photoKey : null,
    redirectTo: returnTo,
    termsVersion: TERMS_VERSION,
    draftId: draftCookie.read(request),
  });
  if (!result.ok)
    return result.reason === "tooMany"
      ? keepingPhoto(parsed.refused(result))
      : parsed.invalid({ image: messageOf(result) });
  return goTo(withReturn("/signup/done", returnTo));
});

export default function SignUp() {
  const { returnTo, notice, hasRequest, role } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply & { photoKey?: string | null }>();
  const { fields, message } = useFormReply("sign-up", REGISTRATION_FIELDS, { role });
  const mistakes = stepsWithMistakes(fields, reply !== undefined);
  const isBeside = mistakes.first && mistakes.second;
  return (
    <SplitPage
      title="Create an account"
      welcome={`Welcome to ${brand.name}`}
      other={{
        to: withReturn("/signin", returnTo),
        label: "SIGN IN",
        text: "Already have an account? Sign in with your email and password.",
      }}
      notice={message ? null : notice}
      intro={
        <p className="panel:hidden">
          Already have an account?{" "}
          <Link to={withReturn("/signin", returnTo)} className="button-link">
            Sign in
          </Link>
        </p>
      }
      hasRequest={hasRequest}
    >
      <ProblemSummary message={message} fields={summaryOf(fields)} />
      <form method="post" encType="multipart/form-data" noValidate className="sign-up grid gap-5" data-steps>
        <SignUpStep number={1} title="About you" isOpen={mistakes.first || !mistakes.second} isBeside={isBeside}>
          <FirstFields fields={fields} />
        </SignUpStep>
        <SignUpStep number={2} title="Your account" isOpen={mistakes.second} isBeside={isBeside}>
          <LastFields
            fields={fields}
            photoKey={reply?.photoKey ?? reply?.values["photoKey"] ?? null}
            isAgain={reply !== undefined}
          />
          <SubmitButton busy="Signing up...">SIGN UP</SubmitButton>
        </SignUpStep>
      </form>
    </SplitPage>
  );
}
