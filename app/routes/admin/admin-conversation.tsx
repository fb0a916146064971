import { useLoaderData } from "@remix-run/react";
import { roleLoader } from "~/http/guards";
import { conversationAction, loadConversation } from "~/http/messages-page.server";
import { Chat } from "~/ui/messages/chat";
import { problemOf } from "~/ui/messages/chat-problem";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const loader = roleLoader("admin", loadConversation);
export const action = conversationAction("admin");

export default function AdminConversation() {
  const data = useLoaderData<typeof loader>();
  return (
    <Chat
      key={data.contact.id}
      base="/admin-dashboard/messages"
      about={`/admin-dashboard/people/${data.contact.id}`}
      {...data}
      {...problemOf(useLastActionData())}
    />
  );
}
