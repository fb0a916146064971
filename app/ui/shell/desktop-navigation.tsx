import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import type { SignedIn } from "./signed-in";
import { AccountMenu } from "./account-menu";
import { NavigationLink, SERVICE_LINKS } from "./navigation-links";

export function DesktopNavigation({ user }: { user: SignedIn | null }) {
  return (
    <nav aria-label="Main" className="hidden items-center lg:flex">
      <NavigationLink name="home" className="nav-link" />
      <NavigationLink name="about" className="nav-link" />
      <div className="submenu">
        <Link to="/services" className="nav-link">
          Services <Icon name="chevron-down" />
        </Link>
        <ul className="card w-52 p-2">
          {SERVICE_LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="tab">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <NavigationLink name="plumbers" className="nav-link" />
      <NavigationLink name="blog" className="nav-link" />
      <NavigationLink name="contact" className="nav-link" />
      {user ? (
        <details className="relative ml-2">
          <summary className="nav-link list-none">
            <Avatar photoKey={user.photoKey} size={32} eager />
            <span className="max-w-40 truncate">{user.firstName || "Profile"}</span>
            <Icon name="chevron-down" />
          </summary>
          <div className="card absolute right-0 z-30 mt-1 grid w-60 p-2">
            <p className="wrap-anywhere px-3.5 py-2 text-ink-2">{fullName(user)}</p>
            <AccountMenu user={user} />
          </div>
        </details>
      ) : (
        <>
          <NavigationLink name="signIn" className="nav-link" />
          <NavigationLink name="signUp" className="button button-brand ml-2" />
        </>
      )}
    </nav>
  );
}
