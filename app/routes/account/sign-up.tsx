import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { registrationForm } from "~/domain/accounts/account-forms";
import { beginSignUp, signUp } from "~/domain/accounts/registration.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { draftCookie, hasRequestToSend } from "~/http/cookies";
import { formAction, type FormReply, parseForm, type Reply } from "~/http/forms";
import { receivePhoto } from "~/http/photo-upload.server";
import { requestToSend } from "~/http/request-draft.server";
import { nameSignUp } from "~/http/signed-up.server";
import { initOf, messageOf } from "~/http/refusals";
import { returnOf, withReturn } from "~/http/return-to";
import { ProblemSummary, useFormReply, type FieldMeta } from "~/ui/forms/form";
import { SubmitButton, TextLink } from "~/ui/shell/elements";
import { SIGN_IN_NOTICES, SplitPage } from "~/ui/accounts/split-page";
import { described } from "~/ui/shell/public-page";
import type { ReactNode } from "react";
import { EMAIL_LENGTH } from "~/domain/values/text";
import { PROFILE_TEXT_NAMES } from "~/domain/values/trade";
import {
  whereTheErrorIs,
  NameFields,
  PhoneField,
  PhotoField,
  TermsField,
  TradeFields,
} from "~/ui/accounts/account-fields";
import { NewPasswordField } from "~/ui/accounts/password-field";
import { FieldError, TextField } from "~/ui/forms/field";
import { PlainForm } from "~/ui/forms/owned-form";

export const meta = described({
  title: "Create an account",
  description: "Create a free account to book plumbers in Zimbabwe, or to take jobs as a plumber.",
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = returnOf(request);
  return {
    returnTo,
    notice: SIGN_IN_NOTICES[searchParams.get("reason") ?? ""] ?? null,
    hasRequest: hasRequestToSend(request, returnTo),
    draft: await requestToSend(context, request, returnTo),
    // Only clients book, ask and review.
    isForClients: returnTo?.startsWith("/appointment/") === true,
    role: searchParams.get("role") === "plumber" ? "plumber" : "client",
    missing: missingWords(),
  };
}

const NO_PHOTO = { image: "Plumber image is required." };

/** The words about each field that a plumber must fill in, for the script that checks a step. */
function missingWords(): Record<string, string> {
  const form = new FormData();
  form.set("role", "plumber");
  // One sentence for none and for a wrong one.
  form.set("email", "none");
  form.set("password", "short");
  return parseForm(form, registrationForm).invalid(NO_PHOTO).data.errors;
}

export const action = formAction("Registration failed", async ({ request, context, form, goTo }) => {
  const returnTo = returnOf(request);
  const image = form.get("image");
  form.delete("image");
  const parsed = parseForm(form, registrationForm);
  const isPlumber = String(form.get("role")).trim().toLowerCase() === "plumber";
  // A form with a mistake in it is no registration yet (A2).
  const begun = beginSignUp(context, parsed.value?.email ?? null);
  const photo = await receivePhoto(context, { upload: image, earlierKey: form.get("photoKey") }, begun);
  // A good photo survives a form that fails for another reason, whatever breaks from here on.
  if (photo.photoKey) form.set("photoKey", photo.photoKey);
  const keepingPhoto = (reply: Reply) => data({ ...reply.data, photoKey: photo.photoKey }, reply.init ?? undefined);
  const admission = await begun;
  if (!admission.ok) return keepingPhoto(parsed.refused(admission));
  if (!photo.ok && isPlumber)
    return data({ ...parsed.invalid({ image: messageOf(photo) }).data, photoKey: photo.photoKey }, initOf(photo));
  const noPhoto = isPlumber && !photo.photoKey ? NO_PHOTO : undefined;
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
  const cookie = await nameSignUp(context, { id: result.id, email: parsed.value.email, role: parsed.value.role });
  return goTo(withReturn("/signup/done", returnTo), null, { cookies: [cookie] });
});

export default function SignUp() {
  const { returnTo, notice, hasRequest, draft, isForClients, role, missing } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply & { photoKey?: string | null }>();
  const { fields, message } = useFormReply("sign-up", REGISTRATION_FIELDS, { role }, missing);
  const wrong = new Set(REGISTRATION_FIELDS.filter((name) => fields[name].error).map(stepOf));
  // A refusal without a mistake is about the last step.
  if (wrong.size === 0) wrong.add(reply ? ACCOUNT : YOU);
  const placed = { ...fields };
  for (const name of ["speciality", "city"] as const)
    [placed[name], placed[`${name}Other`]] = whereTheErrorIs(fields[name], fields[`${name}Other`]);
  const stepProps = (title: string) => ({ title, isLater: !wrong.has(title) });
  const you = (
    <>
      {isForClients ? <input type="hidden" name="role" value="client" /> : <RoleField meta={fields.role} />}
      <NameFields fields={fields} />
      <TextField
        meta={fields.email}
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={EMAIL_LENGTH}
      />
      <PhoneField meta={fields.phone} />
    </>
  );
  const account = (
    <>
      <NewPasswordField
        meta={fields.password}
        label="Password"
        hint={reply && "Please type it again. At least 8 characters."}
      />
      <TermsField meta={fields.terms} />
      <SubmitButton busy="Signing up...">SIGN UP</SubmitButton>
    </>
  );
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
          Already have an account? <TextLink to={withReturn("/signin", returnTo)}>Sign in</TextLink>
        </p>
      }
      hasRequest={hasRequest}
      draft={draft}
    >
      <ProblemSummary message={message} fields={REGISTRATION_FIELDS.map((name) => placed[name])} />
      <PlainForm encType="multipart/form-data" noValidate className="sign-up grid gap-5" data-steps>
        {isForClients ? (
          <div className="step grid gap-5">
            {you}
            {account}
          </div>
        ) : (
          <>
            <SignUpStep {...stepProps(YOU)}>{you}</SignUpStep>
            <SignUpStep {...stepProps(TRADE)}>
              <PhotoField
                meta={fields.image}
                photoKey={reply?.photoKey ?? reply?.values["photoKey"] ?? null}
                isNeeded
              />
              <TradeFields fields={fields} isNeeded />
            </SignUpStep>
            <SignUpStep {...stepProps(ACCOUNT)}>{account}</SignUpStep>
          </>
        )}
      </PlainForm>
    </SplitPage>
  );
}

