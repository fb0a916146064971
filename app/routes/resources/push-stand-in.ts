import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { addPushDevice } from "~/domain/notices/push/push-devices.server";
import type { RequestContext } from "~/http/context";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/not-found";
import { pressedButton } from "~/http/pressed-button";
import { listShownPushes, subscribeToStandIn } from "~/http/push-stand-in.server";
import { redirectTo } from "~/http/redirects";

/** What the devices of the stand-in have shown, newest first; elsewhere than in local mode 404 (S6). */
export function loader({ context }: LoaderFunctionArgs) {
  requireLocalMode(context);
  return Response.json(listShownPushes());
}

/** Subscribes at the stand-in as a browser does at its push service; with the button `add`, for the session. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireLocalMode(context);
  const form = await readForm(request);
  const answer = form.get("answer");
  const subscription = await subscribeToStandIn(context.origin, typeof answer === "string" ? answer : null);
  if (!pressedButton(form, ["add"])) return Response.json(subscription);
  const user = await context.session.confirm();
  if (!user) return redirectTo("/signin?redirectTo=/dev/notices");
  await addPushDevice({ ...context, device: "Stand-in" }, user, subscription);
  return redirectTo("/dev/notices");
}

function requireLocalMode({ localMode }: RequestContext): void {
  if (!localMode) throw notFound();
}
