import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useResponseContext } from "../shell/response-context";
import { useUnsent } from "../forms/try-again";

/** The id of the failed request, for users to read out. The log has the same id. */
export function FailedRequest() {
  const error = useRouteError();
  const drawn = useResponseContext().requestId;
  const unsent = useUnsent();
  const { requestId = drawn } = unsent ?? (isRouteErrorResponse(error) ? (error.data as { requestId?: string }) : {});
  return requestId ? (
    <p className="text-sm text-ink-3" data-failed suppressHydrationWarning>
      Request {requestId}
    </p>
  ) : null;
}
