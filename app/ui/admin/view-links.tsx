import type { ReactNode } from "react";
import { Link } from "../shell/link";
import { useFilterAddress } from "./use-filter-address";

interface Props {
  name: string;
  label: string;
  /** Undefined: none of these, but one of `children`. */
  chosen: string | null | undefined;
  /** The query value of each view; null for "all", which needs none. */
  choices: readonly { value: string | null; label: string; count?: string }[];
  /** More views, after these. */
  children?: ReactNode;
}

/** The views of a list as tabs above its table. They keep its other filters and go back to its first page. */
export function ViewLinks({ name, label, chosen, choices, children }: Props) {
  const to = useFilterAddress(name);
  return (
    <nav aria-label={label} className="office-views">
      {choices.map(({ value, label, count }) => (
        <Link key={label} to={to(value)} aria-current={value === chosen ? "true" : undefined}>
          {label} {count !== undefined && <small>{count}</small>}
        </Link>
      ))}
      {children}
    </nav>
  );
}
