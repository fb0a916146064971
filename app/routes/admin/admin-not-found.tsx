import { roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { DashboardError } from "~/ui/shell/dashboard-error";

/** What does not exist at the desk answers everybody else as what does: nobody can tell them apart. */
export const loader = roleLoader("admin", () => Promise.reject(notFound()));

export default function AdminNotFound() {
  return null;
}

export function ErrorBoundary() {
  return <DashboardError failed="Unexpected Application Error!" home="/admin-dashboard" />;
}
