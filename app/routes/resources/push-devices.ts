import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { subscriptionForm } from "~/domain/notices/push/push-device";
import { addPushDevice } from "~/domain/notices/push/push-devices.server";
import { refuse } from "~/domain/values/refusal";
import { isOfAnother, readForm } from "~/http/forms";
import { notFound } from "~/http/responses";
import { answerProblem, answerRefusal, answerSignedOut } from "~/http/refusals";

export const loader = () => notFound();

/** Adds the browser of a session as a device (N14): for the `fetch` of `ui/notices/subscribe.ts` and the service worker. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(request);
  if (isOfAnother(form, context.session.viewer)) return answerRefusal(refuse("formOfAnother"));
  const subscription = subscriptionForm(context.localMode ? context.origin : null).safeParse(Object.fromEntries(form));
  const user = await context.session.confirm();
  if (!user) return answerSignedOut();
  if (!subscription.success) return answerProblem(subscription.error.issues[0]?.message ?? "", { status: 422 });
  const result = await addPushDevice(context, user, subscription.data);
  return result.ok ? Response.json({ id: result.id }, { status: 201 }) : answerRefusal(result);
}
