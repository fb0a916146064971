import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { markNoticeSeen } from "~/domain/notices/notice-states.server";
import { notFound, param } from "~/http/responses";

export const loader = () => notFound();

/** Marks a notice as seen (N12): the service worker says so when someone taps it. */
export async function action({ context, params }: ActionFunctionArgs): Promise<Response> {
  const user = await context.session.confirm();
  if (user) await markNoticeSeen(context.db, user.id, param(params, "id"), context.now);
  return new Response(null, { status: user ? 204 : 401 });
}
