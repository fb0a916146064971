import { adminLoader } from "~/http/guards";
import { notFound } from "~/http/responses";
import { DashboardError } from "~/ui/shell/dashboard-page";

/** An unknown address answers other roles exactly as a known one does, so no one can tell which pages exist (A19). */
export const loader = adminLoader(() => Promise.reject(notFound()));

export default function AdminNotFound() {
  return null;
}

export function ErrorBoundary() {
  return (
    <DashboardError
      failed="Unexpected Application Error!"
      missing="This page doesn't exist."
      home="/admin-dashboard"
      back="Back to the desk"
    />
  );
}
