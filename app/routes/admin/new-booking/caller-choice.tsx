import type { CallerChoices } from "~/domain/admin/callers/caller-booking.server";
import {
  CONSENT_HINT,
  readCaller,
  SHOWN_UNVERIFIED,
  SOMEONE_NEW,
  type FoundClient,
  takesAddress,
} from "~/domain/admin/callers/caller";
import {
  EMAIL_LENGTH,
  NAME_LENGTH,
  PHONE_LENGTH,
  REASON_LENGTH,
  SEARCH_LENGTH,
  PLACE_LENGTH,
} from "~/domain/values/text";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { FieldError, groupProps, TextField, SuggestedField } from "~/ui/forms/field";
import type { FieldMeta } from "~/ui/forms/form";
import { Link, SubmitButton } from "~/ui/shell/elements";
import { suburbsOf, splitAddress } from "~/content/suburbs";
import { STREET_LENGTH } from "~/domain/bookings/booking";
import { joinAddress } from "~/domain/bookings/address";

const phoneOf = ({ phone, isPhoneConfirmed }: FoundClient) =>
  phone && `${formatPhone(phone)}${isPhoneConfirmed ? "" : " (number not verified)"}`;

interface ChoiceProps {
  choices: CallerChoices;
  client: FoundClient | null;
  fields: {
    client: FieldMeta;
    firstName: FieldMeta;
    lastName: FieldMeta;
    phone: FieldMeta;
    email: FieldMeta;
    agreed: FieldMeta;
    words: FieldMeta;
    q: FieldMeta;
  };
}

export function CallerChoice({ choices, client, fields }: ChoiceProps) {
  const { clients, isSearched } = choices;
  const searched = readCaller(fields.q.value ?? "");
  // With a phone that no one has, it is namesakes who were found.
  const isPhoneUnknown = choices.phone === "unknown";
  const isNew = fields.client.value === SOMEONE_NEW || (isSearched && (clients.length === 0 || isPhoneUnknown));
  const selected = client?.id ?? (isNew ? SOMEONE_NEW : undefined);
  const filledIn = (meta: FieldMeta, value: string): FieldMeta => ({ ...meta, value: meta.value || value });
  return (
    <section className="known-or-new card grid gap-3 p-4">
      <h2>Client</h2>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-60 flex-1">
          <TextField
            meta={fields.q}
            label="Name or phone"
            type="search"
            placeholder="Chipo Moyo 0772 123 456"
            maxLength={SEARCH_LENGTH}
            autoFocus
          />
        </div>
        <SubmitButton value="find" busy="Looking..." className="button-quiet" label="Find" />
      </div>
      {clients.map(({ id, phone, isPhoneConfirmed }) =>
        phone && !isPhoneConfirmed ? <input key={id} type="hidden" name={SHOWN_UNVERIFIED} value={phone} /> : null,
      )}
      <input type="hidden" name="searched" value={fields.q.value ?? ""} />
      {isSearched && (isPhoneUnknown || clients.length === 0) && (
        <p role="status">{isPhoneUnknown ? "No client has this phone." : "No client found."} Is it someone new?</p>
      )}
      <fieldset
        key={`${clients.map(({ id }) => id).join()} ${selected}`}
        {...groupProps(fields.client)}
        className="grid gap-1"
      >
        <legend className="sr-only">Who calls?</legend>
        {clients.map((client) => (
          <label key={client.id} className="check">
            <span>
              <input
                type="radio"
                name="client"
                value={client.id}
                defaultChecked={client.id === selected}
                disabled={client.isSuspended}
              />
            </span>
            <span>
              <b>{fullName(client)}</b>{" "}
              <span className="text-ink-2">
                {[phoneOf(client), client.email ?? "no email"].filter(Boolean).join(", ")}
              </span>
              {client.isSuspended && (
                <>
                  {" "}
                  <b className="text-danger">Suspended.</b>{" "}
                  <Link to={`/admin-dashboard/people/${client.id}`}>See why, or restore the account</Link>
                </>
              )}
            </span>
          </label>
        ))}
        <label className="check">
          <span>
            <input
              id={fields.client.id}
              type="radio"
              name="client"
              value={SOMEONE_NEW}
              defaultChecked={selected === SOMEONE_NEW}
              className="is-new"
            />
          </span>
          <span>Someone new</span>
        </label>
        <FieldError meta={fields.client} />
      </fieldset>
      <div className="if-new grid items-start gap-3 sm:grid-cols-2">
        <TextField meta={filledIn(fields.firstName, searched.firstName)} label="First name" maxLength={NAME_LENGTH} />
        <TextField meta={filledIn(fields.lastName, searched.lastName)} label="Last name" maxLength={NAME_LENGTH} />
        <TextField meta={filledIn(fields.phone, searched.phone)} label="Phone" type="tel" maxLength={PHONE_LENGTH} />
        <TextField
          meta={fields.email}
          label="Email"
          type="email"
          maxLength={EMAIL_LENGTH}
          optional
          hint="We send a link to make the account theirs."
        />
      </div>
      <details open={fields.words.error !== undefined}>
        <summary className="min-h-11 py-2 font-semibold text-brand-700">May we text them?</summary>
        <div className="grid gap-3 pt-2">
          <label className="check">
            <input type="checkbox" name="agreed" defaultChecked={fields.agreed.value === "on"} />
            <span>They have no email and agree to text messages about their bookings</span>
          </label>
          <TextField meta={fields.words} label="Their words" hint={CONSENT_HINT} maxLength={REASON_LENGTH} />
        </div>
      </details>
    </section>
  );
}

