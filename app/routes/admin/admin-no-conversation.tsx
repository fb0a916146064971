import noNews from "~/ui/illustrations/no-messages.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";

export default function AdminNoConversation() {
  return <EmptyState drawing={noNews} text="Select a user to chat." />;
}
