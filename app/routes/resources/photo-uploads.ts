import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/not-found";
import { NO_PHOTO, receiveJobPhoto, receivePaper } from "~/http/photo-upload.server";
import { answerProblem, answerRefusal } from "~/http/refusals";

export const loader = () => notFound();

/**
 * Takes a photo that the page's script has shrunk (`ui/photos/photo-form.tsx`), of the job that the address names (P5) or
 * of a paper (D21); sent again, it is stored once.
 */
export async function action({ context, params, request }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = context.session;
  const signedOut = () => answerProblem("You must be logged in.", { status: 401 });
  const form = await readForm(request);
  if (!viewer) return signedOut();
  const confirmation = context.session.confirm();
  const sender = { viewer, confirmation };
  const { id } = params;
  const result = await (id === undefined
    ? receivePaper(context, sender, form)
    : receiveJobPhoto(context, sender, form, id));
  if (!(await confirmation)) return signedOut();
  if (!result) return answerProblem(NO_PHOTO, { status: 400 });
  return result.ok ? Response.json(result) : answerRefusal(result);
}
