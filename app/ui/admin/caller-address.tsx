import { splitAddress, suburbsOf } from "~/content/suburbs";
import { takesAddress, type FoundClient } from "~/domain/admin/caller";
import { joinAddress } from "~/domain/bookings/address";
import { SuggestedField, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

/** `filledIn`: what a client's account has filled in, to tell it from what was typed, which stays. */
export const CALLER_ADDRESS_FIELDS = ["suburb", "street", "filledIn"] as const;
type Name = (typeof CALLER_ADDRESS_FIELDS)[number];

/** The address once a client is chosen: theirs, unless the office has typed another. */
function withAddressOf(client: FoundClient | null, typed: Record<Name, string>, city: string): Record<Name, string> {
  if (!takesAddress(typed)) return typed;
  const { suburb, street } = splitAddress(client?.address ?? "", city);
  return { suburb, street, filledIn: joinAddress({ suburb, street }) ?? "" };
}

/** Fills in the address of a client who was chosen on the page, for those with a script. */
export function fillInAddress(form: HTMLFormElement, client: FoundClient | null, city: string) {
  const inputs = CALLER_ADDRESS_FIELDS.map((name) => form.querySelector<HTMLInputElement>(`[name=${name}]`));
  const [suburb = "", street = "", filledIn = ""] = inputs.map((input) => input?.value);
  const address = withAddressOf(client, { suburb, street, filledIn }, city);
  for (const [index, name] of CALLER_ADDRESS_FIELDS.entries()) {
    const input = inputs[index];
    if (input) input.value = address[name];
  }
}

interface Props {
  client: FoundClient | null;
  city: string;
  fields: Record<Name, FieldMeta>;
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
        maxLength={60}
        optional
      />
      <TextField meta={{ ...street, value: address.street }} label="Street or landmark" maxLength={240} />
      <input type="hidden" name={filledIn.name} defaultValue={address.filledIn} />
    </div>
  );
}
