import { dashboardOf } from "~/domain/values/user";
import { Icon } from "../elements/icon";
import { Link } from "./link";
import type { SignedIn } from "./signed-in";

/** The links of a signed-in user's menu. */
export function AccountMenu({ user }: { user: SignedIn }) {
  return (
    <>
      <Link to="/profile" className="tab">
        <Icon name="user" /> My Profile
      </Link>
      <Link to={dashboardOf(user.role)} className="tab">
        <Icon name="layout-dashboard" /> Dashboard
      </Link>
      <Link to="/bookings" className="tab">
        <Icon name="calendar-check" /> My Bookings
      </Link>
      <form method="post" action="/signout">
        <button className="tab w-full">
          <Icon name="log-out" /> Logout
        </button>
      </form>
    </>
  );
}
