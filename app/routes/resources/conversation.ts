import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMessages } from "~/domain/messages/message-lists.server";
import { messageForm, messageQuery } from "~/domain/messages/message-schemas";
import { markConversationRead } from "~/domain/messages/unread.server";
import { isOfAnother, readForm } from "~/http/forms";
import { param } from "~/http/responses";
import { type AuthenticatedUser, fullName } from "~/domain/values/user";
import { REFUSALS, answerProblem, answerRefusal, answerSignedOut } from "~/http/refusals";
import * as z from "zod";
import { sendWithPhoto, takePhoto } from "~/http/message-upload.server";

// For the `fetch` of `realtime/conversation/use-conversation.ts`: each response has its status (law 18).

/** Messages of an open conversation: after one, to catch up, or before one, for older ones. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const { viewer } = context.session;
  const { searchParams } = new URL(request.url);
  const query = messageQuery.parse(Object.fromEntries(searchParams));
  // Another user's page would show this one's messages among its own.
  if (isOfAnother(searchParams, viewer)) return answerSignedOut();
  const [user, page] = await Promise.all([
    context.session.confirm(),
    viewer ? listMessages(context.db, viewer, param(params, "otherId"), query) : null,
  ]);
  return user ? Response.json(page) : answerSignedOut();
}

/** The response to what another user's page sent: that page names its user itself (F10). */
const answerAnother = (user: AuthenticatedUser | null) =>
  user
    ? Response.json({ problem: REFUSALS.formOfAnother[1], signedInAs: fullName(user) }, { status: 401 })
    : answerSignedOut();

const seenForm = z.object({ intent: z.literal("read"), seq: z.coerce.number().int().min(0) });

export async function action({ context, params, request }: ActionFunctionArgs): Promise<Response> {
  const sent = await readForm(request);
  const { viewer } = context.session;
  // A message that waited while someone else signed in here is not theirs: it goes out once its writer is back.
  if (isOfAnother(sent, viewer)) return answerAnother(await context.session.confirm());
  const upload = takePhoto(sent);
  const form = Object.fromEntries(sent);
  const otherId = param(params, "otherId");

  const seen = seenForm.safeParse(form);
  if (seen.success) {
    const reader = await context.session.confirm();
    return reader
      ? Response.json(await markConversationRead(context, reader, otherId, seen.data.seq))
      : answerSignedOut();
  }
  const draft = messageForm.safeParse(form);
  if (!draft.success) return answerProblem(draft.error.issues[0]?.message ?? "", { status: 400 });
  const message = { recipientId: otherId, ...draft.data };
  const result =
    viewer && (await sendWithPhoto(context, { viewer, confirmation: context.session.confirm() }, message, upload));
  // The page sends its form there by itself, which keeps the words (F7).
  if (!result) return answerSignedOut({ Location: "/signin" });
  return result.ok
    ? Response.json({ message: result.message, previousSeq: result.previousSeq })
    : answerRefusal(result);
}
