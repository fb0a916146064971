import { useLoaderData, useSearchParams } from "@remix-run/react";
import { refuse } from "~/domain/values/refusal";
import { fullName } from "~/domain/values/user";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { BOOKING_CHANGES, withLatest } from "~/domain/bookings/booking-event";
import { findBookingFor, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import type { BookingView } from "~/domain/bookings/booking-views";
import { assignmentForm } from "~/domain/bookings/transition-schemas";
import { isToCome, DEFAULT_SERVICE, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { COMPARED, reasonFor, suggestPlumbers, canBeAssigned } from "~/domain/admin/bookings/suggestions";
import { listCandidates } from "~/domain/admin/bookings/suggestions.server";
import { timeAt, formatInstant } from "~/domain/time/harare";
import { CITIES } from "~/domain/values/cities";
import { bookingFlashCookie } from "~/http/flash";
import { adminAction, adminLoader, pageAfter } from "~/http/guards";
import { readOfficeList, withBack } from "~/domain/values/lists";
import { redirectTo } from "~/http/responses";
import { messageOf } from "~/http/refusals";
import {
  BOOKING_PAGE,
  Facts,
  officePage,
  PageWithBar,
  OfficeLink,
  TextLink,
  FilterLinks,
  withParameter,
} from "~/ui/admin/office-page";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { ComparisonTable } from "./comparison-table";
import { PreferredPlumber } from "~/ui/admin/preferred-plumber";
import { withKey } from "~/ui/admin/shortcuts";
import noPlumbers from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState, Link, Notice, useLastActionData } from "~/ui/shell/elements";
import { PhoneLinks } from "~/ui/accounts/phone-links";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Assign", "booking", {
  list: "dispatch",
  ...BOOKING_PAGE,
});

export const loader = adminLoader(async ({ context, viewer, url, param }) => {
  const id = param("id");
  const asked = [...CITIES, "all"].find((city) => city === url.searchParams.get("city")) ?? null;
  const { db, now } = context;
  const [booking, latest, candidates] = await Promise.all([
    findBookingView(db, viewer, id, now),
    selectLatest(db, id, viewer),
    listCandidates(db, id, asked),
  ]);
  if (!booking) return null;
  const { status } = booking;
  const suggestions = suggestPlumbers(
    booking,
    candidates.filter(({ id }) => id !== booking.plumber?.id),
  );
  const free = suggestions.filter(({ standing }) => standing.state === "free");
  const showsAll = url.searchParams.get("show") === "all";
  const shown = showsAll ? suggestions : (free.length > 0 ? free : suggestions).slice(0, COMPARED);
  return {
    booking,
    city: asked ?? candidates[0]?.city ?? null,
    suggestions: shown,
    isAnyoneFree: free.length > 0,
    hidden: suggestions.length - shown.length,
    showsAll,
    back: readOfficeList(url.searchParams),
    reason: suggestions[0] && canBeAssigned(suggestions[0].standing) ? reasonFor(suggestions[0], booking) : null,
    obstacle: isToCome(status)
      ? null
      : messageOf(withLatest({ ...refuse("transitionNotAllowed"), status }, latest, BOOKING_CHANGES, viewer, now)),
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, viewer, user, form, request, param, refused } = args;
  const given = assignmentForm.safeParse(Object.fromEntries(form)).data;
  const id = param("id");
  const [admin, booking, plumber] = await Promise.all([
    user,
    findBookingFor(context.db, viewer, id),
    findBookablePlumber(context.db, given?.plumber ?? ""),
  ]);
  if (!booking) return null;
  if (!given || !plumber) return refused({ ok: false, reason: "plumberNotFound" });
  const result = await assignBooking(context, admin, booking, plumber, given.from);
  return result.ok
    ? redirectTo(pageAfter("admin", id, request.url), {
        "Set-Cookie": bookingFlashCookie("bookingAssigned", "admin", booking),
      })
    : refused(result);
});

export default function DispatchBooking() {
  const { booking, city, suggestions, isAnyoneFree, hidden, showsAll, back, reason, obstacle } =
    useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message ?? obstacle;
  const [query] = useSearchParams();
  const page = `/admin-dashboard/bookings/${booking.id}`;
  const reference = <Link to={page}>{booking.reference}</Link>;
  return (
    <PageWithBar
      title="Assign to a plumber"
      tools={
        <>
          <StatusBadge status={booking.status} />
          {!obstacle && (
            <OfficeLink to={withBack(`${page}/cancel`, back)} {...withKey("d")} label="Cancel the booking" />
          )}
        </>
      }
      className="gap-4"
    >
      {message && <Notice kind="danger">{message}</Notice>}
      <Facts
        facts={[
          ["Booking", reference],
          ["When", formatInstant(booking.startsAt)],
          ["Service", booking.serviceType ?? DEFAULT_SERVICE],
          ["Where", booking.location ?? "N/A"],
          ["Client", <NameAndPhone key="client" {...booking.client} />],
          ["Plumber", booking.plumber ? <NameAndPhone {...booking.plumber} /> : NO_PLUMBER_YET],
          booking.notes && ["Notes", booking.notes],
        ]}
        isRow
      />
      {!obstacle && (
        <>
          <PreferredPlumber booking={booking} back={back} />
          <div className="office-bar">
            <h2>{city === "all" ? "Plumbers in all cities" : `Plumbers${city ? ` in ${city}` : ""}`}</h2>
            <FilterLinks name="city" label="City" chosen={city} choices={[...CITIES, ["all", "All cities"]]} />
          </div>
          {suggestions.length === 0 ? (
            <EmptyState
              illustration={noPlumbers}
              text={city ? "No plumbers found here. Please choose another city." : "Choose a city to see its plumbers."}
            />
          ) : (
            <>
              {!isAnyoneFree && (
                <p>
                  Nobody {booking.plumber && "else "}is free at {timeAt(booking.startsAt)}.
                </p>
              )}
              {reason && (
                <p>
                  <b>Best:</b> {reason}
                </p>
              )}
              <ComparisonTable
                suggestions={suggestions}
                startsAt={booking.startsAt}
                takenFrom={booking.plumber && { id: booking.plumber.id, name: fullName(booking.plumber) }}
              />
              {(hidden > 0 || showsAll) && (
                <p>
                  <TextLink
                    to={withParameter(query, "show", showsAll ? null : "all")}
                    preventScrollReset
                    label={showsAll ? "Show the best only" : `Show all (${hidden} more)`}
                  />
                </p>
              )}
            </>
          )}
        </>
      )}
    </PageWithBar>
  );
}

const NameAndPhone = ({ id, phone, ...named }: BookingView["client"]) => (
  <>
    <Link to={`/admin-dashboard/people/${id}`}>{fullName(named)}</Link>
    {phone && <PhoneLinks phone={phone} className="" />}
  </>
);
