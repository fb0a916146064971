import noNews from "~/ui/drawings/no-messages.svg?url";
import { EmptyState } from "~/ui/empty-state";

export default function PlumberNoConversation() {
  return <EmptyState drawing={noNews} text="Select a client or admin to chat." />;
}
