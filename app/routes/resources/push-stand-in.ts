import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { addPushDevice } from "~/domain/notices/push/push-devices.server";
import { pressedButton, readForm } from "~/http/forms";
import { notFound, redirectTo } from "~/http/responses";
import { listShownPushes, receivePush, subscribeToStandIn } from "~/http/push-stand-in.server";

/** The notifications of the stand-in's devices, newest first; outside of local mode 404 (S6). */
export function loader({ context, params }: LoaderFunctionArgs) {
  if (!context.localMode || params["device"]) throw notFound();
  return Response.json(listShownPushes());
}

/** Takes a push for a device. Without one: subscribes; with the button `add`, for the session. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  if (!context.localMode) throw notFound();
  if (params["device"]) return receivePush(request, context.clock?.now() ?? context.now);
  const form = await readForm(request);
  const answer = form.get("answer");
  const subscription = await subscribeToStandIn(context.origin, typeof answer === "string" ? answer : null);
  if (!pressedButton(form, ["add"])) return Response.json(subscription);
  const user = await context.session.confirm();
  if (!user) return redirectTo("/signin?redirectTo=/dev/mailbox");
  await addPushDevice({ ...context, device: "Stand-in" }, user, subscription);
  return redirectTo("/dev/mailbox");
}
