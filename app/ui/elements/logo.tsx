import { brand } from "~/brand";
import { sprite } from "./sprite";
import { Link } from "../shell/elements";

export const Logo = ({ onDark = false }: { onDark?: boolean }) => (
  <Link
    to="/"
    className={`inline-flex min-h-11 items-center gap-2 text-h2 font-bold no-underline ${onDark ? "text-white hover:text-white" : "text-brand-900"}`}
  >
    <svg width="30" height="30" aria-hidden="true" className={onDark ? "rounded-field bg-surface p-1" : ""}>
      <use href={`${sprite}#logo`} />
    </svg>
    {brand.name}
  </Link>
);

export const SkipLink = () => (
  <a href="#content" className="skip-link">
    Skip to content
  </a>
);
