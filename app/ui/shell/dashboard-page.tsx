import type { ComponentProps } from "react";
import { alwaysRevalidate } from "./always-revalidate";
import { DashboardError } from "./dashboard-error";
import { titled } from "./titled";

/** What a page of a dashboard is called, what it shows in the place of what failed (F3), and when it loads again. */
export const dashboardPage = ({ title, ...error }: { title: string } & ComponentProps<typeof DashboardError>) => ({
  meta: titled(title),
  ErrorBoundary: () => <DashboardError {...error} />,
  shouldRevalidate: alwaysRevalidate,
});

/**
 * The same for the pages of one dashboard. `what` failed to load; a page about one thing names the `list` which that is in,
 * and where its reader goes on when it isn't there.
 */
const pageIn = (dashboard: string) => (title: string, what: string, list?: string) =>
  dashboardPage({
    title,
    failed: `Failed to fetch ${what}`,
    missing: list && `${what[0]?.toUpperCase()}${what.slice(1)} not found.`,
    home: list ? `${dashboard}/${list}` : dashboard,
  });

export const clientPage = pageIn("/client-dashboard");
export const plumberPage = pageIn("/plumber-dashboard");
