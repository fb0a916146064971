import { type ReactNode, useEffect, useRef } from "react";
import type { FormReply } from "~/http/forms";
import { Icon, useLastActionData } from "../shell/elements";

export interface FieldMeta {
  id: string;
  name: string;
  value: string | undefined;
  error: string | undefined;
  /** Shown by script in the place of an error once the field is left out or wrong; where it is undefined, nothing is. */
  missing?: string | undefined;
}

/** The reply of a form that has these fields, and maybe others. */
export interface FormReplyOf<Name extends string> extends Pick<FormReply, "message" | "reason"> {
  fields: Record<Name, FieldMeta>;
  all: FieldMeta[];
  /** The value that was sent, or undefined on a form that was not sent yet. */
  sent: FormReply["values"] | undefined;
}

/** The reply to one form of a page: on a page with two, a hidden field `form` tells them apart. */
export function useReplyTo(form: string): FormReply | undefined {
  const given = useLastActionData<FormReply>();
  return given?.values?.["form"] && given.values["form"] !== form ? undefined : given;
}

/** A page's form after its action: its fields, with what was sent (else `defaults`), and the refusal. */
export function useFormReply<Name extends string>(
  form: string,
  names: readonly Name[],
  defaults: Partial<Record<Name, string>> = {},
  missing: Partial<Record<Name, string>> = {},
): FormReplyOf<Name> {
  const reply = useReplyTo(form);
  const metaOf = (name: Name): FieldMeta => ({
    id: `${form}-${name}`,
    name,
    value: reply?.values?.[name] ?? defaults[name],
    error: reply?.errors?.[name],
    missing: missing[name],
  });
  const all = names.map(metaOf);
  return {
    fields: Object.fromEntries(all.map((meta) => [meta.name, meta])) as Record<Name, FieldMeta>,
    all,
    sent: reply?.values,
    message: reply?.message ?? null,
    reason: reply?.reason ?? null,
  };
}

export const ERROR_PREFIX = "Error: ";

interface Props {
  /** The fragment of the response's URL: without script, the browser scrolls there and focuses it. */
  id?: string;
  message?: string | null;
  fields?: { id: string; error: string | undefined }[];
  className?: string;
  /** The remedies that the reader has; shown with a problem only. */
  children?: ReactNode;
}

export function ProblemSummary({ id, message, fields = [], className = "", children }: Props) {
  // Shows a message that several fields share only once.
  const problems = fields.filter(({ error }, at) => error && fields.findIndex((other) => other.error === error) === at);
  const summary = useRef<HTMLDivElement>(null);
  const said = [message, ...problems.map(({ error }) => error)].join();
  useEffect(() => {
    if (!said) return;
    summary.current?.focus();
    // The server has set it already on pages that React doesn't hydrate.
    document.title = `${ERROR_PREFIX}${document.title.replace(ERROR_PREFIX, "")}`;
    return () => void (document.title = document.title.replace(ERROR_PREFIX, ""));
  }, [said]);
  if (!said) return null;
  return (
    // A page that is loaded again focuses it again, too.
    <div ref={summary} id={id} tabIndex={-1} autoFocus role="alert" className={`notice notice-danger ${className}`}>
      <Icon name="circle-alert" className="mt-1" />
      <div>
        {message && <p>{message}</p>}
        {problems.length > 0 && (
          <ul className="grid gap-1">
            {problems.map((field) => (
              <li key={field.id}>
                <a href={`#${field.id}`} className="text-danger">
                  {field.error}
                </a>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  );
}
