import { CITIES } from "~/domain/values/cities";
import { ADDRESS_LINE_LENGTH } from "~/domain/values/text";
import { declarationOf, PROFILE_TEXT_NAMES, SPECIALITIES } from "~/domain/values/trade";
import { TextArea, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";
import { ChoiceOrOther } from "./choice-or-other";

export const TRADE_FIELDS = [
  ...PROFILE_TEXT_NAMES,
  "specialityOther",
  "fees",
  "addressLine1",
  "addressLine2",
  "city",
  "cityOther",
] as const;

/** A plumber's fields, at sign-up and in the profile. */
export function TradeFields({ fields }: { fields: Record<(typeof TRADE_FIELDS)[number], FieldMeta> }) {
  return (
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
      <TextField
        meta={fields.addressLine1}
        label="Address Line 1"
        autoComplete="address-line1"
        maxLength={ADDRESS_LINE_LENGTH}
        hint="Not shown to the public."
      />
      <TextField
        meta={fields.addressLine2}
        label="Address Line 2"
        autoComplete="address-line2"
        maxLength={ADDRESS_LINE_LENGTH}
        optional
      />
      <ChoiceOrOther choice={fields.city} other={fields.cityOther} label="City" choices={CITIES} />
    </>
  );
}
