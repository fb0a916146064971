import { useSearchParams } from "@remix-run/react";

/**
 * Returns the address of a list for each value of one of its filters; null: not filtered by it. It keeps the other filters and
 * goes back to the first page.
 */
export function useFilterAddress(name: string): (value: string | null) => string {
  const [query] = useSearchParams();
  return (value) => {
    const next = new URLSearchParams(query);
    next.delete("cursor");
    if (value === null) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
}
