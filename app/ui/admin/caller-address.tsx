import { suburbsOf } from "~/content/suburbs";
import type { FoundClient } from "~/domain/admin/callers/caller";
import { STREET_LENGTH } from "~/domain/bookings/booking";
import { PLACE_LENGTH } from "~/domain/values/text";
import { SuggestedField, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";
import { CALLER_ADDRESS_FIELDS, withAddressOf, type CallerAddressFields } from "./filled-address";

/** Fills in the city and address of a client who was chosen on the page, for those with a script. */
export function fillInAddress(form: HTMLFormElement, client: FoundClient | null) {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const [suburb, street, filledIn] = CALLER_ADDRESS_FIELDS.map((name) => field(name).value) as [string, string, string];
  const address = withAddressOf(client, { suburb, street, filledIn }, field("city").value);
  // Plumbers are those of the city that was shown.
  if (address.city !== field("city").value) field("plumber").value = "";
  for (const [name, value] of Object.entries(address)) field(name).value = value;
}

interface Props {
  client: FoundClient | null;
  city: string;
  fields: Record<keyof CallerAddressFields, FieldMeta>;
}

/** Where the plumber goes (B29): filled in with the chosen client's address. */
export function CallerAddress({ client, city, fields: { suburb, street, filledIn } }: Props) {
  const typed = { suburb: suburb.value ?? "", street: street.value ?? "", filledIn: filledIn.value ?? "" };
  const address = withAddressOf(client, typed, city);
  return (
    <div key={client?.id} className="grid items-start gap-4 sm:grid-cols-[1fr_2fr]">
      <SuggestedField
        meta={{ ...suburb, value: address.suburb }}
        label="Suburb"
        suggestions={suburbsOf(city)}
        maxLength={PLACE_LENGTH}
        optional
      />
      <TextField meta={{ ...street, value: address.street }} label="Street or landmark" maxLength={STREET_LENGTH} />
      <input type="hidden" name={filledIn.name} defaultValue={address.filledIn} />
    </div>
  );
}
