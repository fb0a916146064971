import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { redirectTo } from "~/http/redirects";

/** The home page's hero leads here; the spec has no page for it (product.md 32). */
export const loader = (_: LoaderFunctionArgs) => redirectTo("/plumbers");
