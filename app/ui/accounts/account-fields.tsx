import { NAME_LENGTH, CHOICE_LENGTH, ADDRESS_LINE_LENGTH } from "~/domain/values/text";
import { controlProps, TextField, FieldError, SelectField, TextArea } from "../forms/field";
import type { FieldMeta } from "../forms/form";
import { photoUrl } from "~/domain/photos/photo";
import { PHONE_MESSAGE } from "~/domain/values/phone";
import type { Role } from "~/domain/values/user";
import { PHOTO_TYPES } from "../photos/shrink-photo";
import { useRef, type ComponentProps } from "react";
import { OTHER, declarationOf, PROFILE_TEXT_NAMES, SPECIALITIES } from "~/domain/values/trade";
import { CITIES } from "~/domain/values/cities";

export const NameFields = ({ fields }: { fields: { name: FieldMeta; username: FieldMeta } }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <TextField meta={fields.name} label="First Name" autoComplete="given-name" required maxLength={NAME_LENGTH} />
    <TextField meta={fields.username} label="Last Name" autoComplete="family-name" required maxLength={NAME_LENGTH} />
  </div>
);

/** Where nobody has a role yet, the form's choice of one hides "or client". */
export const PhoneField = ({ meta, role }: { meta: FieldMeta; role?: Role }) => (
  <TextField
    meta={{ ...meta, missing: PHONE_MESSAGE }}
    label="Phone"
    type="tel"
    pattern="(\D*\d){7,15}\D*"
    autoComplete="tel"
    optional
    hint={
      role === "plumber" ? (
        "Shared with your client after you confirm."
      ) : (
        <>Shared with your plumber{!role && <span className="plumbers-only"> or client</span>} after they confirm.</>
      )
    }
  />
);

type AddressProps = Pick<ComponentProps<typeof TextField>, "meta" | "hint" | "optional" | "required"> & { line: 1 | 2 };

export const AddressLine = ({ line, ...field }: AddressProps) => (
  <TextField
    {...field}
    label={`Address Line ${line}`}
    autoComplete={`address-line${line}`}
    maxLength={ADDRESS_LINE_LENGTH}
  />
);

interface PhotoProps {
  meta: FieldMeta;
  photoKey: string | null;
  present?: string | null;
  isNeeded?: boolean;
}

/** A photo to upload. `photoKey` is the one kept from an earlier attempt, `present` the one shown so far. */
export const PhotoField = ({ meta, photoKey, present = null, isNeeded = false }: PhotoProps) => (
  <div className="field">
    <label htmlFor={meta.id}>Photo</label>
    {isNeeded && !photoKey && <p className="hint">Needed: clients see your face before they open the door.</p>}
    {present && !photoKey && (
      <img src={photoUrl(present, 160)} alt="Your current photo" width={64} height={64} className="avatar" />
    )}
    {photoKey && (
      <p className="flex items-center gap-3">
        <img src={photoUrl(photoKey, 160)} alt="Your photo" width={64} height={64} className="avatar" />
        <span className="text-ink-2">We've kept your photo. Choose another one only to replace it.</span>
        <input type="hidden" name="photoKey" value={photoKey} />
      </p>
    )}
    <input
      type="file"
      accept={PHOTO_TYPES}
      data-shrink=""
      className="input file"
      required={isNeeded && !photoKey}
      {...controlProps({ meta })}
    />
    <FieldError meta={meta} />
  </div>
);

/** Opens in place where there is script, else beside the form, whose answers stay. */
const LegalLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" data-in-place="">
    {children}
  </a>
);

export const TermsField = ({ meta }: { meta: FieldMeta }) => (
  <div className="field">
    <label className="check">
      <input type="checkbox" required {...controlProps({ meta })} defaultChecked={meta.value === "on"} />
      <span className="font-normal">
        I accept the <LegalLink to="/terms">terms</LegalLink> and <LegalLink to="/privacy">policy</LegalLink> of this
        site.
      </span>
    </label>
    <FieldError meta={meta} />
  </div>
);

interface ChoiceProps extends Record<"choice" | "other", FieldMeta> {
  label: string;
  required: boolean;
  choices: readonly string[];
}

/** "Other" was chosen and nothing written: the error belongs to the text, not to the choice. */
export function whereTheErrorIs(choice: FieldMeta, other: FieldMeta): [FieldMeta, FieldMeta] {
  if (choice.value !== OTHER) return [choice, other];
  return [
    { ...choice, error: undefined },
    { ...other, error: choice.error },
  ];
}

function ChoiceOrOther({ choice, other, label, choices, required }: ChoiceProps) {
  const name = label.toLowerCase();
  const [chosen, written] = whereTheErrorIs(choice, choice.value === OTHER ? other : { ...other, value: undefined });
  const text = useRef<HTMLDivElement>(null);
  // The text starts empty each time "Other" is chosen. `enhance.ts` does the same on pages without React.
  const clear = () => {
    const input = text.current?.querySelector("input");
    if (input) input.value = "";
  };
  return (
    <div className="with-other grid gap-3">
      <SelectField
        meta={chosen}
        label={label}
        choices={[...choices, OTHER]}
        placeholder={`Choose a ${name}`}
        required={required}
        onChange={clear}
      />
      <div className="other-text" ref={text}>
        <TextField
          meta={written}
          label={`Your ${name}`}
          maxLength={CHOICE_LENGTH}
          hint={`If you chose ${OTHER} above.`}
        />
      </div>
    </div>
  );
}

export const TRADE_FIELDS = [
  ...PROFILE_TEXT_NAMES,
  ...(["specialityOther", "fees", "addressLine1", "addressLine2", "city", "cityOther"] as const),
] as const;

interface TradeProps {
  fields: Record<(typeof TRADE_FIELDS)[number], FieldMeta>;
  /** Sign-up's script asks for them before the next step. */
  isNeeded?: boolean;
}

export const TradeFields = ({ fields, isNeeded: required = false }: TradeProps) => (
  <>
    <ChoiceOrOther
      choice={fields.speciality}
      other={fields.specialityOther}
      label="Speciality"
      choices={SPECIALITIES}
      required={required}
    />
    {PROFILE_TEXT_NAMES.filter((name) => name !== "speciality").map((name) => {
      const { longest, isLong, ...words } = declarationOf(name);
      const Field = isLong ? TextArea : TextField;
      return <Field key={name} meta={fields[name]} maxLength={longest} required={required} {...words} />;
    })}
    <TextField
      meta={fields.fees}
      label="Visit fee (US$)"
      hint="Appointment fee (USD): what a client pays for the visit."
      unit="$"
      inputMode="decimal"
      autoComplete="off"
      required={required}
    />
    <AddressLine meta={fields.addressLine1} line={1} hint="Not shown to the public." required={required} />
    <AddressLine meta={fields.addressLine2} line={2} optional />
    <ChoiceOrOther choice={fields.city} other={fields.cityOther} label="City" choices={CITIES} required={required} />
  </>
);
