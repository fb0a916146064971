import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { takeResultPost } from "~/domain/escrow/check-payment.server";
import { readBytes, UnreadableBody } from "~/http/body";
import type { RequestContext } from "~/http/context";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";

export const loader = () => notFound();

/** Takes what Paynow posts about a payment (M10). */
export const action = ({ context, request, params }: ActionFunctionArgs) =>
  receivePaynowPost(context, request, param(params, "payment"));

/** Far more than Paynow posts. */
const LARGEST = 4 * 1024;

/**
 * Takes what Paynow posts about a payment (M10): its hash comes first, so what is forged costs no D1 call. Anything but
 * 200 makes Paynow post it again, up to ten times.
 */
async function receivePaynowPost(context: RequestContext, request: Request, paymentId: string) {
  const answer = (status: number) => new Response(null, { status });
  const { paymentProvider } = context;
  if (!paymentProvider) throw notFound();
  const body = await readBody(request);
  const said = body === null ? null : await paymentProvider.readUpdate(body);
  if (!said) return answer(400);
  const result = await takeResultPost(context, paymentId, said);
  if (result.ok) return answer(200);
  return answer(result.reason === "onlinePaymentNotFound" ? 404 : 503);
}

async function readBody(request: Request): Promise<string | null> {
  try {
    return new TextDecoder().decode(await readBytes(request, LARGEST));
  } catch (error) {
    if (error instanceof UnreadableBody) return null;
    throw error;
  }
}
