import { brand } from "~/brand";
import mark from "../illustrations/logo.svg?url";
import { Link } from "../shell/link";

export function Logo({ onDark = false }: { onDark?: boolean }) {
  return (
    <Link
      to="/"
      className={`inline-flex min-h-11 items-center gap-2 text-xl font-bold no-underline ${onDark ? "text-white hover:text-white" : "text-brand-900"}`}
    >
      <img src={mark} alt="" width={30} height={30} className={onDark ? "rounded-lg bg-white p-0.5" : ""} />
      {brand.name}
    </Link>
  );
}
