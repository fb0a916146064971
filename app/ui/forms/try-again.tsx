import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";
import type { FormReply } from "~/http/forms";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useResponseContext } from "../shell/response-context";

/** The form that broke on our side, of whichever route: error boundaries get no action data. Null: none. */
export function useUnsent(): FormReply["unsent"] | null {
  const replies: (FormReply | undefined)[] = Object.values(useContext(RouterState)?.actionData ?? {});
  return replies.find((reply) => reply?.unsent)?.unsent ?? null;
}

export function TryAgain() {
  const unsent = useUnsent();
  return !unsent ? (
    <a href="" className="button">
      Try again
    </a>
  ) : (
    <form method="post">
      {unsent.answers.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <button className="button">Try again</button>
    </form>
  );
}

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
