import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { messageQuery } from "~/domain/messages/message-forms";
import { listMessagesOfBooking } from "~/domain/messages/message-lists.server";
import { formatInstant } from "~/domain/time/harare";
import { roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { DashboardError } from "~/ui/shell/dashboard-error";
import noMessages from "~/ui/illustrations/no-messages.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";

export const meta: MetaFunction = () => [{ title: `Conversation – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, viewer, params, url }) => {
  const id = param(params, "id");
  const { before } = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [booking, page] = await Promise.all([
    findBookingFor(context.db, viewer, id),
    listMessagesOfBooking(context.db, id, before),
  ]);
  if (!booking?.plumber) throw notFound();
  return {
    reference: booking.reference,
    id,
    client: booking.client.id,
    names: { client: fullName(booking.client), plumber: fullName(booking.plumber) },
    ...page,
  };
});

export default function AdminBookingChat() {
  const { reference, id, client, names, messages, hasOlder } = useLoaderData<typeof loader>();
  const first = messages[0];
  return (
    <div className="grid max-w-3xl gap-5">
      <Link to={`/admin-dashboard/bookings/${id}`} className="button-link">
        {reference}
      </Link>
      <h1>
        {names.client} and {names.plumber}
      </h1>
      <p className="text-ink-2">
        What client and plumber have written to each other. Our office can read it, but not join in.
      </p>
      {hasOlder && first && (
        <Link to={`?before=${first.seq}`} className="button button-quiet justify-self-center">
          Earlier messages
        </Link>
      )}
      {messages.length === 0 ? (
        <EmptyState illustration={noMessages} text="No messages yet." />
      ) : (
        <ol className="grid gap-3">
          {messages.map((message) => (
            <li key={message.seq} className="card grid gap-1 p-4">
              <p className="text-sm text-ink-2">
                <b className="text-ink">{message.senderId === client ? names.client : names.plumber}</b>,{" "}
                {formatInstant(message.createdAt)}
              </p>
              <p className="whitespace-pre-line">{message.content}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <DashboardError failed="Failed to fetch messages" missing="Booking not found." home="/admin-dashboard/bookings" />
  );
}
