import { useSearchParams } from "@remix-run/react";
import { Link } from "../link";

interface Props {
  name: string;
  label: string;
  chosen: string | null;
  /** What an address says for each; null: nothing, all of them. */
  choices: readonly { value: string | null; label: string }[];
}

/** One filter of a list as links; the others stay, and the list begins anew. */
export function FilterLinks({ name, label, chosen, choices }: Props) {
  const [query] = useSearchParams();
  const to = (value: string | null) => {
    const next = new URLSearchParams(query);
    next.delete("after");
    if (value === null) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ value, label }) => (
        <Link key={label} to={to(value)} className="chip" aria-current={value === chosen ? "true" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
