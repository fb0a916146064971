import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

interface Props {
  /** Its verb asks in its statement whether this still holds (F8). */
  name?: "shown" | "from" | "fromStart" | "until" | "seen" | "nameKey" | "version" | "payment" | "amount";
  value: string | number | undefined;
}

/**
 * The hidden field with what a form was drawn with. When a page loads its data again while somebody fills the form in, it
 * keeps what they saw: otherwise the second of two people would overwrite the first without a word.
 */
export function Shown({ name = "shown", value }: Props) {
  // A refused form is drawn anew, with what is stored by then.
  const { key } = useLocation();
  const isAnswered = useActionData() !== undefined;
  const field = useRef<HTMLInputElement>(null);
  const [touched, setTouched] = useState<{ key: string; value: Props["value"] } | null>(null);
  const isTouched = touched?.key === key;
  useEffect(() => {
    const form = field.current?.form;
    if (isTouched || !form) return;
    const keep = () => setTouched({ key, value });
    if (isAnswered) return keep();
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [key, value, isTouched, isAnswered]);
  return <input ref={field} type="hidden" name={name} value={isTouched ? touched.value : value} />;
}
