import type { ReactNode } from "react";
import { useResponseContext } from "../shell/response-context";

/** Rendered once per isolate on pages without script: must not depend on the user, the request or the clock. */
export function StaticFragment({ name, children }: { name: string; children: ReactNode }) {
  const { keep } = useResponseContext();
  if (!keep) return <div className="contents">{children}</div>;
  return <div className="contents" dangerouslySetInnerHTML={{ __html: keep(name, children) }} />;
}
