import { useLocation } from "@remix-run/react";
import { Link } from "../shell/link";

/** The next page of a list, by its key; what else the address says stays. `name`: the key's, where a page has two lists. */
export function MoreLink({ next, label, name = "after" }: { next: string | null; label: string; name?: string }) {
  const { search } = useLocation();
  if (!next) return null;
  const query = new URLSearchParams(search);
  query.set(name, next);
  return (
    <p className="mt-6 text-center">
      <Link to={`?${query}`} className="button button-quiet">
        {label}
      </Link>
    </p>
  );
}
