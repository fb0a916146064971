import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

/** A form behind its name, unless something is wrong in it. What it made stands on top of the page, and it is empty again. */
export function FoldedForm({
  form,
  label,
  isOpen,
  children,
}: {
  /** Tells it from the page's other forms. */
  form: string;
  label: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen} className="border-t border-line pt-4">
      <summary className="button button-quiet list-none">{label}</summary>
      <Form method="post" noValidate className="grid gap-4 pt-4">
        <input type="hidden" name="form" value={form} />
        {children}
      </Form>
    </details>
  );
}
