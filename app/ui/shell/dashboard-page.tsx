import type { ComponentProps } from "react";
import { titled, type About } from "./titled";
import { isRouteErrorResponse, useRouteError, type ShouldRevalidateFunction } from "@remix-run/react";
import { EmptyState } from "../elements/empty-state";
import crack from "../illustrations/crack.svg?url";
import { FailedRequest, TryAgain, useUnsent } from "../forms/try-again";
import { Link } from "./link";

/** The title of a dashboard's page, its words in the place of what failed (F3), and when it loads again. */
export const dashboardPage = <Loader,>({
  title,
  about,
  ...error
}: { title: string; about?: About<Loader> } & ComponentProps<typeof DashboardError>) => ({
  meta: titled<Loader>(title, about),
  ErrorBoundary: () => <DashboardError {...error} />,
  shouldRevalidate: alwaysRevalidate,
});

/** `what` failed to load; a page about a booking names the `list` to go back to when that is missing. */
const pageIn =
  (dashboard: string, thing: string) =>
  <Loader,>(title: string, what: string, list?: string, about?: About<Loader>) =>
    dashboardPage<Loader>({
      title,
      about,
      failed: `Failed to fetch ${what}`,
      missing: list && `${thing} not found.`,
      home: list ? `${dashboard}/${list}` : dashboard,
    });

export const clientPage = pageIn("/client-dashboard", "Booking");
export const plumberPage = pageIn("/plumber-dashboard", "Job");

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

/** Loads a page again after a refusal too; not after mistakes or a failure, which would fail the page as well. */
export const alwaysRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus !== 400 && actionStatus < 500;
