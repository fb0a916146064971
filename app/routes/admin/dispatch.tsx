import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import type { Booking } from "~/domain/bookings/booking";
import { DISPATCH_LIST_SIZE } from "~/domain/admin/dispatch-list";
import { listStranded, listUnanswered, listUnassigned } from "~/domain/admin/admin-bookings.server";
import { UNANSWERED_AFTER } from "~/domain/admin/today.server";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { BookingRows } from "~/ui/admin/booking-rows";
import { PreferredPlumber } from "~/ui/admin/preferred-plumber";
import done from "~/ui/illustrations/done.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";

export const meta: MetaFunction = () => [{ title: `Dispatch – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context }) => {
  const { db, now } = context;
  const [unassigned, stranded, unanswered] = await Promise.all([
    listUnassigned(db),
    listStranded(db, now),
    listUnanswered(db, now - UNANSWERED_AFTER),
  ]);
  return { unassigned, stranded, unanswered };
});

const noteOf = (booking: Booking) => {
  const place = [booking.serviceType, booking.location].filter(Boolean).join(", ");
  return place || booking.preferredPlumberId ? (
    <>
      {place}
      <PreferredPlumber booking={booking} back="dispatch" />
    </>
  ) : null;
};

export default function Dispatch() {
  const lists = useLoaderData<typeof loader>();
  const sections = [
    { id: "unassigned", title: "Requests without a plumber", bookings: lists.unassigned },
    { id: "stranded", title: "Jobs of suspended plumbers", bookings: lists.stranded },
    { id: "unanswered", title: "Unanswered for 2 hours", bookings: lists.unanswered },
  ];
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Dispatch</h1>
        <Link to="/admin-dashboard/board" className="button button-quiet">
          Day board
        </Link>
      </div>
      {sections.every(({ bookings }) => bookings.length === 0) && (
        <EmptyState illustration={done} text="Nothing to dispatch. Every request has a plumber who has answered." />
      )}
      {sections.map(
        ({ id, title, bookings }) =>
          bookings.length > 0 && (
            <section key={id} id={id} className="grid gap-3">
              <h2>{title}</h2>
              <BookingRows
                bookings={bookings.slice(0, DISPATCH_LIST_SIZE)}
                to={(booking) => `/admin-dashboard/dispatch/${booking.id}`}
                note={noteOf}
              />
              {bookings.length > DISPATCH_LIST_SIZE && (
                <p className="text-ink-2">There are more. They appear here as you deal with these.</p>
              )}
            </section>
          ),
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch bookings" home="/admin-dashboard" />;
}
