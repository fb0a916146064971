import { brand } from "~/brand";
import { company } from "~/company";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import { Logo } from "../elements/logo";

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
] as const;

/** Quick links, working hours and the company's phone (W3). */
export function SiteFooter() {
  return (
    <footer className="mt-12 bg-panel text-white">
      <div className="page grid gap-6 py-8 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <Logo onDark />
          <p className="mt-1 text-on-panel">{brand.claim}.</p>
        </div>
        <nav aria-label="Quick links">
          <h2 className="text-base">Quick links</h2>
          <ul className="grid grid-cols-2 gap-x-4">
            {QUICK_LINKS.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center text-white hover:text-on-panel">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="text-base">Working hours</h2>
          <dl className="facts mt-2 text-on-panel">
            {company.hours.map(({ days, time }) => (
              <div key={days} className="contents">
                <dt className="!text-on-panel">{days}</dt>
                <dd>{time}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2 className="text-base">Call us</h2>
          <p>
            <a
              className="inline-flex min-h-11 items-center gap-2 text-white hover:text-on-panel"
              href={telephoneLink(brand.phone)}
            >
              <Icon name="phone" /> {formatPhone(brand.phone)}
            </a>
          </p>
          <p>
            <a
              className="inline-flex min-h-11 items-center gap-2 text-white hover:text-on-panel"
              href={whatsAppLink(brand.whatsApp)}
            >
              <Icon name="whatsapp" /> WhatsApp {formatPhone(brand.whatsApp)}
            </a>
          </p>
          <p className="text-on-panel">{company.address.join(", ")}</p>
        </div>
        <p className="text-on-panel sm:col-span-2">
          For developers:{" "}
          <Link to="/api" className="text-white">
            the {brand.name} API
          </Link>
        </p>
      </div>
    </footer>
  );
}
