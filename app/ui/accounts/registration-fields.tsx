import type { ReactNode } from "react";
import { EMAIL_LENGTH } from "~/domain/values/text";
import { PROFILE_TEXT_NAMES } from "~/domain/values/trade";
import { whereTheErrorIs } from "./choice-or-other";
import { NewPasswordField } from "./password-field";
import { NameFields, PhoneField } from "./person-fields";
import { PhotoField } from "./photo-field";
import { TermsField } from "./terms-field";
import { TradeFields } from "./trade-fields";
import { FieldError, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

/** The fields of sign-up, in the order in which they are checked (A2) and summarised above the form. */
export const REGISTRATION_FIELDS = [
  "role",
  "name",
  "username",
  "email",
  "phone",
  "password",
  "image",
  ...PROFILE_TEXT_NAMES,
  "fees",
  "addressLine1",
  "addressLine2",
  "city",
  "terms",
  "specialityOther",
  "cityOther",
] as const;

type Fields = Record<(typeof REGISTRATION_FIELDS)[number], FieldMeta>;

/** Of the first step; all others are of the second. */
const FIRST_FIELDS = ["role", "name", "username", "email", "phone"] as const;

/** Which steps have a mistake in them; a refusal without one is about the second. */
export function stepsWithMistakes(fields: Fields, isRefused: boolean): { first: boolean; second: boolean } {
  const first = FIRST_FIELDS.some((name) => fields[name].error);
  const rest = Object.values(fields).some(
    ({ name, error }) => error && !(FIRST_FIELDS as readonly string[]).includes(name),
  );
  return { first, second: rest || (isRefused && !first) };
}

/** Who signs up. */
export const FirstFields = ({ fields }: { fields: Fields }) => (
  <>
    <fieldset>
      <legend className="legend mb-1.5">I am a</legend>
      <div className="grid grid-cols-2 gap-3">
        {(["client", "plumber"] as const).map((role) => (
          <label key={role} className="role-choice">
            <input
              type="radio"
              name="role"
              value={role}
              id={role === "client" ? fields.role.id : undefined}
              defaultChecked={(fields.role.value ?? "client") === role}
            />
            <span>
              {role === "client" ? "Client" : "Plumber"}
              <small className="font-normal text-ink-2">{role === "client" ? "I need a plumber" : "I take jobs"}</small>
            </span>
          </label>
        ))}
      </div>
      <FieldError meta={fields.role} />
    </fieldset>
    <NameFields fields={fields} />
    <TextField meta={fields.email} label="Email" type="email" autoComplete="email" required maxLength={EMAIL_LENGTH} />
    <PhoneField meta={fields.phone} />
  </>
);

interface LastProps {
  fields: Fields;
  photoKey: string | null;
  /** Whether the form was sent before: a password is never sent back. */
  isAgain: boolean;
}

/** What a plumber does, and everyone's password and consent. The password is asked for last, where it is sent from. */
export const LastFields = ({ fields, photoKey, isAgain }: LastProps) => (
  <>
    <div className="plumbers-only grid gap-5">
      <h3 className="font-bold">
        Your trade <span className="says-whose font-normal text-ink-3">(plumbers only)</span>
      </h3>
      <PhotoField meta={fields.image} photoKey={photoKey} />
      <TradeFields fields={fields} />
    </div>
    <NewPasswordField
      meta={fields.password}
      label="Password"
      hint={isAgain ? "Please type it again. At least 8 characters." : undefined}
    />
    <TermsField meta={fields.terms} />
  </>
);

/** The fields in the order of the summary above the form. */
export function summaryOf(fields: Fields): FieldMeta[] {
  const placed = {
    ...fields,
    ...Object.fromEntries(
      (["speciality", "city"] as const).flatMap((name) => {
        const [chosen, written] = whereTheErrorIs(fields[name], fields[`${name}Other`]);
        return [
          [name, chosen],
          [`${name}Other`, written],
        ];
      }),
    ),
  };
  return REGISTRATION_FIELDS.map((name) => placed[name]);
}

interface Props {
  number: 1 | 2;
  title: string;
  isOpen: boolean;
  /** Whether the other step stays open beside it: both have mistakes. */
  isBeside: boolean;
  children: ReactNode;
}

/**
 * A step of sign-up. Both are one form, whose closed parts are sent too: no answer is lost on the way there and back, and
 * it works without script. Closed, the second one is the button that leads on, the first one the way back.
 */
export const SignUpStep = ({ number, title, isOpen, isBeside, children }: Props) => (
  // What is in sight while the other step closes is the button that was pressed, not a field that goes.
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
