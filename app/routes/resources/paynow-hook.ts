import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { takeResultPost } from "~/domain/escrow/online-payments.server";
import { readText } from "~/http/body";
import { notFound, param } from "~/http/responses";

export const loader = () => notFound();

/** Far more than Paynow posts. */
const LARGEST = 4 * 1024;

/**
 * Takes what Paynow posts about a payment (M10): its hash comes first, so what is forged costs no D1 call. Anything but
 * 200 makes Paynow post it again, up to ten times.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const answer = (status: number) => new Response(null, { status });
  const { paymentProvider } = context;
  if (!paymentProvider) throw notFound();
  const body = await readText(request, LARGEST);
  const said = body === null ? null : await paymentProvider.readUpdate(body);
  if (!said) return answer(400);
  const result = await takeResultPost(context, param(params, "payment"), said);
  if (result.ok) return answer(200);
  return answer(result.reason === "onlinePaymentNotFound" ? 404 : 503);
}
