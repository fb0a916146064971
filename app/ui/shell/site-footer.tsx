import { brand } from "~/brand";
import { company } from "~/company";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Logo } from "../elements/logo";
import { Link } from "./link";
import { OfficeHours } from "./office-hours";

const QUICK_LINKS = [
  ["/about", "About us"],
  ["/services", "Our Services"],
  ["/plumbers", "Our Plumbers"],
  ["/prices", "Prices"],
  ["/blog", "Blog"],
  ["/faq", "Questions"],
  ["/how-we-rank-plumbers", "How we rank"],
  ["/contact", "Contact us"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
  ["/api", "For developers"],
] as const;

/** Quick links, working hours and the company's phone (W3): two folds on a phone. */
export function SiteFooter() {
  return (
    <footer className="later mt-12 bg-panel text-white [--tall:320px]">
      <div className="page grid gap-x-6 gap-y-2 py-8 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <Logo onDark />
          <p className="text-on-panel">{brand.claim}.</p>
        </div>
        <details className="opens-wide">
          <summary className="fold">Quick links</summary>
          <h2 className="wide-title py-2 text-base">Quick links</h2>
          <nav aria-label="Quick links" className="grid grid-cols-2 gap-x-4">
            {QUICK_LINKS.map(([to, label]) => (
              <Link key={to} to={to} className="footer-link">
                {label}
              </Link>
            ))}
          </nav>
        </details>
        <details className="opens-wide">
          <summary className="fold">Working hours</summary>
          <h2 className="wide-title py-2 text-base">Working hours</h2>
          <OfficeHours />
          <p className="mt-2 text-on-panel">{company.address.join(", ")}</p>
        </details>
        <div className="grid content-start">
          <a className="footer-link" href={telephoneLink(brand.phone)}>
            Call {formatPhone(brand.phone)}
          </a>
          <a className="footer-link" href={whatsAppLink(brand.whatsApp)}>
            WhatsApp {formatPhone(brand.whatsApp)}
          </a>
        </div>
      </div>
    </footer>
  );
}
