import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { FormReply } from "~/http/forms";

/**
 * The form of a page with what its action said: the fields with their old answers and errors, and the refusal's
 * own words. Renders whole on the server; no validation while typing.
 */
export function useFormReply<Fields extends Record<string, unknown>>(id: string, defaults?: Partial<Record<keyof Fields, string>>) {
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<Fields>({
    id,
    lastResult: reply?.result,
    defaultValue: defaults as never,
    defaultNoValidate: true,
  });
  return { form, fields, message: reply?.message ?? null, reason: reply?.reason ?? null };
}
