import { useLoaderData } from "@remix-run/react";
import { searchUsers, readSearch } from "~/domain/admin/people/search.server";
import type { Contact, ReachableUser } from "~/domain/messages/message";
import { listContacts, listUsersFor } from "~/domain/messages/message-lists.server";
import { pageRange } from "~/domain/values/lists";
import { SEARCH_LENGTH } from "~/domain/values/text";
import { adminLoader } from "~/http/guards";
import { openedConversation, withoutUnreadOf } from "~/http/mark-read.server";
import { officePage } from "~/ui/admin/office-page";
import { ROLE_NAMES } from "~/ui/admin/user-columns";
import { Icon } from "~/ui/shell/elements";
import { MessagesPage } from "~/ui/messages/messages-page";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Messages", "messages", {
  list: "messages",
  missing: "There is nobody here you can write to.",
});

const WRITE_TO_PAGE_SIZE = 30;

/** The office's messages (C7): the viewer's conversations, and everyone else, latest sign-up first or by search. */
export const loader = adminLoader(async (args) => {
  const { context, viewer, url } = args;
  const words = url.searchParams.get("to");
  const search = readSearch(words);
  const shared = { admins: [], now: context.now };
  if (search) {
    const found = await searchUsers(context.db, search);
    const contacts = found.filter(({ id }) => id !== viewer.id).map(toContact);
    return { ...shared, words: words ?? "", contacts, next: null, everybody: null };
  }
  const [{ contacts: all, next }, users] = await Promise.all([
    listContacts(context.db, viewer, url.searchParams.get("cursor")),
    listUsersFor(context.db, viewer, pageRange(url.searchParams.get("users"), WRITE_TO_PAGE_SIZE)),
  ]);
  const lasts = new Map(all.map(({ id, last = null }) => [id, last]));
  const everyone = users.ok
    ? users.items.map((user) => ({ ...toContact(user), last: lasts.get(user.id) ?? null }))
    : [];
  const everybody = users.ok ? { contacts: everyone, next: users.next } : null;
  const contacts = withoutUnreadOf(openedConversation(args), all).map(withRole);
  return { ...shared, words: "", contacts, next, everybody };
});

const withRole = (contact: Contact): Contact => ({ ...contact, about: ROLE_NAMES[contact.role] });

const toContact = ({ id, firstName, lastName, photoKey, role }: ReachableUser): Contact =>
  withRole({ id, firstName, lastName, photoKey, role, unread: 0 });

export default function AdminMessages() {
  const { words, ...lists } = useLoaderData<typeof loader>();
  return (
    <MessagesPage
      title="Clients & Plumbers"
      base="/admin-dashboard/messages"
      nobody={words ? `No results for “${words}”.` : undefined}
      {...lists}
    >
      <Form action="/admin-dashboard/messages" className="flex gap-2">
        <label className="sr-only" htmlFor="write-to">
          Write to
        </label>
        <input
          key={words}
          id="write-to"
          type="search"
          name="to"
          defaultValue={words}
          className="input"
          placeholder="Name or phone"
          maxLength={SEARCH_LENGTH}
        />
        <button className="button button-quiet" aria-label="Find">
          <Icon name="search" />
        </button>
      </Form>
      {!words && lists.contacts.length > 0 && <h3>Conversations</h3>}
    </MessagesPage>
  );
}
