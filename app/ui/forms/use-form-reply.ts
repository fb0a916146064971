import type { FormReply } from "~/http/forms";
import { useLastActionData } from "../elements/use-sticky-value";

/** One field of a form as its page shows it: its name, its old answer, and what is wrong with it. */
export interface FieldMeta {
  id: string;
  name: string;
  value: string | undefined;
  error: string | undefined;
}

/**
 * The form of a page with what its action said: the fields with their old answers (else `defaults`) and errors, and
 * the refusal's own words. Renders whole on the server; no validation while typing.
 */
export function useFormReply<Name extends string>(
  form: string,
  names: readonly Name[],
  defaults: Partial<Record<Name, string>> = {},
) {
  const given = useLastActionData<FormReply>();
  // Where two forms stand on a page, each says which it is (a hidden field `form`).
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
    message: reply?.message ?? null,
    reason: reply?.reason ?? null,
  };
}
