import noNews from "~/ui/drawings/no-messages.svg?url";
import { EmptyState } from "~/ui/empty-state";

export default function AdminNoConversation() {
  return <EmptyState drawing={noNews} text="Select a user to chat." />;
}
