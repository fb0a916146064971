import { useLoaderData } from "@remix-run/react";
import { BOARD_PATH, boardQuery, parseBoardChoice, listPlaces, SPOT_WORDS } from "~/domain/admin/board/board";
import { listBoard } from "~/domain/admin/board/board.server";
import { isToCome, NO_PLUMBER_YET, DEFAULT_SERVICE, statusWord } from "~/domain/bookings/booking";
import { findBookingByReference } from "~/domain/bookings/queries/booking-details.server";
import { dateAt, instantOf, parseTime, formatInstant, formatSortable } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { makeMove } from "~/http/board-move.server";
import { bookingFlashCookie } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import type { Reason } from "~/http/refusals";
import { BOOKING_PAGE, Facts, officePage, PageWithBar, OfficeLink } from "~/ui/admin/office-page";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { SubmitButton } from "~/ui/shell/elements";
import { SelectField, TextField } from "~/ui/forms/field";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Move", "booking", {
  list: "board",
  ...BOOKING_PAGE,
});

/** A booking of the board, and what each plumber of it is for the time in the address, else for the booking's own (O26). */
export const loader = adminLoader(async ({ context, viewer, url, param }) => {
  const { db, now } = context;
  const choice = parseBoardChoice(url.searchParams, dateAt(now));
  const [booking, board] = await Promise.all([
    findBookingByReference(db, viewer, param("reference")),
    choice && listBoard(db, { ...choice, view: "day" }),
  ]);
  if (!booking) return null;
  const { id, reference, status, startsAt, client, plumber, serviceType, location } = booking;
  const minute = parseTime(url.searchParams.get("time") ?? "");
  const start = choice && minute !== null ? instantOf(choice.day, minute) : startsAt;
  return {
    booking: {
      id,
      reference,
      status,
      startsAt,
      serviceType,
      location,
      client: fullName(client),
      plumber: plumber ? fullName(plumber) : NO_PLUMBER_YET,
      plumberId: plumber?.id ?? null,
    },
    isMovable: isToCome(status),
    start,
    places: listPlaces(board?.rows ?? [], booking, start, now),
    today: dateAt(now),
    query: choice ? boardQuery(choice, { cursor: choice.cursor }) : "",
  };
});

export const action = adminAction("Failed to move the booking", async (args) => {
  const { parsed, booking, result } = await makeMove(args);
  if (!result || !parsed.value) return parsed.invalid();
  if (!result.ok) return parsed.refused(result, REASON_FIELDS[result.reason]);
  const { board, start } = parsed.value;
  const choice = parseBoardChoice(new URLSearchParams(board), dateAt(args.context.now));
  return redirectTo(
    choice ? `${BOARD_PATH}${boardQuery(choice, { day: dateAt(start) })}` : bookingPage("admin", booking.id),
    { "Set-Cookie": bookingFlashCookie("bookingMoved", "admin", booking) },
  );
});

const REASON_FIELDS: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
  plumberNotFound: "plumber",
};

const FIELDS = ["plumber", "appointmentDate", "appointmentTime"] as const;

export default function MoveBooking() {
  const { booking, isMovable, start, places, today, query } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("move", FIELDS, {
    plumber: booking.plumberId ?? "",
    appointmentDate: dateAt(start),
    appointmentTime: formatSortable(start).slice(-5),
  });
  return (
    <PageWithBar
      title={`Move ${booking.reference}`}
      tools={
        <>
          <StatusBadge status={booking.status} />
          <OfficeLink to={`/admin-dashboard/bookings/${booking.id}`} label="Open the booking" />
          <OfficeLink to={`${BOARD_PATH}${query}`} label="Board" />
        </>
      }
      className="gap-4"
    >
      <Facts
        facts={[
          ["When", formatInstant(booking.startsAt)],
          ["Plumber", booking.plumber],
          ["Client", booking.client],
          ["Service", booking.serviceType ?? DEFAULT_SERVICE],
          ["Where", booking.location ?? "Not given"],
        ]}
        isRow
      />
      <ProblemSummary message={message} fields={all} />
      {isMovable ? (
        <Form method="post" replace noValidate className="card grid max-w-xl gap-4 p-5">
          <Shown name="from" value={booking.plumberId ?? ""} />
          <Shown name="fromStart" value={booking.startsAt} />
          <input type="hidden" name="board" value={query} />
          <SelectField
            meta={fields.plumber}
            label="Plumber"
            hint={`For ${formatInstant(start)}.`}
            choices={places.map(({ id, name, spot }) => [id, `${name || NO_PLUMBER_YET}: ${SPOT_WORDS[spot]}`])}
          />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <TextField meta={fields.appointmentDate} label="Date" type="date" min={today} />
            <TextField meta={fields.appointmentTime} label="Time" type="time" step={900} />
          </div>
          <SubmitButton busy="Moving...">Move</SubmitButton>
        </Form>
      ) : (
        <p className="text-ink-2">The booking is {statusWord(booking.status)}, so it can't be moved.</p>
      )}
    </PageWithBar>
  );
}
