import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";
import type { FormReply } from "~/http/forms";

/**
 * What a form has sent in vain because something of ours broke, whichever route's form it was; null when none did. For
 * what stands in the place of its page: the answers of an action are given to its own route alone.
 */
export function useUnsent(): FormReply["unsent"] | null {
  const replies: (FormReply | undefined)[] = Object.values(useContext(RouterState)?.actionData ?? {});
  return replies.find((reply) => reply?.unsent)?.unsent ?? null;
}

/** Asks for the page again; where a form was sent in vain, sends it once more with its answers. */
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
