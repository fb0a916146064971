import type { ReactNode } from "react";
import type { KnownAddress } from "~/domain/bookings/booking-views";
import { suburbsOf } from "~/content/suburbs";
import { NOTES_LENGTH, SERVICE_TYPES, STREET_LENGTH } from "~/domain/bookings/booking";
import { isSameAddress } from "~/domain/bookings/address";
import { PLACE_LENGTH } from "~/domain/values/text";
import { SelectField, SuggestedField, TextArea, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/form";

export const REQUEST_FIELDS = ["serviceType", "notes", "knownAddress", "suburb", "street"] as const;
type Fields = Record<(typeof REQUEST_FIELDS)[number], FieldMeta>;

export const ProblemFields = ({ fields }: { fields: Fields }) => (
  <>
    <SelectField
      meta={fields.serviceType}
      label="What's the problem?"
      hint="Choose the closest match, or Other."
      choices={SERVICE_TYPES}
      placeholder="Choose a service"
    />
    <TextArea
      meta={fields.notes}
      label="Tell the plumber more"
      hint="What's broken, since when, and how to find you."
      maxLength={NOTES_LENGTH}
      optional
    />
  </>
);

interface Props {
  fields: Fields;
  known: KnownAddress[];
  children: ReactNode;
}

/** One of the `known` addresses, or another one: city and suburb (`children`), then the street. */
export function AddressFields({ fields, known, children }: Props) {
  const another = (
    <>
      {children}
      <TextField
        meta={fields.street}
        label="Street or landmark"
        hint="Hidden until the plumber confirms."
        autoComplete="street-address"
        maxLength={STREET_LENGTH}
      />
    </>
  );
  if (known.length === 0) return another;
  const { name, value } = fields.knownAddress;
  const chosen = known.find(({ id }) => id === value)?.id ?? "";
  return (
    <fieldset className="known-or-new col-span-full">
      <legend className="legend">Where is it?</legend>
      {known.map(({ id, street, suburb }) => (
        <label key={id} className="check">
          <input type="radio" name={name} value={id} defaultChecked={chosen === id} />
          <span className="font-normal wrap-anywhere">
            {street}, {suburb}
          </span>
        </label>
      ))}
      <label className="check">
        <input type="radio" name={name} value="" defaultChecked={chosen === ""} className="is-new" />
        <span className="font-normal">Another address</span>
      </label>
      <div className="if-new grid gap-5 pt-2">{another}</div>
    </fieldset>
  );
}

/** The address that a form offers first (B32): the one filled in before, else the latest known one. */
export const firstAddress = (known: KnownAddress[], filledIn: { suburb: string; street: string } | null): string =>
  (filledIn ? known.find((one) => isSameAddress(one, filledIn)) : known[0])?.id ?? "";

export const SuburbField = ({ suburb, city }: { suburb: FieldMeta; city: string }) => (
  <SuggestedField
    meta={suburb}
    label="Suburb"
    hint={`In ${city}.`}
    suggestions={suburbsOf(city)}
    maxLength={PLACE_LENGTH}
  />
);
