import { useLoaderData } from "@remix-run/react";
import { BOARD_PATH, boardQuery, parseBoardChoice, listPlaces } from "~/domain/admin/board/board";
import { listBoard } from "~/domain/admin/board/board.server";
import { isToCome, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { findBookingByReference } from "~/domain/bookings/queries/booking-details.server";
import { dateAt, instantOf, parseTime } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { makeMove } from "~/http/board-move.server";
import { bookingPage } from "~/http/booking-page";
import { bookingFlashCookie } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import type { Reason } from "~/http/refusals";
import { MoveBooking } from "~/ui/admin/move-booking";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage<typeof loader>({
  title: "Move",
  about: ({ booking }) => booking.reference,
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: BOARD_PATH,
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
  if (!result.ok) return parsed.refused(result, FIELDS_OF[result.reason]);
  const { board, start } = parsed.value;
  const choice = parseBoardChoice(new URLSearchParams(board), dateAt(args.context.now));
  return redirectTo(
    choice ? `${BOARD_PATH}${boardQuery(choice, { day: dateAt(start) })}` : bookingPage("admin", booking.id),
    { "Set-Cookie": bookingFlashCookie("bookingMoved", "admin", booking) },
  );
});

/** The field beside which a refused move says why. */
const FIELDS_OF: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
  plumberNotFound: "plumber",
};

export default function MoveBookingPage() {
  return <MoveBooking {...useLoaderData<typeof loader>()} />;
}
