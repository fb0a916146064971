import { useLoaderData, Form } from "@remix-run/react";
import { BOARD_PATH, boardQuery, parseBoardChoice, listPlaces, SPOT_WORDS } from "~/domain/admin/board/board";
import { listBoard } from "~/domain/admin/board/board.server";
import { isToCome, NO_PLUMBER_YET, DEFAULT_SERVICE, statusWord } from "~/domain/bookings/booking";
import { findBookingByReference } from "~/domain/bookings/queries/booking-details.server";
import { dateAt, instantOf, parseTime, formatInstant, formatSortable } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { makeMove } from "~/http/board-move.server";
import { bookingPage } from "~/http/booking-page";
import { bookingFlashCookie } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import type { Reason } from "~/http/refusals";
import { officePage } from "~/ui/admin/office-page";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { Notice } from "~/ui/elements/notice";
import { FieldError, TextField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { SubmitButton } from "~/ui/forms/submit-button";
import { Link } from "~/ui/shell/link";
import { Fact } from "~/ui/admin/fact";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Move", "booking", {
  list: "board",
  missing: "Booking not found.",
  about: ({ booking }) => booking.reference,
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
      ...{ id, reference, status, startsAt, serviceType, location },
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
  if (!result.ok) return parsed.refused(result, FIELDS_OF[result.reason]);
  const { board, start } = parsed.value;
  const choice = parseBoardChoice(new URLSearchParams(board), dateAt(args.context.now));
  return redirectTo(
    choice ? `${BOARD_PATH}${boardQuery(choice, { day: dateAt(start) })}` : bookingPage("admin", booking.id),
    { "Set-Cookie": bookingFlashCookie("bookingMoved", "admin", booking) },
  );
});

const FIELDS_OF: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
  plumberNotFound: "plumber",
};

const FIELDS = ["plumber", "appointmentDate", "appointmentTime"] as const;

export default function MoveBooking() {
  const { booking, isMovable, start, places, today, query } = useLoaderData<typeof loader>();
  const { fields, message } = useFormReply("move", FIELDS, {
    plumber: booking.plumberId ?? "",
    appointmentDate: dateAt(start),
    appointmentTime: formatSortable(start).slice(-5),
  });
  const { plumber, appointmentDate, appointmentTime } = fields;
  return (
    <div className="grid gap-4">
      <div className="office-bar">
        <h1>Move {booking.reference}</h1>
        <StatusBadge status={booking.status} />
        <Link to={`/admin-dashboard/bookings/${booking.id}`} className="button button-quiet">
          Open the booking
        </Link>
        <Link to={`${BOARD_PATH}${query}`} className="button button-quiet">
          Board
        </Link>
      </div>
      <dl className="card office-facts">
        <Fact label="When">{formatInstant(booking.startsAt)}</Fact>
        <Fact label="Plumber">{booking.plumber}</Fact>
        <Fact label="Client">{booking.client}</Fact>
        <Fact label="Service">{booking.serviceType ?? DEFAULT_SERVICE}</Fact>
        <Fact label="Where">{booking.location ?? "Not given"}</Fact>
      </dl>
      {message && <Notice kind="danger">{message}</Notice>}
      {isMovable ? (
        <Form method="post" replace noValidate className="card grid max-w-xl gap-4 p-5">
          <input type="hidden" name="from" value={booking.plumberId ?? ""} />
          <input type="hidden" name="fromStart" value={booking.startsAt} />
          <input type="hidden" name="board" value={query} />
          <div className="field">
            <label htmlFor={plumber.id}>Plumber</label>
            <p className="hint">For {formatInstant(start)}.</p>
            <select
              id={plumber.id}
              name="plumber"
              className="input"
              defaultValue={plumber.value}
              aria-invalid={plumber.error ? true : undefined}
              aria-describedby={plumber.error ? `${plumber.id}-error` : undefined}
            >
              {places.map(({ id, name, spot }) => (
                <option key={id} value={id}>
                  {name || NO_PLUMBER_YET}: {SPOT_WORDS[spot]}
                </option>
              ))}
            </select>
            <FieldError meta={plumber} />
          </div>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <TextField meta={appointmentDate} label="Date" type="date" min={today} />
            <TextField meta={appointmentTime} label="Time" type="time" step={900} />
          </div>
          <SubmitButton busy="Moving...">Move</SubmitButton>
        </Form>
      ) : (
        <p className="text-ink-2">The booking is {statusWord(booking.status)}, so it can't be moved.</p>
      )}
    </div>
  );
}
