import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { dashboardOf, fullName, isDashboardPath, type Role } from "~/domain/values/user";
import { unbroken } from "~/domain/time/harare";
import { useResponseContext, type SignedIn } from "./response-context";
import { Avatar } from "../accounts/avatar";
import { Icon, Link, TabLink } from "./elements";
import { Logo, SkipLink } from "../elements/logo";
import { StaticFragment } from "./public-page";
import { MENU } from "../admin/shortcuts";
import { clientMenu } from "../bookings/client-menu";
import { plumberMenu } from "../plumbers/plumber-menu";
import { DashboardTabs } from "./dashboard-layout";
import { company } from "~/company";
import { OfficeHours } from "./office-hours";
import { PlainForm } from "~/ui/forms/owned-form";

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

const SiteFooter = () => (
  <footer className="later mt-8 bg-panel pb-14 text-white [--tall:320px] lg:pb-0">
    <div className="page grid gap-x-4 gap-y-2 py-8 sm:grid-cols-2 lg:grid-cols-4">
      <div>
        <Logo onDark />
        <p className="text-on-panel">{brand.claim}.</p>
      </div>
      <details className="opens-wide">
        <summary>Quick links</summary>
        <h2 className="wide-title py-2 text-base">Quick links</h2>
        <nav aria-label="Quick links" className="grid grid-cols-2 gap-x-4">
          <Links links={QUICK_LINKS} here={null} className="footer-link" />
        </nav>
      </details>
      <details className="opens-wide">
        <summary>Working hours</summary>
        <h2 className="wide-title py-2 text-base">Working hours</h2>
        <OfficeHours />
        <p className="mt-2 text-on-panel">{company.address.join(", ")}</p>
      </details>
      <div className="grid content-start">
        <a className="footer-link" href={telephoneLink(brand.phone)}>
          Call {showPhone(brand.phone)}
        </a>
        <a className="footer-link" href={whatsAppLink(brand.whatsApp)}>
          WhatsApp {showPhone(brand.whatsApp)}
        </a>
      </div>
    </div>
  </footer>
);

export function PublicLayout({ user, children }: { user: SignedIn | null; children: ReactNode }) {
  const { pathname } = useLocation();
  const here = placeOf(pathname);
  const { officeOpens = null } = useResponseContext();
  const header = (
    <header className="border-b border-line bg-surface">
      <div className="page flex items-center justify-between gap-4 py-2">
        <Logo />
        <DesktopNavigation user={user} here={here} />
        {user && isOwn(pathname) && (
          <span className="ml-auto flex min-w-0 items-center gap-2 font-semibold lg:hidden">
            <Avatar photoKey={user.photoKey} size={32} />
            <span className="truncate">{user.firstName}</span>
          </span>
        )}
        <MobileMenu user={user} here={here} />
      </div>
    </header>
  );
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {user && isOwn(pathname) ? (
        <OwnTabs role={user.role} />
      ) : (
        <StaticFragment name={`call bar, ${officeOpens?.said ?? "open"}${here === DIRECTORY ? ", directory" : ""}`}>
          <CallBar opens={officeOpens?.said ?? null} here={here} />
        </StaticFragment>
      )}
      {user ? header : <StaticFragment name={`visitors' header, ${here ?? "elsewhere"}`}>{header}</StaticFragment>}
      <main id="content" className="flex-1">
        {children}
      </main>
      <StaticFragment name="footer">
        <SiteFooter />
      </StaticFragment>
    </div>
  );
}

/** The pages of a signed-in person that are in no dashboard, and the errors of those that are. */
const isOwn = (pathname: string): boolean => OWN_PAGES.includes(pathname) || isDashboardPath(pathname);
const OWN_PAGES = ["/profile", "/change-password", "/security"];

const MENUS = {
  client: () => clientMenu(0),
  plumber: () => plumberMenu(0, 0),
  admin: () => Object.values(MENU).flat(),
};

/** The tabs of their dashboard, where they are used to find them on a phone. */
const OwnTabs = ({ role }: { role: Role }) => (
  <DashboardTabs entries={MENUS[role]().map((entry) => ({ ...entry, isHere: false }))} />
);

const WHATSAPP = (
  <>
    <Icon name="whatsapp" className="inline-block" /> WhatsApp{" "}
    <span className="call-number">{showPhone(brand.whatsApp)}</span>
  </>
);

/** At the bottom on phones, at the top on wide screens: most people here reach a company by phone or WhatsApp. */
const CallBar = ({ opens, here }: { opens: string | null; here: string | null }) => (
  <aside aria-label="Call us" className="call-bar">
    {opens === null ? (
      <a href={telephoneLink(brand.phone)}>
        <Icon name="phone" /> Call our office <span className="call-number">{showPhone(brand.phone)}</span>
      </a>
    ) : (
      here !== DIRECTORY && <Link to={DIRECTORY}>Find a plumber</Link>
    )}
    <a href={whatsAppLink(brand.whatsApp)} className={opens !== null && here === DIRECTORY ? "col-span-full" : ""}>
      {opens === null ? (
        WHATSAPP
      ) : (
        <span className="px-2 text-center">
          {WHATSAPP}
          <small className="block text-xs font-normal">{unbroken(`Office opens ${opens}`)}</small>
        </span>
      )}
    </a>
  </aside>
);

