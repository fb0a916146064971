import type { ComponentProps } from "react";
import { alwaysRevalidate } from "./always-revalidate";
import { DashboardError } from "./dashboard-error";
import { titled, type About } from "./titled";

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

/**
 * The same for the pages of one dashboard. `what` failed to load; a page about one of its bookings names the `list` where its
 * reader goes on when that isn't there.
 */
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
