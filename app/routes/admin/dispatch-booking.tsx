import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { assignmentForm } from "~/domain/bookings/booking-forms";
import { isAssignable } from "~/domain/bookings/booking-machine";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { suggestPlumbers } from "~/domain/admin/suggestion";
import { listCandidates } from "~/domain/admin/suggestions.server";
import { CITIES } from "~/domain/values/cities";
import { flashCookie } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { messageOf, refusal } from "~/http/refusals";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { BookingFacts } from "~/ui/admin/booking-facts";
import { FilterLinks } from "~/ui/admin/filter-links";
import { SuggestionCard } from "~/ui/admin/suggestion-card";
import { PreferredPlumber } from "~/ui/admin/preferred-plumber";
import noPlumbers from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";
import { useLastActionData } from "~/ui/elements/use-sticky-value";

export const meta: MetaFunction = () => [{ title: `Assign to a plumber – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, viewer, params, url }) => {
  const id = param(params, "id");
  const asked = [...CITIES, "all"].find((city) => city === url.searchParams.get("city")) ?? null;
  const [booking, candidates] = await Promise.all([
    findBookingFor(context.db, viewer, id),
    listCandidates(context.db, id, asked),
  ]);
  if (!booking) throw notFound();
  return {
    booking,
    // Without a chosen city, the candidates are of the booking's own.
    city: asked ?? candidates[0]?.city ?? null,
    suggestions: suggestPlumbers(
      booking,
      candidates.filter(({ id }) => id !== booking.plumber?.id),
    ),
    obstacle: isAssignable(booking.status)
      ? null
      : messageOf({ ok: false, reason: "transitionNotAllowed", status: booking.status }),
  };
});

export const action = roleAction("admin", async ({ context, viewer, user, params, form }) => {
  const given = assignmentForm.safeParse(Object.fromEntries(form)).data;
  const id = param(params, "id");
  const [admin, booking, plumber] = await Promise.all([
    user,
    findBookingFor(context.db, viewer, id),
    findBookablePlumber(context.db, given?.plumber ?? ""),
  ]);
  if (!booking) throw notFound();
  if (!given || !plumber) return refusal({ ok: false, reason: "plumberNotFound" });
  const result = await assignBooking(context, admin, booking, plumber, given.from);
  const back = given.back ?? `bookings/${id}`;
  return result.ok
    ? redirectTo(`/admin-dashboard/${back}`, { "Set-Cookie": flashCookie("bookingAssigned") })
    : refusal(result);
});

export default function DispatchBooking() {
  const { booking, city, suggestions, obstacle } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message ?? obstacle;
  return (
    <div className="grid gap-6">
      <Link to={`/admin-dashboard/bookings/${booking.id}`} className="button-link">
        {booking.reference}
      </Link>
      <h1>Assign to a plumber</h1>
      {message && <Notice kind="danger">{message}</Notice>}
      <dl className="card facts p-5">
        <dt>Client</dt>
        <dd>
          <Link to={`/admin-dashboard/people/${booking.client.id}`}>{fullName(booking.client)}</Link>
        </dd>
        <dt>Plumber</dt>
        <dd>
          {booking.plumber ? (
            <Link to={`/admin-dashboard/people/${booking.plumber.id}`}>{fullName(booking.plumber)}</Link>
          ) : (
            NO_PLUMBER_YET
          )}
        </dd>
        <BookingFacts booking={booking} />
        <dt>Status</dt>
        <dd>
          <StatusBadge status={booking.status} />
        </dd>
      </dl>
      {!obstacle && <PreferredPlumber booking={booking} />}
      {!obstacle && (
        <>
          <h2>{city === "all" ? "Plumbers in all cities" : `Plumbers${city ? ` in ${city}` : ""}`}</h2>
          <FilterLinks
            name="city"
            label="City"
            chosen={city}
            choices={[...CITIES.map((name) => ({ value: name, label: name })), { value: "all", label: "All cities" }]}
          />
          {suggestions.length === 0 && (
            <EmptyState
              illustration={noPlumbers}
              text={city ? "No plumbers found here. Please choose another city." : "Choose a city to see its plumbers."}
            />
          )}
          <Form method="post" replace>
            <input type="hidden" name="from" value={booking.plumber?.id ?? ""} />
            <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
              {suggestions.map((suggestion, at) => (
                <SuggestionCard
                  key={suggestion.id}
                  suggestion={suggestion}
                  isFirst={at === 0}
                  takenFrom={booking.plumber && fullName(booking.plumber)}
                />
              ))}
            </ul>
          </Form>
        </>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <DashboardError failed="Failed to fetch booking" missing="Booking not found." home="/admin-dashboard/dispatch" />
  );
}
