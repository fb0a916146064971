import * as z from "zod";
import type { Contact, Message } from "~/domain/messages/message";
import { instant, toIdKeys, toInstant } from "./shared-keys";
import { user, toUser } from "./user-schemas";

/** For the two people of a conversation. */
export const message = z
  .object({
    _id: z.string().meta({ description: "The same as `id`. Messages are in the order of these numbers." }),
    id: z.string(),
    clientId: z
      .string()
      .meta({ description: "The `id` it was sent with, or another one if that had been used for a different text." }),
    sender: z.string().meta({ description: "A user's id." }),
    recipient: z.string().meta({ description: "A user's id." }),
    content: z.string(),
    createdAt: instant,
  })
  .meta({ id: "Message", description: "A message as its sender and its recipient see it." });

/** Two users may choose the same id for their messages, so a message is known by its sequence number. */
export const toMessage = ({
  seq,
  id,
  senderId,
  recipientId,
  content,
  createdAt,
}: Message): z.output<typeof message> => ({
  ...toIdKeys(String(seq)),
  clientId: id,
  sender: senderId,
  recipient: recipientId,
  content,
  createdAt: toInstant(createdAt),
});

/** For its owner. */
export const conversation = z
  .object({ user: user, unread: z.int().meta({ description: "Their messages that you haven't read." }) })
  .meta({ id: "Conversation", description: "A conversation as one of its two sides sees it." });

export const toConversation = ({ unread, ...other }: Contact, origin: string): z.output<typeof conversation> => ({
  user: toUser(other, origin),
  unread,
});
