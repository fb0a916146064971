import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { refuse } from "~/domain/values/refusal";
import { isOfAnother, readForm } from "~/http/forms";
import { notFound } from "~/http/responses";
import { receiveJobPhoto, receivePaper } from "~/http/photo-upload.server";
import { answerProblem, answerRefusal, answerSignedOut } from "~/http/refusals";
import { NO_PHOTO } from "~/http/chosen-file";

export const loader = () => notFound();

/** Takes a photo that the page's script has shrunk, of a job (P5) or a paper (D21); sent again, it is stored once. */
export async function action({ context, params, request }: ActionFunctionArgs): Promise<Response> {
  const { viewer } = context.session;
  const form = await readForm(request);
  if (!viewer) return answerSignedOut();
  if (isOfAnother(form, viewer)) return answerRefusal(refuse("formOfAnother"));
  const confirmation = context.session.confirm();
  const sender = { viewer, confirmation };
  const { id } = params;
  const result = await (id === undefined
    ? receivePaper(context, sender, form)
    : receiveJobPhoto(context, sender, form, id));
  if (!(await confirmation)) return answerSignedOut();
  if (!result) return answerProblem(NO_PHOTO, { status: 400 });
  return result.ok ? Response.json(result) : answerRefusal(result);
}
