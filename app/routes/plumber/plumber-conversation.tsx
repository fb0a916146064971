import { useLoaderData } from "@remix-run/react";
import { roleLoader } from "~/http/guards";
import { conversationAction, loadConversation } from "~/http/messages-page.server";
import { Chat } from "~/ui/messages/chat";
import { problemOf } from "~/ui/messages/chat-problem";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const loader = roleLoader("plumber", loadConversation);
export const action = conversationAction("plumber");

export default function PlumberConversation() {
  const data = useLoaderData<typeof loader>();
  return (
    <Chat key={data.contact.id} base="/plumber-dashboard/messages" {...data} {...problemOf(useLastActionData())} />
  );
}
