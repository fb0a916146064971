import { suburbsOf, splitAddress } from "~/content/suburbs";
import { type FoundClient, selectedClient, takesAddress, type CallerChoices } from "~/domain/admin/callers/caller";
import { STREET_LENGTH } from "~/domain/bookings/booking";
import { PLACE_LENGTH } from "~/domain/values/text";
import { SuggestedField, TextField } from "~/ui/forms/field";
import type { FieldMeta } from "~/ui/forms/form";
import { joinAddress } from "~/domain/bookings/address";

/** `filledIn`: what a client's address has filled in, to tell it from what was typed, which stays. */
export const CALLER_ADDRESS_FIELDS = ["suburb", "street", "filledIn"] as const;
type CallerAddressFields = Record<(typeof CALLER_ADDRESS_FIELDS)[number], string>;

function withAddressOf(
  client: FoundClient | null,
  typed: CallerAddressFields,
  city: string,
): CallerAddressFields & { city: string } {
  if (!takesAddress(typed)) return { ...typed, city };
  const address = client?.address ?? "";
  const own = splitAddress(address).city || city;
  const { suburb, street } = splitAddress(address, own);
  const filledIn = joinAddress({ suburb, street }) ?? "";
  // Chosen again, a client changes nothing: the office may have gone to another city since.
  return { suburb, street, filledIn, city: filledIn && filledIn !== typed.filledIn ? own : city };
}

export function cityOf(choices: CallerChoices, { client, ...typed }: CallerAddressFields & { client: string }): string {
  return withAddressOf(selectedClient(choices, client), typed, choices.city).city;
}

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
