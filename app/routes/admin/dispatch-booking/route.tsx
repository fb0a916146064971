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
import {
  COMPARED,
  reasonFor,
  soonestWorthwhile,
  suggestPlumbers,
  type SoonestStart,
} from "~/domain/admin/bookings/suggestions";
import { listCandidates } from "~/domain/admin/bookings/suggestions.server";
import { dateAt, formatSortable, timeAt, formatInstant } from "~/domain/time/harare";
import { telephoneLink } from "~/domain/values/phone";
import { CITIES } from "~/domain/values/cities";
import { makeMove } from "~/http/board-move.server";
import { bookingFlashCookie } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { readOfficeList, withBack } from "~/domain/values/office-addresses";
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
import { EmptyState, Icon, Link, Notice, SubmitButton, useLastActionData } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";
import { PhoneLinks } from "~/ui/accounts/phone-links";
import { pageAfter } from "~/http/booking-pages";

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
  const others = candidates.filter(({ id }) => id !== booking.plumber?.id);
  const suggestions = suggestPlumbers(booking, others);
  const free = suggestions.filter(({ standing }) => standing.state === "free");
  // The best first, of those who are free at the same start.
  const ranked = suggestions.flatMap(({ id }) => others.find((one) => one.id === id) ?? []);
  const showsAll = url.searchParams.get("show") === "all";
  const shown = showsAll ? suggestions : (free.length > 0 ? free : suggestions).slice(0, COMPARED);
  return {
    booking,
    city: asked ?? candidates[0]?.city ?? null,
    suggestions: shown,
    isAnyoneFree: free.length > 0,
    doesAnyoneWork: suggestions.some(({ standing }) => ["free", "busy", "full"].includes(standing.state)),
    soonest: free.length > 0 ? null : soonestWorthwhile(booking, ranked, now),
    hidden: suggestions.length - shown.length,
    showsAll,
    back: readOfficeList(url.searchParams),
    reason: free[0] ? reasonFor(free[0], booking) : null,
    obstacle: isToCome(status)
      ? null
      : messageOf(withLatest({ ...refuse("transitionNotAllowed"), status }, latest, BOOKING_CHANGES, viewer, now)),
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, viewer, user, form, request, param, refused } = args;
  const done = (booking: Parameters<typeof bookingFlashCookie>[2]) =>
    redirectTo(pageAfter("admin", param("id"), request.url), {
      "Set-Cookie": bookingFlashCookie("bookingAssigned", "admin", booking),
    });
  // To the soonest who is free: another start too.
  if (form.has("fromStart")) {
    const { parsed, booking, result } = await makeMove(args);
    if (!result) return parsed.invalid();
    return result.ok ? done(booking) : refused(result);
  }
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
  return result.ok ? done(booking) : refused(result);
});

export default function DispatchBooking() {
  const {
    booking,
    city,
    suggestions,
    isAnyoneFree,
    doesAnyoneWork,
    soonest,
    hidden,
    showsAll,
    back,
    reason,
    obstacle,
  } = useLoaderData<typeof loader>();
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
              {!isAnyoneFree && <NobodyFree booking={booking} soonest={soonest} works={doesAnyoneWork} />}
              {reason && (
                <p className="hidden lg:block">
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

interface NobodyFreeProps {
  booking: BookingView;
  soonest: SoonestStart | null;
  works: boolean;
}

/** Where no plumber is free at the booking's time: the next free start that day, and a call to the client. */
function NobodyFree({ booking, soonest, works }: NobodyFreeProps) {
  const { startsAt, client, plumber } = booking;
  const who = soonest && `${soonest.firstName}, ${timeAt(soonest.start)}`;
  return (
    <div className="office-bar">
      <p>
        Nobody {plumber && "else "}
        {works ? "is free" : "works"} at {timeAt(startsAt)}.{" "}
        {soonest && (
          <>
            Next best: <b>{who}</b>.
          </>
        )}
      </p>
      {soonest && (
        <details>
          <summary className="button list-none">Assign {who}</summary>
          <Form method="post" className="grid gap-2 py-2">
            <Shown name="from" value={plumber?.id ?? ""} />
            <Shown name="fromStart" value={startsAt} />
            <input type="hidden" name="plumber" value={soonest.id} />
            <input type="hidden" name="appointmentDate" value={dateAt(soonest.start)} />
            <input type="hidden" name="appointmentTime" value={formatSortable(soonest.start).slice(-5)} />
            <p>The visit moves from {timeAt(startsAt)}. Everyone concerned is told.</p>
            <SubmitButton busy="Assigning...">Yes, assign {who}</SubmitButton>
          </Form>
        </details>
      )}
      {client.phone && (
        <a href={telephoneLink(client.phone)} className="button button-quiet">
          <Icon name="phone" /> Ask {client.firstName}
        </a>
      )}
    </div>
  );
}

const NameAndPhone = ({ id, phone, ...named }: BookingView["client"]) => (
  <>
    <Link to={`/admin-dashboard/people/${id}`}>{fullName(named)}</Link>
    {phone && (
      <span className="inline-flex">
        <PhoneLinks phone={phone} className="px-3" wordsClass="hidden lg:block" />
      </span>
    )}
  </>
);
