import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readForm } from "~/http/forms";
import { NO_PHOTO } from "~/http/job-photo-upload.server";
import { notFound } from "~/http/not-found";
import { receivePaper } from "~/http/paper-upload.server";
import { answerProblem, answerRefusal } from "~/http/refusals";

export const loader = () => notFound();

/** Takes the photo of a paper that the page's script has shrunk; sent again, it is stored once (D21). */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = context.session;
  const signedOut = () => answerProblem("You must be logged in.", { status: 401 });
  const form = await readForm(request);
  if (!viewer) return signedOut();
  const confirmation = context.session.confirm();
  const result = await receivePaper(context, { viewer, confirmation }, form);
  if (!(await confirmation)) return signedOut();
  if (!result) return answerProblem(NO_PHOTO, { status: 400 });
  return result.ok ? Response.json({}) : answerRefusal(result);
}
