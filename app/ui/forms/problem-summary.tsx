import { Icon } from "../icon";

interface Props {
  /** A refusal's own words. */
  message?: string | null;
  /** The fields of the form in their order. */
  fields?: { id: string; error: string | undefined }[];
  className?: string;
}

/** Everything that kept a form from succeeding, above it, each with a link to its field (the habit of GOV.UK). */
export function ProblemSummary({ message, fields = [], className = "" }: Props) {
  const problems = fields.filter(({ error }) => error);
  if (!message && problems.length === 0) return null;
  return (
    <div role="alert" className={`notice notice-danger ${className}`}>
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
