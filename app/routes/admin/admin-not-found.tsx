import { adminLoader } from "~/http/guards";
import { notFound } from "~/http/responses";
import { MissingPage } from "~/ui/shell/missing-page";

/** An unknown address answers other roles exactly as a known one does, so no one can tell which pages exist (A19). */
export const loader = adminLoader(() => Promise.reject(notFound()));

export default function AdminNotFound() {
  return null;
}

export const ErrorBoundary = () => <MissingPage role="admin" />;
