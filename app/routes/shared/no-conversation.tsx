import noMessages from "~/ui/illustrations/no-messages.svg?url";
import { EmptyState } from "~/ui/shell/elements";
import { useDashboard } from "~/ui/shell/dashboard-page";

const TEXTS = {
  client: "Select a plumber or admin to chat.",
  plumber: "Select a client or admin to chat.",
  admin: "Select a user to chat.",
};

export default function NoConversation() {
  return <EmptyState illustration={noMessages} text={TEXTS[useDashboard().role]} />;
}
