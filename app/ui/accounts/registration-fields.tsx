import { photoUrl } from "~/domain/photos/photo";
import { CITIES } from "~/domain/values/place";
import { OTHER, SPECIALITIES } from "~/domain/values/trade";
import { FieldError, SelectField, TextArea, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

/** The fields of sign-up in the order in which the spec checks them (spec 5): the summary above the form keeps it. */
export const REGISTRATION_FIELDS = [
  "role", "name", "username", "email", "phone", "password", "image", "speciality", "experience", "about", "fees",
  "addressLine1", "addressLine2", "city", "terms", "specialityOther", "cityOther",
] as const;

type Fields = Record<(typeof REGISTRATION_FIELDS)[number], FieldMeta>;

export function RegistrationFields({ fields, photoKey }: { fields: Fields; photoKey: string | null }) {
  return (
    <>
      <fieldset>
        <legend className="legend mb-1.5">I am a</legend>
        <div className="grid grid-cols-2 gap-3">
          {(["client", "plumber"] as const).map((role) => (
            <label key={role} className="role-choice">
              <input type="radio" name="role" value={role} id={role === "client" ? fields.role.id : undefined} defaultChecked={(fields.role.value ?? "client") === role} />
              <span>
                {role === "client" ? "Client" : "Plumber"}
                <small className="font-normal text-ink-2">{role === "client" ? "I need a plumber" : "I take jobs"}</small>
              </span>
            </label>
          ))}
        </div>
        <FieldError meta={fields.role} />
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField meta={fields.name} label="First Name" autoComplete="given-name" required maxLength={60} />
        <TextField meta={fields.username} label="Last Name" autoComplete="family-name" required maxLength={60} />
      </div>
      <TextField meta={fields.email} label="Email" type="email" autoComplete="email" required maxLength={254} />
      <TextField meta={fields.phone} label="Phone" type="tel" autoComplete="tel" optional hint="Only shown to the other side once a booking is confirmed." />
      <TextField meta={fields.password} label="Password" type="password" autoComplete="new-password" required maxLength={128} hint="At least 8 characters." />
      <div className="plumbers-only grid gap-5 border-t border-line pt-5">
        <h2>Your trade</h2>
        <PhotoField meta={fields.image} photoKey={photoKey} />
        <ChoiceOrOther choice={fields.speciality} other={fields.specialityOther} label="Speciality" choices={SPECIALITIES} />
        <TextField meta={fields.experience} label="Experience" placeholder="5 Years" maxLength={60} />
        <TextArea meta={fields.about} label="About" maxLength={1000} hint="What you do best, in a few sentences." />
        <TextField meta={fields.fees} label="Appointment fee (USD)" inputMode="decimal" autoComplete="off" />
        <TextField meta={fields.addressLine1} label="Address Line 1" autoComplete="address-line1" maxLength={120} hint="Not shown to the public." />
        <TextField meta={fields.addressLine2} label="Address Line 2" autoComplete="address-line2" maxLength={120} optional />
        <ChoiceOrOther choice={fields.city} other={fields.cityOther} label="City" choices={CITIES} />
      </div>
      <div className="field">
        <label className="check">
          <input type="checkbox" name="terms" id={fields.terms.id} defaultChecked={fields.terms.value === "on"} />
          <span className="font-normal">
            I accept the <a href="/terms">terms</a> and <a href="/privacy">policy</a> of this site.
          </span>
        </label>
        <FieldError meta={fields.terms} />
      </div>
    </>
  );
}

function PhotoField({ meta, photoKey }: { meta: FieldMeta; photoKey: string | null }) {
  return (
    <div className="field">
      <label htmlFor={meta.id}>Photo</label>
      {photoKey && (
        <p className="flex items-center gap-3">
          <img src={photoUrl(photoKey, 160)} alt="Your photo" width={64} height={64} className="avatar" />
          <span className="text-ink-2">We have kept your photo. Choose another only to replace it.</span>
          <input type="hidden" name="photoKey" value={photoKey} />
        </p>
      )}
      <input
        id={meta.id}
        name="image"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        data-shrink
        className="input file"
        aria-invalid={meta.error ? true : undefined}
        aria-describedby={meta.error ? `${meta.id}-error` : undefined}
      />
      <FieldError meta={meta} />
    </div>
  );
}

interface ChoiceProps {
  choice: FieldMeta;
  other: FieldMeta;
  label: string;
  choices: readonly string[];
}

/** Other was chosen and nothing written: the missing text is what is wrong, not the choice. */
function whereTheErrorIs(choice: FieldMeta, other: FieldMeta): [FieldMeta, FieldMeta] {
  return choice.value === OTHER ? [{ ...choice, error: undefined }, { ...other, error: choice.error }] : [choice, other];
}

/** The fields in the order of the summary above the form. */
export function summaryOf(fields: Fields): FieldMeta[] {
  const placed = {
    ...fields,
    ...Object.fromEntries(
      (["speciality", "city"] as const).flatMap((name) => {
        const [chosen, written] = whereTheErrorIs(fields[name], fields[`${name}Other`]);
        return [[name, chosen], [`${name}Other`, written]];
      }),
    ),
  };
  return REGISTRATION_FIELDS.map((name) => placed[name]);
}

/** A list whose last choice reveals a free text (spec 2.3). */
function ChoiceOrOther({ choice, other, label, choices }: ChoiceProps) {
  const name = label.toLowerCase();
  const [chosen, written] = whereTheErrorIs(choice, other);
  return (
    <div className="with-other grid gap-3">
      <SelectField meta={chosen} label={label} choices={[...choices, OTHER]} placeholder={`Choose a ${name}`} />
      <div className="other-text">
        <TextField meta={written} label={`Your ${name}`} maxLength={60} hint={`If you chose ${OTHER} above.`} />
      </div>
    </div>
  );
}
