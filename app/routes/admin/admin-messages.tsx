import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { searchPeople } from "~/domain/desk/search.server";
import { readSearch } from "~/domain/desk/search-text";
import { listContacts } from "~/domain/messages/message-lists.server";
import { areaPage } from "~/http/guards";
import { AreaProblem } from "~/ui/area-problem";
import { Icon } from "~/ui/icon";
import { MessagesPage } from "~/ui/messages/messages-page";

export const meta: MetaFunction = () => [{ title: `Messages – ${brand.name}` }];

/** The spec's generic chat: whom the desk is in touch with, and by search everybody but oneself. */
export const loader = areaPage("admin", async ({ context, viewer, url }) => {
  const words = url.searchParams.get("to");
  const search = readSearch(words);
  if (!search) return { admins: [], words: "", ...(await listContacts(context.db, viewer, url.searchParams.get("after"))) };
  const found = await searchPeople(context.db, search);
  return {
    admins: [],
    words: words ?? "",
    contacts: found.filter(({ id }) => id !== viewer.id).map(({ id, name, username, photoKey, role }) => ({ id, name, username, photoKey, isAdmin: role === "admin", unread: 0 })),
    next: null,
  };
});

export default function AdminMessages() {
  const { words, ...lists } = useLoaderData<typeof loader>();
  return (
    <MessagesPage title="Clients & Plumbers" base="/admin-dashboard/messages" nobody={words ? `Nobody begins with “${words}”.` : undefined} {...lists}>
      <Form action="/admin-dashboard/messages" className="flex gap-2">
        <label className="sr-only" htmlFor="write-to">
          Write to
        </label>
        <input key={words} id="write-to" type="search" name="to" defaultValue={words} className="input" placeholder="Write to: name, phone, e-mail" maxLength={100} />
        <button className="button button-quiet" aria-label="Find">
          <Icon name="search" />
        </button>
      </Form>
    </MessagesPage>
  );
}

export function ErrorBoundary() {
  return <AreaProblem failed="Failed to fetch messages" missing="There is nobody here you can write to." home="/admin-dashboard/messages" />;
}
