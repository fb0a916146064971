import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { EmptyState } from "../elements/empty-state";
import crack from "../illustrations/crack.svg?url";
import { FailedRequest } from "../elements/failed-request";
import { TryAgain, useUnsent } from "../forms/try-again";
import { Link } from "./link";

/** The error boundary of a dashboard page: the page's own text (F3) and a way on. */
export function DashboardError({ failed, missing, home }: { failed: string; missing?: string; home: string }) {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const unsent = useUnsent();
  return (
    <EmptyState
      isPage
      illustration={crack}
      text={isMissing ? (missing ?? "Request Not Executable Error") : (unsent?.what ?? failed)}
    >
      <div className="flex flex-wrap justify-center gap-3">
        {!isMissing && <TryAgain />}
        <Link to={home} className="button button-quiet">
          Back
        </Link>
      </div>
      {!isMissing && <FailedRequest />}
    </EmptyState>
  );
}
