import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { receivePaynowPost } from "~/http/paynow-posts.server";

export const loader = () => notFound();

/** Takes what Paynow posts about a payment (M10). */
export const action = ({ context, request, params }: ActionFunctionArgs) =>
  receivePaynowPost(context, request, param(params, "payment"));
