import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { messageQuery } from "~/domain/messages/message-forms";
import { listMessagesOfBooking } from "~/domain/messages/message-lists.server";
import { privatePhotoUrl } from "~/domain/photos/private-photo";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/photo-moderation.server";
import { formatInstant } from "~/domain/time/harare";
import { flashCookie } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
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

export const action = roleAction("admin", async ({ context, user, form, params }) => {
  const { of } = requireButton(form, ["hide"]);
  const [admin, photo] = await Promise.all([user, findModeratedPhoto(context.db, of)]);
  if (!photo || photo.bookingId) throw notFound();
  await setPhotoHidden(context, admin, photo, true);
  return redirectTo(`/admin-dashboard/bookings/${param(params, "id")}/chat`, {
    "Set-Cookie": flashCookie("savedAndLogged"),
  });
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
              {message.photoId && <MessagePhoto id={message.photoId} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** A photo of the conversation, which the office can hide (P5). */
const MessagePhoto = ({ id }: { id: string }) => (
  <Form method="post" className="grid justify-items-start gap-1">
    <a href={privatePhotoUrl(id, 1280)} target="_blank" rel="noopener" className="photo">
      <img src={privatePhotoUrl(id, 320)} alt="Photo" loading="lazy" />
    </a>
    <button name="intent" value={`hide:${id}`} className="button-link">
      Hide the photo
    </button>
  </Form>
);

export function ErrorBoundary() {
  return (
    <DashboardError failed="Failed to fetch messages" missing="Booking not found." home="/admin-dashboard/bookings" />
  );
}
