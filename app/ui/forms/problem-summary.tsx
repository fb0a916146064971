import { useEffect, useRef } from "react";
import { Icon } from "../elements/icon";

const IN_TITLE = "Error: ";

interface Props {
  /** Names it for the address of an answer: a browser without script goes there and gives it the focus. */
  id?: string;
  /** A refusal's own words. */
  message?: string | null;
  /** The fields of the form in their order. */
  fields?: { id: string; error: string | undefined }[];
  className?: string;
}

/** Everything that kept a form from succeeding, above it, each with a link to its field (the habit of GOV.UK). */
export function ProblemSummary({ id, message, fields = [], className = "" }: Props) {
  // The same words for several fields are said once.
  const problems = fields.filter(({ error }, at) => error && fields.findIndex((other) => other.error === error) === at);
  const summary = useRef<HTMLDivElement>(null);
  const said = [message, ...problems.map(({ error }) => error)].join();
  useEffect(() => {
    if (!said) return;
    summary.current?.focus();
    // A public page has it from the server already.
    document.title = `${IN_TITLE}${document.title.replace(IN_TITLE, "")}`;
    return () => void (document.title = document.title.replace(IN_TITLE, ""));
  }, [said]);
  if (!said) return null;
  return (
    <div ref={summary} id={id} tabIndex={-1} role="alert" className={`notice notice-danger ${className}`}>
      <Icon name="circle-alert" className="mt-0.5" />
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
      </div>
    </div>
  );
}
