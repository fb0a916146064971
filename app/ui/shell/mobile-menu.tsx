import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import type { SignedIn } from "./signed-in";
import { AccountMenu } from "./account-menu";
import { isService, NavigationLink, ServiceLinks } from "./navigation-links";

/** The slide-in menu of phones (W3). Following a link loads a page, which closes it; so does its button, with script Escape. */
export function MobileMenu({ user, here }: { user: SignedIn | null; here: string | null }) {
  return (
    <details data-menu className="slide-menu lg:hidden">
      <summary className="grid size-12 place-items-center rounded-field">
        <Icon name="menu" label="Menu" className="!size-7" />
        {/* In front of the menu, which lies over the rest of its own button. */}
        <span className="slide-menu-close">
          <Icon name="x" label="Close the menu" className="!size-7" />
        </span>
      </summary>
      <nav aria-label="Menu" className="grid content-start gap-1">
        {user && (
          <p className="flex items-center gap-3 border-b border-line pr-12 pb-3">
            <Avatar photoKey={user.photoKey} size={40} />
            <span className="grid min-w-0 leading-snug">
              <b className="wrap-anywhere">{fullName(user) || "Profile"}</b>
              <span className="text-ink-2 wrap-anywhere">{user.email}</span>
            </span>
          </p>
        )}
        <NavigationLink here={here} name="home" className="tab" />
        <NavigationLink here={here} name="about" className="tab" />
        <NavigationLink here={here} name="contact" className="tab" />
        <NavigationLink here={here} name="plumbers" className="tab" />
        <details className="services" open={isService({ here })}>
          <summary className="tab list-none justify-between">
            Services <Icon name="chevron-down" />
          </summary>
          <ul className="pl-4">
            <ServiceLinks here={here} />
          </ul>
        </details>
        <NavigationLink here={here} name="blog" className="tab" />
        <div className="grid gap-1 border-t border-line pt-2">
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <>
              <NavigationLink here={here} name="signIn" className="tab" />
              <NavigationLink here={here} name="signUp" className="button button-brand" />
            </>
          )}
        </div>
      </nav>
    </details>
  );
}
