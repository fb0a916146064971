import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isClient } from "~/domain/accounts/user";
import { redirectTo } from "~/http/redirects";

/** The home page's hero leads here; the spec has no page for it (product.md 32). */
export const loader = ({ context }: LoaderFunctionArgs) =>
  redirectTo(isClient(context.session.viewer) ? "/client-dashboard/book" : "/plumbers");
