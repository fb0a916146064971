import { Link } from "./link";

/** The next page of a list, by its key. */
export function MoreLink({ next, label }: { next: string | null; label: string }) {
  if (!next) return null;
  return (
    <p className="mt-6 text-center">
      <Link to={`?after=${encodeURIComponent(next)}`} className="button button-quiet">
        {label}
      </Link>
    </p>
  );
}
