import type { ComponentProps } from "react";
import { alwaysRevalidate } from "./always-revalidate";
import { DashboardError } from "./dashboard-error";
import { titled } from "./titled";

/** The title of a dashboard's page, its words in the place of what failed (F3), and when it loads again. */
export const dashboardPage = ({ title, ...error }: { title: string } & ComponentProps<typeof DashboardError>) => ({
  meta: titled(title),
  ErrorBoundary: () => <DashboardError {...error} />,
  shouldRevalidate: alwaysRevalidate,
});

/**
 * The same for the pages of one dashboard. `what` failed to load; a page about one of its bookings names the `list` where its
 * reader goes on when that isn't there.
 */
const pageIn = (dashboard: string, thing: string) => (title: string, what: string, list?: string) =>
  dashboardPage({
    title,
    failed: `Failed to fetch ${what}`,
    missing: list && `${thing} not found.`,
    home: list ? `${dashboard}/${list}` : dashboard,
  });

export const clientPage = pageIn("/client-dashboard", "Booking");
export const plumberPage = pageIn("/plumber-dashboard", "Job");
