import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";

interface Props {
  children: ReactNode;
  busy: string;
  className?: string;
  name?: string;
  value?: string;
  /** The id of its form, for a button outside of it. */
  form?: string;
  /** A key of its own (`withKey`, O19). */
  "data-key"?: string;
  "aria-keyshortcuts"?: string;
}

/** A button that submits once: the label changes, the width doesn't, and a second click is ignored (with script). */
export function SubmitButton({ children, busy, className = "", name, value, ...attributes }: Props) {
  const { state, formData } = useNavigation();
  const sent = state !== "idle" && formData !== undefined && (!name || formData.get(name) === value);
  return (
    <button
      className={`button ${className}`}
      name={name}
      value={value}
      {...attributes}
      data-busy={busy}
      aria-busy={sent || undefined}
      onClick={sent ? (event) => event.preventDefault() : undefined}
    >
      <span className="grid">
        <span className={`col-start-1 row-start-1 ${sent ? "invisible" : ""}`}>{children}</span>
        {sent && <span className="col-start-1 row-start-1">{busy}</span>}
      </span>
    </button>
  );
}

export const PressForm = ({ className = "button-quiet", ...button }: Omit<Props, "name" | "form">) => (
  <Form method="post">
    <SubmitButton {...button} name="intent" className={className} />
  </Form>
);
