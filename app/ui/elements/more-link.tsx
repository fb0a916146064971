import { useLocation } from "@remix-run/react";
import { Link } from "../shell/link";

/** A link to a list's next page that keeps the other parameters. `name` is the cursor's, on pages with two lists. */
export function MoreLink({ next, label, name = "cursor" }: { next: string | null; label: string; name?: string }) {
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
