import type { ReactNode } from "react";
import { useResponseContext } from "../shell/response-context";

/**
 * A part that is the same for everybody: on pages without script it is drawn once and then put in as it was. `name`
 * stands for what is inside, which must depend on nothing that a user, a request or the clock can change.
 */
export function StaticFragment({ name, children }: { name: string; children: ReactNode }) {
  const { keep } = useResponseContext();
  if (!keep) return <div className="contents">{children}</div>;
  return <div className="contents" dangerouslySetInnerHTML={{ __html: keep(name, children) }} />;
}
