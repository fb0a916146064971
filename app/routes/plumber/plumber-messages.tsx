import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { contactsPage } from "~/http/messages-page.server";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { MessagesPage } from "~/ui/messages/messages-page";

export const meta: MetaFunction = () => [{ title: `Messages – ${brand.name}` }];

export const loader = contactsPage("plumber");

export default function PlumberMessages() {
  return (
    <MessagesPage title="Clients & Admin" base="/plumber-dashboard/messages" {...useLoaderData<typeof loader>()} />
  );
}

export function ErrorBoundary() {
  return (
    <DashboardError
      failed="Failed to fetch messages"
      missing="There is nobody here you can write to."
      home="/plumber-dashboard/messages"
    />
  );
}
