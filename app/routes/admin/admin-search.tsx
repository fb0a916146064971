import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listRegistrations } from "~/domain/admin/registrations.server";
import { readSearch } from "~/domain/admin/search-text";
import { searchBookings, searchUsers } from "~/domain/admin/search.server";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { BookingRows } from "~/ui/admin/booking-rows";
import { UserRows } from "~/ui/admin/user-rows";
import { RegistrationRows } from "~/ui/admin/registration-rows";
import nothing from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";

export const meta: MetaFunction = () => [{ title: `Search – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, url }) => {
  const search = readSearch(url.searchParams.get("q"));
  if (!search) return { words: null, users: [], registrations: [], bookings: [] };
  const [users, { registrations }, bookings] = await Promise.all([
    searchUsers(context.db, search),
    listRegistrations(context.db, search, null),
    searchBookings(context.db, search),
  ]);
  return { words: search.text, users, registrations, bookings };
});

export default function SearchResults() {
  const { words, users, registrations, bookings } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <h1>Search</h1>
      {words === null && (
        <p className="text-ink-2">Search by job reference, name, phone, email or city. Type at least two letters.</p>
      )}
      {words !== null && users.length + registrations.length + bookings.length === 0 && (
        <EmptyState illustration={nothing} text={`No results for “${words}”.`} />
      )}
      {users.length > 0 && (
        <section className="grid gap-3">
          <h2>People</h2>
          <UserRows users={users} />
        </section>
      )}
      {registrations.length > 0 && (
        <section className="grid gap-3">
          <h2>Waiting for verification</h2>
          <RegistrationRows registrations={registrations} />
        </section>
      )}
      {bookings.length > 0 && (
        <section className="grid gap-3">
          <h2>Bookings</h2>
          <BookingRows bookings={bookings} />
        </section>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to search" home="/admin-dashboard" />;
}
