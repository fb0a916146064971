import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import type { SignedIn } from "./signed-in";
import { AccountMenu } from "./account-menu";
import { SERVICE_LINKS } from "./navigation-links";

export function DesktopNavigation({ user }: { user: SignedIn | null }) {
  return (
    <nav aria-label="Main" className="hidden items-center lg:flex">
      <Link to="/" className="nav-link">
        Home
      </Link>
      <Link to="/about" className="nav-link">
        About
      </Link>
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
      <Link to="/plumbers" className="nav-link">
        Our Plumbers
      </Link>
      <Link to="/blog" className="nav-link">
        Blog
      </Link>
      <Link to="/contact" className="nav-link">
        Contact
      </Link>
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
          <Link to="/signin" className="nav-link">
            Login
          </Link>
          <Link to="/signup" className="button button-brand ml-2">
            Create Account
          </Link>
        </>
      )}
    </nav>
  );
}
