import { useEffect } from "react";
import type { Role } from "~/domain/values/user";

/** Keeps the pages of clients and plumbers readable without a line (W18). */
export function useKeptPages({ role, email, tag }: { role: Role; email: string; tag: string }): void {
  useEffect(() => {
    if (!email || !("serviceWorker" in navigator)) return;
    // On demand: a page needs none of it to be drawn. Where it doesn't come or may not keep, the page is as it was.
    import("./keep-pages").then(({ keepPages }) => keepPages(email, tag, role)).catch(() => undefined);
  }, [email, tag, role]);
}
