import { Link } from "../shell/link";
import { useFilterAddress } from "./use-filter-address";

interface Props {
  name: string;
  label: string;
  chosen: string | null;
  /** The query value of each option; null for "all", which needs none. */
  choices: readonly { value: string | null; label: string }[];
}

/** A list's filter as links. They keep the other filters and go back to the first page. */
export function FilterLinks({ name, label, chosen, choices }: Props) {
  const to = useFilterAddress(name);
  return (
    <nav aria-label={label} className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
      {choices.map(({ value, label }) => (
        <Link
          key={label}
          to={to(value)}
          className="chip flex-none"
          aria-current={value === chosen ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
