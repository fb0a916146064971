import { useEffect, useRef } from "react";
import { Icon } from "../elements/icon";

const IN_TITLE = "Error: ";

interface Props {
  /** The fragment of the response's URL: without script, the browser scrolls there and focuses it. */
  id?: string;
  message?: string | null;
  fields?: { id: string; error: string | undefined }[];
  className?: string;
}

export function ProblemSummary({ id, message, fields = [], className = "" }: Props) {
  // Shows a message that several fields share only once.
  const problems = fields.filter(({ error }, at) => error && fields.findIndex((other) => other.error === error) === at);
  const summary = useRef<HTMLDivElement>(null);
  const said = [message, ...problems.map(({ error }) => error)].join();
  useEffect(() => {
    if (!said) return;
    summary.current?.focus();
    // The server has set it already on public pages.
    document.title = `${IN_TITLE}${document.title.replace(IN_TITLE, "")}`;
    return () => void (document.title = document.title.replace(IN_TITLE, ""));
  }, [said]);
  if (!said) return null;
  return (
    // A page that is loaded again focuses it again, too.
    <div ref={summary} id={id} tabIndex={-1} autoFocus role="alert" className={`notice notice-danger ${className}`}>
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
