import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { StaticFragment } from "../elements/static-fragment";
import { Logo } from "../elements/logo";
import type { SignedIn } from "./signed-in";
import { DesktopNavigation } from "./desktop-navigation";
import { MobileMenu } from "./mobile-menu";
import { placeOf } from "./navigation-links";
import { SiteFooter } from "./site-footer";
import { SkipLink } from "../elements/skip-link";

/** Header and footer of everything outside the dashboards. No script: menus are `details` and `:hover`. */
export function PublicLayout({ user, children }: { user: SignedIn | null; children: ReactNode }) {
  const here = placeOf(useLocation().pathname);
  return (
    <div className="flex min-h-dvh flex-col pb-14 sm:pb-0">
      <SkipLink />
      <StaticFragment name="call bar">
        <CallBar />
      </StaticFragment>
      {user ? (
        <Header user={user} here={here} />
      ) : (
        <StaticFragment name={`visitors' header, ${here ?? "elsewhere"}`}>
          <Header user={null} here={here} />
        </StaticFragment>
      )}
      <main id="content" className="flex-1">
        {children}
      </main>
      <StaticFragment name="footer">
        <SiteFooter />
      </StaticFragment>
    </div>
  );
}

function Header({ user, here }: { user: SignedIn | null; here: string | null }) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="page flex items-center justify-between gap-4 py-2">
        <Logo />
        <DesktopNavigation user={user} here={here} />
        <MobileMenu user={user} here={here} />
      </div>
    </header>
  );
}

/**
 * Phone and WhatsApp links, because most people here reach a company that way: at the bottom on phones, at the top on
 * wide screens.
 */
function CallBar() {
  return (
    <aside aria-label="Call us" className="call-bar">
      <a href={telephoneLink(brand.phone)}>
        <Icon name="phone" /> Call us <span className="call-number">{formatPhone(brand.phone)}</span>
      </a>
      <a href={whatsAppLink(brand.whatsApp)}>
        <Icon name="whatsapp" /> WhatsApp <span className="call-number">{formatPhone(brand.whatsApp)}</span>
      </a>
    </aside>
  );
}