/** `filledIn`: what a client's address has filled in, to tell it from what was typed, which stays. */
export const CALLER_ADDRESS_FIELDS = ["suburb", "street", "filledIn"] as const;
type CallerAddressFields = Record<(typeof CALLER_ADDRESS_FIELDS)[number], string>;

function withAddressOf(client: FoundClient | null, typed: CallerAddressFields, city: string) {
  if (!takesAddress(typed)) return { ...typed, city };
  const address = client?.address ?? "";
  const own = splitAddress(address).city || city;
  const { suburb, street } = splitAddress(address, own);
  const filledIn = joinAddress({ suburb, street }) ?? "";
  // Chosen again, a client changes nothing: the office may have gone to another city since, where that street isn't.
  if (filledIn === typed.filledIn && own !== city) return { suburb: "", street: "", filledIn, city };
  return { suburb, street, filledIn, city: filledIn ? own : city };
}

/** Does in the answer to a form what `fillInAddress` does in the page. */
export function setAddress(form: FormData, client: FoundClient | null, city: string) {
  const [suburb = "", street = "", filledIn = ""] = CALLER_ADDRESS_FIELDS.map((name) => String(form.get(name) ?? ""));
  for (const [name, value] of Object.entries(withAddressOf(client, { suburb, street, filledIn }, city)))
    form.set(name, value);
}

export function fillInAddress(form: HTMLFormElement, client: FoundClient | null) {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const typed = {
    suburb: field("suburb").value,
    street: field("street").value,
    filledIn: field("filledIn").value,
  };
  const address = withAddressOf(client, typed, field("city").value);
  for (const [name, value] of Object.entries(address)) field(name).value = value;
}

interface AddressProps {
  client: FoundClient | null;
  city: string;
  fields: Record<keyof CallerAddressFields, FieldMeta>;
}

export function CallerAddress({ client, city, fields: { suburb, street, filledIn } }: AddressProps) {
  const typed = { suburb: suburb.value ?? "", street: street.value ?? "", filledIn: filledIn.value ?? "" };
  const address = withAddressOf(client, typed, city);
  return (
    <div key={client?.id} className="grid items-start gap-4 sm:grid-cols-2">
      <SuggestedField
        meta={{ ...suburb, value: address.suburb }}
        label="Suburb"
        suggestions={suburbsOf(city)}
        maxLength={PLACE_LENGTH}
        optional
      />
      <TextField meta={{ ...street, value: address.street }} label="Street or landmark" maxLength={STREET_LENGTH} />
      {/* Of a hidden type it would be as it was drawn again, whenever the page is. */}
      <input hidden name={filledIn.name} defaultValue={address.filledIn} />
    </div>
  );
}
