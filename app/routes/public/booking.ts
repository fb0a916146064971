import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isClient } from "~/domain/values/user";
import { redirectTo } from "~/http/responses";

export const loader = async ({ context }: LoaderFunctionArgs) =>
  redirectTo(isClient(await context.session.confirm()) ? "/client-dashboard/book" : "/plumbers");
