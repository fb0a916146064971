import noNews from "~/ui/drawings/no-messages.svg?url";
import { EmptyState } from "~/ui/empty-state";

export default function ClientNoConversation() {
  return <EmptyState drawing={noNews} text="Select a plumber or admin to chat." />;
}
