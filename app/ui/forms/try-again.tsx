import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";
import type { FormReply } from "~/http/forms";

/**
 * The form that failed because something broke on our side, whichever route it belongs to; null when none did. For
 * error boundaries, because action data is only given to the action's own route.
 */
export function useUnsent(): FormReply["unsent"] | null {
  const replies: (FormReply | undefined)[] = Object.values(useContext(RouterState)?.actionData ?? {});
  return replies.find((reply) => reply?.unsent)?.unsent ?? null;
}

/** Loads the page again, or sends a failed form again with its values. */
export function TryAgain() {
  const unsent = useUnsent();
  if (!unsent) {
    return (
      <a href="" className="button">
        Try again
      </a>
    );
  }
  return (
    <form method="post">
      {unsent.answers.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <button className="button">Try again</button>
    </form>
  );
}
