import { NAME_LENGTH, CHOICE_LENGTH, ADDRESS_LINE_LENGTH } from "~/domain/values/text";
import { controlProps, TextField, FieldError, SelectField, TextArea } from "../forms/field";
import type { FieldMeta } from "../forms/form";
import { photoUrl } from "~/domain/photos/photo";
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

export const PhoneField = ({ meta }: { meta: FieldMeta }) => (
  <TextField
    meta={meta}
    label="Phone"
    type="tel"
    autoComplete="tel"
    optional
    hint="Shared with your plumber or client after confirmation."
  />
);

type AddressProps = Pick<ComponentProps<typeof TextField>, "meta" | "hint" | "optional"> & { line: 1 | 2 };

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
}

/** A photo to upload. `photoKey` is the one kept from an earlier attempt, `present` the one shown so far. */
export const PhotoField = ({ meta, photoKey, present = null }: PhotoProps) => (
  <div className="field">
    <label htmlFor={meta.id}>Photo</label>
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
      id={meta.id}
      name="image"
      type="file"
      accept={PHOTO_TYPES}
      data-shrink=""
      className="input file"
      aria-invalid={meta.error ? true : undefined}
      aria-describedby={meta.error ? `${meta.id}-error` : undefined}
    />
    <FieldError meta={meta} />
  </div>
);

export const TermsField = ({ meta }: { meta: FieldMeta }) => (
  <div className="field">
    <label className="check">
      <input type="checkbox" {...controlProps({ meta })} defaultChecked={meta.value === "on"} />
      <span className="font-normal">
        I accept the <a href="/terms">terms</a> and <a href="/privacy">policy</a> of this site.
      </span>
    </label>
    <FieldError meta={meta} />
  </div>
);

interface ChoiceProps extends Record<"choice" | "other", FieldMeta> {
  label: string;
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

function ChoiceOrOther({ choice, other, label, choices }: ChoiceProps) {
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

export const TradeFields = ({ fields }: { fields: Record<(typeof TRADE_FIELDS)[number], FieldMeta> }) => (
  <>
    <ChoiceOrOther
      choice={fields.speciality}
      other={fields.specialityOther}
      label="Speciality"
      choices={SPECIALITIES}
    />
    {PROFILE_TEXT_NAMES.filter((name) => name !== "speciality").map((name) => {
      const { longest, isLong, ...words } = declarationOf(name);
      const Field = isLong ? TextArea : TextField;
      return <Field key={name} meta={fields[name]} maxLength={longest} {...words} />;
    })}
    <TextField meta={fields.fees} label="Appointment fee (USD)" unit="$" inputMode="decimal" autoComplete="off" />
    <AddressLine meta={fields.addressLine1} line={1} hint="Not shown to the public." />
    <AddressLine meta={fields.addressLine2} line={2} optional />
    <ChoiceOrOther choice={fields.city} other={fields.cityOther} label="City" choices={CITIES} />
  </>
);
