import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { Role } from "~/domain/values/user";
import crack from "../illustrations/crack.svg?url";
import { DashboardError } from "./dashboard-page";
import { ButtonLink, EmptyState } from "./elements";

/** Each role's way back from an unknown address. */
export const OWN_PAGES: Record<Role, { to: string; label: string }> = {
  client: { to: "/client-dashboard/bookings", label: "Back to my bookings" },
  plumber: { to: "/plumber-dashboard/jobs", label: "Back to my jobs" },
  admin: { to: "/admin-dashboard", label: "Back to the desk" },
};

/** An unknown address of a dashboard, in its frame. Apart, for the scripts of its other pages. */
export function MissingPage({ role }: { role: Role }) {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (!isMissing) return <DashboardError failed="Unexpected Application Error!" home={OWN_PAGES[role].to} />;
  return (
    <EmptyState isPage illustration={crack} text="This page doesn't exist.">
      <p className="text-sm text-ink-3">Request Not Executable Error</p>
      <ButtonLink {...OWN_PAGES[role]} />
    </EmptyState>
  );
}
