import type { ReactNode } from "react";
import { brand } from "~/brand";
import { dashboardOf, fullName, type Role } from "~/domain/accounts/user";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Avatar } from "./avatar";
import { Icon } from "./icon";
import { Link } from "./link";
import { Logo } from "./logo";
import { SkipLink } from "./skip-link";

export interface SignedIn {
  name: string;
  username: string;
  role: Role;
  photoKey: string | null;
}

/** Header and footer of everything outside the areas. No script: the menu is a `details`. */
export function PublicFrame({ member, children }: { member: SignedIn | null; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="page flex items-center justify-between gap-4 py-2">
          <Logo />
          <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
            <Link to="/plumbers" className="inline-flex min-h-11 items-center px-2 font-semibold text-ink no-underline hover:underline sm:px-3">
              <span className="sm:hidden">Plumbers</span>
              <span className="hidden sm:inline">Our Plumbers</span>
            </Link>
            {member ? <ProfileMenu member={member} /> : <AccountLinks />}
          </nav>
        </div>
      </header>
      <main id="content" className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  );
}

function AccountLinks() {
  return (
    <>
      <Link to="/signin" className="inline-flex min-h-11 items-center px-2 font-semibold text-ink no-underline hover:underline sm:px-3">
        Login
      </Link>
      <Link to="/signup" className="button button-brand hidden sm:inline-flex">
        Create Account
      </Link>
    </>
  );
}

function ProfileMenu({ member }: { member: SignedIn }) {
  return (
    <details className="relative">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-field px-2 font-semibold">
        <Avatar photoKey={member.photoKey} size={32} eager />
        <span className="max-w-14 truncate sm:max-w-40">{member.name || "Profile"}</span>
        <Icon name="chevron-down" />
      </summary>
      <div className="card absolute right-0 z-30 mt-1 grid w-60 p-2">
        <p className="truncate px-3.5 py-2 text-ink-2">{fullName(member)}</p>
        <Link to={dashboardOf(member.role)} className="tab">
          <Icon name="layout-dashboard" /> Dashboard
        </Link>
        <Link to="/change-password" className="tab">
          <Icon name="key-round" /> Change password
        </Link>
        <form method="post" action="/signout">
          <button className="tab w-full">
            <Icon name="log-out" /> Logout
          </button>
        </form>
      </div>
    </details>
  );
}

function Footer() {
  return (
    <footer className="mt-16 bg-brand-900 text-white">
      <div className="page grid gap-8 py-10 sm:grid-cols-3">
        <div>
          <Logo onDark />
          <p className="mt-2 text-brand-100">{brand.claim}.</p>
        </div>
        <div>
          <h2 className="text-base">Call us</h2>
          <p>
            <a className="inline-flex min-h-11 items-center gap-2 text-white" href={telephoneLink(brand.phone)}>
              <Icon name="phone" /> {formatPhone(brand.phone)}
            </a>
          </p>
          <p>
            <a className="inline-flex min-h-11 items-center gap-2 text-white" href={whatsAppLink(brand.whatsApp)}>
              <Icon name="message-circle" /> WhatsApp {formatPhone(brand.whatsApp)}
            </a>
          </p>
        </div>
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
      </div>
    </footer>
  );
}
