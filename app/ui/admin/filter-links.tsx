import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { formatCount } from "~/domain/values/numbers";
import { Link } from "../shell/elements";

interface Props {
  name: string;
  label: string;
  /** Undefined: none of these, but one of `children`. */
  chosen: string | null | undefined;
  /** The values, each with its words where those differ; null: the address doesn't name it. */
  choices: readonly (string | readonly [value: string | null, words: string, count?: number])[];
  /** True for the list's views, as tabs above its table. */
  areViews?: boolean;
  children?: ReactNode;
}

/** A list's filter as links. They keep the other filters and go back to the first page. */
export function FilterLinks({ name, label, chosen, choices, areViews = false, children }: Props) {
  const [query] = useSearchParams();
  return (
    <nav
      aria-label={label}
      className={areViews ? "office-views" : "-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"}
    >
      {choices.map((choice) => {
        const [value, words, count] = typeof choice === "string" ? ([choice, choice] as const) : choice;
        return (
          <Link
            key={words}
            to={withParameter(query, name, value)}
            className={areViews ? undefined : "chip flex-none"}
            aria-current={value === chosen ? "true" : undefined}
          >
            {words}
            {count !== undefined && <small>{` ${formatCount(count)}`}</small>}
          </Link>
        );
      })}
      {children}
    </nav>
  );
}

/** A list's address with one parameter changed, or without it, on the first page. */
export function withParameter(query: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(query);
  next.delete("cursor");
  if (value === null) next.delete(name);
  else next.set(name, value);
  return `?${next}`;
}
