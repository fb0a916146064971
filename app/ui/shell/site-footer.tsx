import { brand } from "~/brand";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import { Logo } from "../elements/logo";

const QUICK_LINKS = [
  ["/about", "About us"],
  ["/services", "Our Services"],
  ["/plumbers", "Our Plumbers"],
  ["/blog", "Blog"],
  ["/faq", "Questions"],
  ["/contact", "Contact us"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
  ["/api", "API"],
] as const;

/** Quick links, working hours and the company's phone (W3). */
export function SiteFooter() {
  return (
    <footer className="mt-16 bg-brand-900 text-white">
      <div className="page grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <Logo onDark />
          <p className="mt-2 text-brand-100">{brand.claim}.</p>
        </div>
        <nav aria-label="Quick links">
          <h2 className="text-base">Quick links</h2>
          <ul className="grid grid-cols-2 gap-x-4">
            {QUICK_LINKS.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center text-white hover:text-brand-100">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="text-base">Working hours</h2>
          <dl className="facts mt-2 text-brand-100">
            {brand.hours.map(({ days, time }) => (
              <div key={days} className="contents">
                <dt className="!text-brand-100">{days}</dt>
                <dd>{time}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2 className="text-base">Call us</h2>
          <p>
            <a
              className="inline-flex min-h-11 items-center gap-2 text-white hover:text-brand-100"
              href={telephoneLink(brand.phone)}
            >
              <Icon name="phone" /> {formatPhone(brand.phone)}
            </a>
          </p>
          <p>
            <a
              className="inline-flex min-h-11 items-center gap-2 text-white hover:text-brand-100"
              href={whatsAppLink(brand.whatsApp)}
            >
              <Icon name="message-circle" /> WhatsApp {formatPhone(brand.whatsApp)}
            </a>
          </p>
          <p className="text-brand-100">{brand.address.join(", ")}</p>
        </div>
      </div>
    </footer>
  );
}
