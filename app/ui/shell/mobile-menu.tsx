import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import type { SignedIn } from "./signed-in";
import { AccountMenu } from "./account-menu";
import { NavigationLink, SERVICE_LINKS } from "./navigation-links";

/** The slide-in menu of phones (W3). Following a link loads a page, which closes it. */
export function MobileMenu({ user }: { user: SignedIn | null }) {
  return (
    <details className="slide-menu lg:hidden">
      <summary className="grid size-12 place-items-center rounded-field">
        <Icon name="menu" label="Menu" className="!size-7" />
      </summary>
      <nav aria-label="Menu" className="grid content-start gap-1">
        {user && (
          <p className="flex items-center gap-3 border-b border-line pb-3">
            <Avatar photoKey={user.photoKey} size={40} />
            <span className="grid min-w-0 leading-snug">
              <b className="wrap-anywhere">{fullName(user) || "Profile"}</b>
              <span className="text-ink-2 wrap-anywhere">{user.email}</span>
            </span>
          </p>
        )}
        <NavigationLink name="home" className="tab" />
        <NavigationLink name="about" className="tab" />
        <NavigationLink name="contact" className="tab" />
        <NavigationLink name="plumbers" className="tab" />
        <details className="group">
          <summary className="tab list-none justify-between">
            Services <Icon name="chevron-down" className="group-open:rotate-180" />
          </summary>
          <div className="pl-4">
            {SERVICE_LINKS.map(({ to, label }) => (
              <Link key={to} to={to} className="tab">
                {label}
              </Link>
            ))}
          </div>
        </details>
        <NavigationLink name="blog" className="tab" />
        <div className="grid gap-1 border-t border-line pt-2">
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <>
              <NavigationLink name="signIn" className="tab" />
              <NavigationLink name="signUp" className="button button-brand" />
            </>
          )}
        </div>
      </nav>
    </details>
  );
}
