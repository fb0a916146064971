import type { Role } from "~/domain/values/user";
import { messageForm, messageQuery } from "~/domain/messages/message-forms";
import { findContact, listAdmins, listContacts, listMessages } from "~/domain/messages/message-lists.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { notFound } from "./not-found";
import { param } from "./params";
import { hitRequestRateLimit } from "./request-rate-limit.server";
import type { Contact } from "~/domain/messages/message";
import { markReadAfterResponse, openedConversation } from "./mark-read.server";
import { parseForm } from "./forms";
import { roleAction, roleLoader, type PageArgs } from "./guards";
import { redirectTo } from "./redirects";
import { dashboardOf } from "~/domain/values/user";

/** The list of conversations of a dashboard. */
export const contactsPage = (role: "client" | "plumber") =>
  roleLoader(role, async (args) => {
    const { context, viewer, url } = args;
    const [admins, { contacts, next }] = await Promise.all([
      listAdmins(context.db, viewer),
      listContacts(context.db, viewer, url.searchParams.get("after")),
    ]);
    return {
      admins: asRead(admins, openedConversation(args)),
      contacts: asRead(contacts, openedConversation(args)),
      next,
    };
  });

/** What somebody is looking at does not count as unread beside it. */
export const asRead = (contacts: Contact[], openedId: string | null) =>
  contacts.map((contact) => (contact.id === openedId ? { ...contact, unread: 0 } : contact));

/** What a conversation's page shows. That it was opened counts as read, after the response: without script too. */
export async function loadConversation(args: PageArgs) {
  const { context, viewer, params, url } = args;
  const otherId = param(params, "otherId");
  const range = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [contact, page] = await Promise.all([
    findContact(context.db, viewer, otherId),
    listMessages(context.db, viewer, otherId, { before: range.before }),
  ]);
  if (!contact) throw notFound();
  if (openedConversation(args)) markReadAfterResponse(context, contact, page.messages);
  // A form without script carries this: sent twice, it is one message.
  return { contact, ...page, selfId: viewer.id, draftId: newId(), isOlderPage: range.before !== undefined };
}

/** A message sent by the form of a page without script. */
export const conversationAction = (role: Role) =>
  roleAction(
    role,
    async ({ context, user, params, form }) => {
      const otherId = param(params, "otherId");
      const parsed = parseForm(form, messageForm);
      const [sender, tooMany] = await Promise.all([user, hitRequestRateLimit(context, "messagePerPerson")]);
      if (!parsed.value) return parsed.invalid();
      if (tooMany) return parsed.refused(tooMany);
      const result = await sendMessage(context, sender, { recipientId: otherId, ...parsed.value });
      return result.ok ? redirectTo(`${dashboardOf(role)}/messages/${otherId}`) : parsed.refused(result);
    },
    "Your message was not sent",
  );
