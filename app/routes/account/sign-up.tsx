import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { registrationForm } from "~/domain/accounts/account-forms";
import { beginSignUp, signUp } from "~/domain/accounts/registration.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { draftCookie, hasRequestToSend } from "~/http/cookies";
import { formAction, type FormReply, parseForm } from "~/http/forms";
import { receivePhoto } from "~/http/photo-upload.server";
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

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = returnOf(request);
  return {
    returnTo,
    notice: SIGN_IN_NOTICES[searchParams.get("reason") ?? ""] ?? null,
    hasRequest: hasRequestToSend(request, returnTo),
    role: searchParams.get("role") === "plumber" ? "plumber" : "client",
  };
}

export const action = formAction("Registration failed", async ({ request, context, form, goTo }) => {
  const returnTo = returnOf(request);
  const image = form.get("image");
  form.delete("image");
  const parsed = parseForm(form, registrationForm);
  const isPlumber = String(form.get("role")).trim().toLowerCase() === "plumber";
  // A form with a mistake in it is no registration yet (A2).
  const begun = beginSignUp(context, parsed.value?.email ?? null);
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
  const wrong = REGISTRATION_FIELDS.filter((name) => fields[name].error);
  const isFirst = wrong.some((name) => FIRST_FIELDS.includes(name));
  // A refusal without a mistake is about the second step.
  const isSecond = wrong.some((name) => !FIRST_FIELDS.includes(name)) || (reply !== undefined && !isFirst);
  const placed = { ...fields };
  for (const name of ["speciality", "city"] as const)
    [placed[name], placed[`${name}Other`]] = whereTheErrorIs(fields[name], fields[`${name}Other`]);
  const isBeside = isFirst && isSecond;
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
    >
      <ProblemSummary message={message} fields={REGISTRATION_FIELDS.map((name) => placed[name])} />
      <PlainForm encType="multipart/form-data" noValidate className="sign-up grid gap-5" data-steps>
        <SignUpStep number={1} title="About you" isOpen={isFirst || !isSecond} isBeside={isBeside}>
          <RoleField meta={fields.role} />
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
        </SignUpStep>
        <SignUpStep number={2} title="Your account" isOpen={isSecond} isBeside={isBeside}>
          <div className="plumbers-only grid gap-5">
            <h3 className="font-bold">
              Your trade <span className="says-whose font-normal text-ink-3">(plumbers only)</span>
            </h3>
            <PhotoField meta={fields.image} photoKey={reply?.photoKey ?? reply?.values["photoKey"] ?? null} />
            <TradeFields fields={fields} />
          </div>
          <NewPasswordField
            meta={fields.password}
            label="Password"
            hint={reply && "Please type it again. At least 8 characters."}
          />
          <TermsField meta={fields.terms} />
          <SubmitButton busy="Signing up...">SIGN UP</SubmitButton>
        </SignUpStep>
      </PlainForm>
    </SplitPage>
  );
}

/** The fields of sign-up, in the order in which they are checked (A2) and summarised above the form. */
const REGISTRATION_FIELDS = [
  ...(["role", "name", "username", "email", "phone", "password", "image"] as const),
  ...PROFILE_TEXT_NAMES,
  ...(["fees", "addressLine1", "addressLine2", "city", "terms", "specialityOther", "cityOther"] as const),
] as const;

const FIRST_FIELDS: readonly string[] = ["role", "name", "username", "email", "phone"];

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
          <span>
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
  number: 1 | 2;
  title: string;
  isOpen: boolean;
  /** The other step stays open beside it: both have mistakes. */
  isBeside: boolean;
  children: ReactNode;
}

/** A step of sign-up. Both are one form, whose closed parts are sent too; it works without script. */
const SignUpStep = ({ number, title, isOpen, isBeside, children }: Props) => (
  // The pressed button stays in sight while the other step closes, not a field that disappears.
  <details
    name={isBeside ? undefined : "step"}
    open={isOpen}
    className={`group/step ${number === 1 ? "[overflow-anchor:none]" : ""}`}
  >
    <summary className="list-none">
      <h2 className="hidden group-open/step:block">
        <span className="block text-base font-normal text-ink-2">Step {number} of 2</span>
        {title}
      </h2>
      {number === 1 ? (
        <span className="flex min-h-11 items-center justify-between gap-4 group-open/step:hidden">
          <b>{title}</b> <span className="button-link">Change</span>
        </span>
      ) : (
        <span className="button w-full group-open/step:hidden">Continue</span>
      )}
    </summary>
    <div className="grid gap-5 pt-5">{children}</div>
  </details>
);
