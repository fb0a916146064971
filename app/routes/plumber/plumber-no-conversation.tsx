import noNews from "~/ui/illustrations/no-messages.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";

export default function PlumberNoConversation() {
  return <EmptyState drawing={noNews} text="Select a client or admin to chat." />;
}
