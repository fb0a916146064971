import { NAME_LENGTH } from "~/domain/values/text";
import { TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

/** First and last name. */
export const NameFields = ({ fields }: { fields: Record<"name" | "username", FieldMeta> }) => (
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
