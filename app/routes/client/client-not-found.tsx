import { clientLoader } from "~/http/guards";
import { notFound } from "~/http/responses";
import { MissingPage } from "~/ui/shell/missing-page";

/** An unknown address in the client's own frame; other roles get what a known one gives them (A19). */
export const loader = clientLoader(() => Promise.reject(notFound()));

export default function ClientNotFound() {
  return null;
}

export const ErrorBoundary = () => <MissingPage role="client" />;