const DesktopNavigation = ({ user, here }: { user: SignedIn | null; here: string | null }) => (
  <nav aria-label="Main" className="hidden items-center lg:flex">
    <Links links={[HOME, ABOUT]} here={here} className="nav-link" />
    <div className="submenu">
      <Link to="/services" aria-current={isService(here) ? "page" : undefined} className="nav-link fold pr-8">
        Services
      </Link>
      <div className="card w-60 p-2">
        <Links links={SERVICES} here={here} className="tab" />
      </div>
    </div>
    <Links links={[PLUMBERS, BLOG, CONTACT]} here={here} className="nav-link" />
    {user ? (
      <details data-menu className="relative ml-2">
        <summary className="nav-link pr-8">
          <Avatar photoKey={user.photoKey} size={32} eager />
          <span className="max-w-40 truncate">{user.firstName || "Profile"}</span>
        </summary>
        <div className="card absolute right-0 z-30 mt-1 grid w-60 p-2">
          <p className="wrap-anywhere px-3 py-2 text-ink-2">{fullName(user)}</p>
          <AccountMenu user={user} />
        </div>
      </details>
    ) : (
      <>
        <Links links={[SIGN_IN]} here={here} className="nav-link" />
        <Links links={[SIGN_UP]} here={here} className="button button-quiet ml-2" />
      </>
    )}
  </nav>
);

/** The slide-in menu of phones (W3). Following a link loads a page, which closes it; so does its button, with script Escape. */
const MobileMenu = ({ user, here }: { user: SignedIn | null; here: string | null }) => (
  <details data-menu className="slide-menu lg:hidden">
    <summary className="grid size-12 list-none place-items-center rounded-field">
      <Icon name="menu" label="Menu" className="size-6" />
      <span className="slide-menu-close">
        <Icon name="x" label="Close the menu" className="size-6" />
      </span>
    </summary>
    <nav aria-label="Menu" className="grid content-start gap-1">
      {user && (
        <p className="flex items-center gap-3 border-b border-line pr-12 pb-4">
          <Avatar photoKey={user.photoKey} size={40} />
          <span className="grid min-w-0 leading-snug">
            <b className="wrap-anywhere">{fullName(user) || "Profile"}</b>
            <span className="text-ink-2 wrap-anywhere">{user.email}</span>
          </span>
        </p>
      )}
      <Links links={[HOME, ABOUT, CONTACT, PLUMBERS]} here={here} className="tab" />
      <details open={isService(here)}>
        <summary className="tab">Services</summary>
        <div className="pl-4">
          <Links links={SERVICES} here={here} className="tab" />
        </div>
      </details>
      <Links links={[BLOG]} here={here} className="tab" />
      <div className="grid gap-1 border-t border-line pt-2">
        {user ? (
          <AccountMenu user={user} />
        ) : (
          <>
            <Links links={[SIGN_IN]} here={here} className="tab" />
            <Links links={[SIGN_UP]} here={here} className="button button-quiet" />
          </>
        )}
      </div>
    </nav>
  </details>
);

const AccountMenu = ({ user }: { user: SignedIn }) => (
  <>
    <TabLink to="/profile" icon="user" label="My Profile" />
    <TabLink to={dashboardOf(user.role)} icon="layout-dashboard" label="Dashboard" />
    <TabLink to="/bookings" icon="calendar-check" label="My Bookings" />
    <PlainForm action="/signout">
      <button className="tab w-full">
        <Icon name="log-out" /> Logout
      </button>
    </PlainForm>
  </>
);

/** The frame of pages that are for one thing (W10): nothing in it leads elsewhere but the logo. */
export const QuietLayout = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <header className="border-b border-line bg-surface">
      <div className="page flex items-center py-2">
        <Logo />
      </div>
    </header>
    <main id="content" className="flex-1">
      {children}
    </main>
  </div>
);

// The navigation (W3), whose links the wide bar and the phone's menu show in different orders.

const HOME = ["/", "Home"] as const;
const ABOUT = ["/about", "About"] as const;
const DIRECTORY = "/plumbers";
const PLUMBERS = [DIRECTORY, "Our Plumbers"] as const;
const BLOG = ["/blog", "Blog"] as const;
const CONTACT = ["/contact", "Contact"] as const;
const SIGN_IN = ["/signin", "Login"] as const;
const SIGN_UP = ["/signup", "Create Account"] as const;

const SERVICES = [
  ["/services", "All services"],
  ["/services/residential", "Residential"],
  ["/services/commercial", "Commercial"],
  ["/services/emergency", "Emergency"],
] as const;

interface LinksProps {
  links: readonly (readonly [to: string, label: string])[];
  here: string | null;
  className: string;
}

const Links = ({ links, here, className }: LinksProps) =>
  links.map(([to, label]) => (
    <Link key={to} to={to} aria-current={here === to ? "page" : undefined} className={className}>
      {label}
    </Link>
  ));

const isService = (here: string | null) => here?.startsWith("/services") ?? false;

const PLACES = [...SERVICES, HOME, ABOUT, PLUMBERS, BLOG, CONTACT, SIGN_IN, SIGN_UP].map(([to]) => to);

const placeOf = (pathname: string): string | null =>
  PLACES.find((to) => pathname === to) ?? PLACES.find((to) => to !== "/" && pathname.startsWith(`${to}/`)) ?? null;
