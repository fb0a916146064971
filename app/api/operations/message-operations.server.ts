import * as z from "zod";
import { messageCall } from "~/domain/messages/message-schemas";
import { findContact, listConversations, listMessages } from "~/domain/messages/message-lists.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { idField } from "~/domain/values/id-fields";
import { refuse } from "~/domain/values/refusal";
import { markReadAfterResponse } from "../../http/mark-read.server";
import { conversation, message, toConversation, toMessage } from "../schemas/message-schemas";
import { done, listed, listQuery, NO_ID, made, operation, rangeOf } from "../operation";

export const messageOperations = [
  operation({
    id: "listMessages",
    topic: "Messages",
    method: "GET",
    path: "/api/messages",
    summary: "A conversation",
    description:
      "The newest messages, oldest first; pass the first one as `before` to get older ones. The newest messages are marked as read.",
    caller: "user",
    scope: "messages",
    query: listQuery.extend({
      userId: idField("Please name the other user.", NO_ID).meta({ description: "The other user's id." }),
      before: z
        .string()
        .regex(/^\d{1,15}$/, NO_ID)
        .optional()
        .meta({ description: "Returns the messages before the one with this `_id`." }),
    }),
    response: z.array(message),
    refusals: ["contactNotFound"],
    async run({ context, viewer, query }) {
      const { before, limit } = rangeOf(query);
      const [contact, page] = await Promise.all([
        findContact(context.db, viewer, query.userId),
        listMessages(context.db, viewer, query.userId, { ...(before !== null && { before: Number(before) }), limit }),
      ]);
      if (!contact) return refuse("contactNotFound");
      if (before === null) markReadAfterResponse(context, contact, page.messages);
      const [oldest] = page.messages;
      return { ...done(page.messages.map(toMessage)), next: page.hasOlder && oldest ? String(oldest.seq) : null };
    },
  }),

  operation({
    id: "listConversations",
    topic: "Messages",
    method: "GET",
    path: "/api/messages/conversations",
    summary: "Your conversations",
    description:
      "Those you share a booking with or have written to, the latest first, and how much of each you have not read.",
    caller: "user",
    scope: "messages",
    query: listQuery,
    response: z.array(conversation),
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listConversations(context.db, viewer, rangeOf(query)), (one) => toConversation(one, context.origin)),
  }),

  operation({
    id: "sendMessage",
    topic: "Messages",
    method: "POST",
    path: "/api/messages",
    summary: "Send a message",
    description:
      "To someone you share a booking with, or an admin; an admin may write to anyone. The same `id` and text again returns the first message with 200.",
    caller: "user",
    scope: "messages",
    body: { as: "json", schema: messageCall },
    response: message,
    makes: "unlessThere",
    limits: ["messagePerUser"],
    refusals: ["contactNotFound", "questionWaits", "conversationClosed", "tooMany"],
    async run({ context, user, body, onceId }) {
      const result = await sendMessage(context, await user, {
        recipientId: body.recipient,
        content: body.content,
        id: body.id ?? onceId,
      });
      if (!result.ok) return result;
      return result.repeated ? done(toMessage(result.message)) : made(toMessage(result.message));
    },
  }),
];
