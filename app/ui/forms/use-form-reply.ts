import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/http/forms";
import type { Reason } from "~/http/refusals";
import { useLastActionData } from "../elements/use-sticky-value";

export interface FieldMeta {
  id: string;
  name: string;
  value: string | undefined;
  error: string | undefined;
}

/** The reply of a form that has these fields, and maybe others. */
export interface FormReplyOf<Name extends string> {
  fields: Record<Name, FieldMeta>;
  all: FieldMeta[];
  /** For the hidden field `drawn` of a form that is drawn with what is stored (F8). */
  drawn: string;
  message: string | null;
  reason: Reason | null;
}

/** A page's form after its action: its fields, with what was sent (else `defaults`), and the refusal. */
export function useFormReply<Name extends string>(
  form: string,
  names: readonly Name[],
  defaults: Partial<Record<Name, string>> = {},
): FormReplyOf<Name> {
  const given = useLastActionData<FormReply>();
  // As of this navigation: a revalidation brings newer values, but the fields keep those that they were drawn with.
  const { key } = useLocation();
  const [first, setFirst] = useState({ key, drawn: JSON.stringify(defaults) });
  if (first.key !== key) setFirst({ key, drawn: JSON.stringify(defaults) });
  // On a page with two forms, a hidden field `form` tells them apart.
  const reply = given?.values?.["form"] && given.values["form"] !== form ? undefined : given;
  const metaOf = (name: Name): FieldMeta => ({
    id: `${form}-${name}`,
    name,
    value: reply?.values?.[name] ?? defaults[name],
    error: reply?.errors?.[name],
  });
  const fields = Object.fromEntries(names.map((name) => [name, metaOf(name)])) as Record<Name, FieldMeta>;
  return {
    fields,
    all: names.map((name) => fields[name]),
    drawn: reply?.values?.["drawn"] ?? first.drawn,
    message: reply?.message ?? null,
    reason: reply?.reason ?? null,
  };
}
