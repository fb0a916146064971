import { SHORTEST_PASSWORD } from "~/domain/values/text";
import { TextField } from "../forms/field";
import type { FieldMeta } from "../forms/form";

// Without `maxLength`: a pasted password that is too long is refused, not cut off unseen.

interface Props {
  meta: FieldMeta;
  label?: string;
  hint?: string;
}

export const PasswordField = ({ meta, label = "Password" }: Props) => (
  <TextField meta={meta} label={label} type="password" autoComplete="current-password" required />
);

export const NewPasswordField = ({ meta, label = "New password", hint = "At least 8 characters." }: Props) => (
  <TextField
    meta={meta}
    label={label}
    hint={hint}
    type="password"
    autoComplete="new-password"
    required
    minLength={SHORTEST_PASSWORD}
  />
);
