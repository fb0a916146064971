import { useRouteLoaderData } from "@remix-run/react";
import { TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";
import { type SignedIn } from "../shell/signed-in";

// Without `maxLength`: a pasted password that is too long is refused, not cut off unseen.

interface Props {
  meta: FieldMeta;
  label?: string;
  hint?: string;
}

/**
 * Whose password a form is about, for password managers: they read no field of the type "hidden". Without `email`: the
 * signed-in user's.
 */
export function UsernameField({ email }: { email?: string }) {
  const root = useRouteLoaderData<{ user: SignedIn | null }>("root");
  const value = email ?? root?.user?.email ?? "";
  return (
    <input type="email" autoComplete="username" value={value} readOnly tabIndex={-1} aria-hidden className="sr-only" />
  );
}

/** The password that someone has. */
export const PasswordField = ({ meta, label = "Password" }: Omit<Props, "hint">) => (
  <TextField meta={meta} label={label} type="password" autoComplete="current-password" required />
);

/** A password that someone chooses. */
export const NewPasswordField = ({ meta, label = "New password", hint = "At least 8 characters." }: Props) => (
  <TextField meta={meta} label={label} hint={hint} type="password" autoComplete="new-password" required />
);
