import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { endSession } from "~/domain/accounts/sessions.server";
import { redirectTo } from "~/http/responses";
import { signedOutHeaders } from "~/http/cookies";

export const loader = () => redirectTo("/");

export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token) await endSession(context, context.session.token);
  return redirectTo("/signin?reason=signedOut", signedOutHeaders());
}
