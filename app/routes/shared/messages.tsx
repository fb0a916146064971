import { useLoaderData } from "@remix-run/react";
import { listAdmins, listContacts } from "~/domain/messages/message-lists.server";
import { officeStanding } from "~/domain/time/office-hours";
import { signedInLoader } from "~/http/guards";
import { openedConversation, withoutUnreadOf } from "~/http/mark-read.server";
import { MessagesPage } from "~/ui/messages/messages-page";
import { DashboardError, titled, useDashboard } from "~/ui/shell/dashboard-page";

export const meta = titled("Messages");

export const loader = signedInLoader(async (args) => {
  const { context, viewer, url } = args;
  const [admins, { contacts, next }] = await Promise.all([
    listAdmins(context.db, viewer),
    listContacts(context.db, viewer, url.searchParams.get("cursor")),
  ]);
  const openedId = openedConversation(args);
  return {
    admins: withoutUnreadOf(openedId, admins).map((admin) => ({ ...admin, about: officeStanding(context.now) })),
    contacts: withoutUnreadOf(openedId, contacts),
    next,
    now: context.now,
  };
});

export default function MessagesOfASide() {
  const { role, dashboard } = useDashboard();
  return (
    <MessagesPage
      title={role === "client" ? "Plumbers & Admin" : "Clients & Admin"}
      base={`${dashboard}/messages`}
      {...useLoaderData<typeof loader>()}
    />
  );
}

export const ErrorBoundary = () => (
  <DashboardError
    failed="Failed to fetch messages"
    missing="There is nobody here you can write to."
    home={`${useDashboard().dashboard}/messages`}
  />
);
