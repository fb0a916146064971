import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import type { SignedIn } from "./signed-in";
import { AccountMenu } from "./account-menu";
import { isService, NavigationLink, ServiceLinks } from "./navigation-links";

export function DesktopNavigation({ user, here }: { user: SignedIn | null; here: string | null }) {
  return (
    <nav aria-label="Main" className="hidden items-center lg:flex">
      <NavigationLink here={here} name="home" className="nav-link" />
      <NavigationLink here={here} name="about" className="nav-link" />
      <div className="submenu">
        <Link to="/services" aria-current={isService({ here }) ? "page" : undefined} className="nav-link">
          Services <Icon name="chevron-down" />
        </Link>
        <ul className="card w-52 p-2">
          <ServiceLinks here={here} />
        </ul>
      </div>
      <NavigationLink here={here} name="plumbers" className="nav-link" />
      <NavigationLink here={here} name="blog" className="nav-link" />
      <NavigationLink here={here} name="contact" className="nav-link" />
      {user ? (
        <details data-menu className="relative ml-2">
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
          <NavigationLink here={here} name="signIn" className="nav-link" />
          <NavigationLink here={here} name="signUp" className="button button-brand ml-2" />
        </>
      )}
    </nav>
  );
}
