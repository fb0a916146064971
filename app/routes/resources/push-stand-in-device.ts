import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "~/http/not-found";
import { receivePush } from "~/http/push-stand-in.server";

export const loader = () => notFound();

/** Takes a push for a device of the stand-in; elsewhere than in local mode 404 (S6). */
export function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (!context.localMode) throw notFound();
  return receivePush(request, context.clock?.now() ?? context.now);
}
