import noNews from "~/ui/illustrations/no-messages.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";

export default function ClientNoConversation() {
  return <EmptyState drawing={noNews} text="Select a plumber or admin to chat." />;
}
