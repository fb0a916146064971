import type { ComponentProps } from "react";
import { DashboardError } from "./dashboard-error";
import { titled } from "./titled";

/** What a page of a dashboard is called, and what it shows in the place of what failed (F3). */
export const dashboardPage = ({ title, ...error }: { title: string } & ComponentProps<typeof DashboardError>) => ({
  meta: titled(title),
  ErrorBoundary: () => <DashboardError {...error} />,
});
