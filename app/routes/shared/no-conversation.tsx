import { useNavigate, useOutletContext } from "@remix-run/react";
import { useEffect } from "react";
import noMessages from "~/ui/illustrations/no-messages.svg?url";
import { EmptyState } from "~/ui/shell/elements";
import { useDashboard } from "~/ui/shell/dashboard-page";

const TEXTS = {
  client: "Select a plumber or admin to chat.",
  plumber: "Select a client or admin to chat.",
  admin: "Select a user to chat.",
};

/** Beside a list, the newest conversation opens in its place; on a phone the list has the screen. */
export default function NoConversation() {
  const newest = useOutletContext<string | null>();
  const navigate = useNavigate();
  useEffect(() => {
    if (newest && matchMedia("(min-width: 64rem)").matches)
      navigate(newest, { replace: true, preventScrollReset: true });
  }, [newest, navigate]);
  return <EmptyState illustration={noMessages} text={TEXTS[useDashboard().role]} />;
}
