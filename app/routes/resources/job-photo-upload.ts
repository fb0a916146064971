import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readForm } from "~/http/forms";
import { NO_PHOTO, receiveJobPhoto } from "~/http/job-photo-upload.server";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { answerProblem, answerRefusal } from "~/http/refusals";

export const loader = () => notFound();

/** Takes a photo that the page's script has shrunk (`ui/photos/use-photo-uploads.ts`); sent again, it is stored once (P5). */
export async function action({ context, params, request }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = context.session;
  const signedOut = () => answerProblem("You must be logged in.", { status: 401 });
  const form = await readForm(request);
  if (!viewer) return signedOut();
  const confirmation = context.session.confirm();
  const result = await receiveJobPhoto(context, { viewer, confirmation }, form, param(params, "id"));
  if (!(await confirmation)) return signedOut();
  if (!result) return answerProblem(NO_PHOTO, { status: 400 });
  return result.ok ? Response.json({ id: result.id }) : answerRefusal(result);
}
