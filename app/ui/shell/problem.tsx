import { brand } from "~/brand";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import crack from "../illustrations/crack.svg?url";
import notFound from "../illustrations/not-found.svg?url";
import { FailedRequest } from "../elements/failed-request";
import { TryAgain, useUnsent } from "../forms/try-again";
import { Link } from "./link";

/** The shortcuts of the 404 page (W6). */
const SHORTCUTS = [
  ["/about", "About us"],
  ["/services", "Our Services"],
  ["/services", "Pricing & Plan"],
  ["/faq", "Questions"],
  ["/#testimonials", "Testimonials"],
  ["/contact", "Contact us"],
  ["/", "Homepage"],
] as const;

/**
 * The page for a path that doesn't exist (W6), and the one for a failure on our side (F3). `refusal` says
 * why the request was refused, if it was.
 */
export function Problem({ missing, refusal }: { missing: boolean; refusal: string | null }) {
  const unsent = useUnsent();
  return (
    <div className="page-text grid justify-items-center gap-4 py-16 text-center">
      <img src={missing ? notFound : crack} alt="" width={240} height={180} />
      <h1>{missing || refusal ? "Request Not Executable Error" : (unsent?.what ?? "Unexpected Application Error!")}</h1>
      <p className="text-ink-2">
        {missing
          ? "This page doesn't exist, or you don't have access to it."
          : (refusal ?? "Something broke on our side, and we've been told. Try again in a moment, or call us.")}
      </p>
      {!missing && !refusal && <FailedRequest />}
      {missing ? (
        <ul className="flex flex-wrap justify-center gap-2">
          {SHORTCUTS.map(([to, label]) => (
            <li key={label}>
              <Link to={to} className="chip">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className="flex flex-wrap justify-center gap-3">
          <TryAgain />
          <Link to="/" className="button button-quiet">
            Homepage
          </Link>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            {formatPhone(brand.phone)}
          </a>
        </div>
      )}
    </div>
  );
}
