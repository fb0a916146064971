import { dashboardOf } from "~/domain/accounts/user";
import { Icon } from "../icon";
import { Link } from "../link";
import type { SignedIn } from "../signed-in";

/** What somebody who is signed in can go to. */
export function AccountMenu({ member }: { member: SignedIn }) {
  return (
    <>
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
    </>
  );
}
