import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import crack from "../illustrations/crack.svg?url";
import { DashboardError } from "./dashboard-page";
import { ButtonLink, EmptyState } from "./elements";

/** An unknown address of a dashboard, in its frame. Apart, for the scripts of its other pages. */
export function MissingPage({ home, back }: { home: string; back: string }) {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (!isMissing) return <DashboardError failed="Unexpected Application Error!" home={home} />;
  return (
    <EmptyState isPage illustration={crack} text="This page doesn't exist.">
      <p className="text-sm text-ink-3">Request Not Executable Error</p>
      <ButtonLink to={home} label={back} />
    </EmptyState>
  );
}
