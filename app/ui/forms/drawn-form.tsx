import { type FormProps, useLocation } from "@remix-run/react";
import { useState } from "react";
import { useFormReply, useReplyTo, type FieldMeta, type FormReplyOf } from "./form";
import { Form } from "./owned-form";

/** `touch`: what is typed stays, whatever is stored meanwhile. */
export interface DrawnReply<Name extends string> extends FormReplyOf<Name> {
  /** A box that isn't ticked isn't in it. */
  values: Partial<Record<string, string>>;
  drawn: string;
  touch: () => void;
}

/**
 * The reply of a form that is drawn with what is `stored`, for a `DrawnForm`. A page that loads its data again while somebody
 * fills the form in draws nothing of it again: otherwise the second of two people would overwrite the first without a word.
 */
export function useDrawnReply<Name extends string>(
  form: string,
  names: readonly Name[],
  stored: Record<string, string | undefined>,
): DrawnReply<Name> {
  const { key } = useLocation();
  const latest = JSON.stringify(stored);
  const [first, setFirst] = useState({ key, drawn: latest, isTouched: false });
  const isOver = first.key !== key || (first.drawn !== latest && !first.isTouched);
  if (isOver) setFirst({ key, drawn: latest, isTouched: false });
  const given = useReplyTo(form)?.values;
  // A refused form comes back merged with what is stored by then. Of another form of the page, nothing is shown here.
  const isOfThis = given && ["drawn", ...names].some((name) => name in given);
  const sent = isOfThis ? given : undefined;
  const values = sent ?? (JSON.parse(first.drawn) as Partial<Record<string, string>>);
  const reply = useFormReply<string>(form, names, values);
  return {
    ...reply,
    fields: reply.fields as Record<Name, FieldMeta>,
    values,
    drawn: sent?.["drawn"] ?? first.drawn,
    touch: () => setFirst({ ...first, isTouched: true }),
  };
}

interface Props extends FormProps {
  reply: Partial<Pick<DrawnReply<string>, "drawn" | "touch">>;
}

/** A form that says what it was drawn with (F8). Drawn with something else it begins again: browsers keep what was chosen. */
export const DrawnForm = ({ reply: { drawn, touch }, children, ...form }: Props) => (
  <Form key={drawn} onInput={touch} {...form}>
    {drawn !== undefined && <input type="hidden" name="drawn" value={drawn} />}
    {children}
  </Form>
);