/** The fields of sign-up, in the order in which they stand and are summarised above the form. */
const REGISTRATION_FIELDS = [
  ...(["role", "name", "username", "email", "phone", "image"] as const),
  ...PROFILE_TEXT_NAMES,
  ...(["specialityOther", "fees", "addressLine1", "addressLine2", "city", "cityOther", "password", "terms"] as const),
] as const;

const YOU = "About you";
const TRADE = "Your trade";
const ACCOUNT = "Your account";

function stepOf(name: string): string {
  if (["role", "name", "username", "email", "phone"].includes(name)) return YOU;
  return ["password", "terms"].includes(name) ? ACCOUNT : TRADE;
}

const ROLES = [
  ["client", "Client", "I need a plumber"],
  ["plumber", "Plumber", "I take jobs"],
] as const;

const RoleField = ({ meta }: { meta: FieldMeta }) => (
  <fieldset>
    <legend className="legend mb-2">I am a</legend>
    <div className="grid grid-cols-2 gap-3">
      {ROLES.map(([role, name, need], at) => (
        <label key={role} className="role-choice">
          <input
            type="radio"
            name="role"
            value={role}
            id={at === 0 ? meta.id : undefined}
            defaultChecked={meta.value === role}
          />
          <span className="h-full content-center text-center">
            {name}
            <small className="font-normal text-ink-2">{need}</small>
          </span>
        </label>
      ))}
    </div>
    <FieldError meta={meta} />
  </fieldset>
);

interface Props {
  title: string;
  /** Closed at first where there is script. */
  isLater: boolean;
  children: ReactNode;
}

/** A step of sign-up. All are one form, whose closed parts are sent too; without script it is one page, all open. */
const SignUpStep = ({ title, isLater, children }: Props) => (
  // The pressed button stays in sight while the other step closes, not a field that disappears.
  <details
    open
    data-later={isLater || undefined}
    className={`step ${title === TRADE ? "plumbers-only " : ""}[overflow-anchor:none]`}
  >
    <summary className="list-none">
      <h2 className="step-title">
        {title} {title === TRADE && <span className="says-whose font-normal text-ink-3">(plumbers only)</span>}
      </h2>
      {title !== ACCOUNT && (
        <span className="step-back min-h-11 items-center justify-between gap-4">
          <b>{title}</b> <span className="button-link">Change</span>
        </span>
      )}
      {title !== YOU && <span className="step-on button w-full">Continue</span>}
    </summary>
    <div className="grid gap-5 pt-5">{children}</div>
  </details>
);
