import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { messageForm, messageQuery } from "~/domain/messages/message-forms";
import { listMessages } from "~/domain/messages/message-lists.server";
import { markConversationRead, sendMessage } from "~/domain/messages/messages.server";
import { readForm } from "~/http/forms";
import { requireMember } from "~/http/guards";
import { countOwn } from "~/http/own-limit.server";
import { refusal } from "~/http/refusals";

/** What an open conversation asks for: messages after one (catch-up) or before one (older). */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const { viewer } = context.session;
  const query = messageQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [, page] = await Promise.all([
    requireMember(args),
    viewer ? listMessages(context.db, viewer, params["otherId"] ?? "", query) : null,
  ]);
  return Response.json(page);
}

const seenForm = z.object({ intent: z.literal("read"), seq: z.coerce.number().int().min(0) });

/** Takes a message of an open conversation, or the note that it has been read. */
export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const form = Object.fromEntries(await readForm(request));
  const otherId = params["otherId"] ?? "";

  const seen = seenForm.safeParse(form);
  if (seen.success) {
    return Response.json(await markConversationRead(context, await requireMember(args), otherId, seen.data.seq));
  }
  const draft = messageForm.safeParse(form);
  if (!draft.success) return data({ message: draft.error.issues[0]?.message ?? "" }, { status: 400 });
  const [sender, tooMany] = await Promise.all([
    requireMember(args),
    countOwn(context, "messagePerPerson"),
  ]);
  if (tooMany) return refusal(tooMany);
  const result = await sendMessage(context, sender, { recipientId: otherId, ...draft.data });
  return result.ok ? Response.json({ message: result.message }) : refusal(result);
}
