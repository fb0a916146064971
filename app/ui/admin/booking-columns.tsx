import type { OfficeBookingRow } from "~/domain/admin/office-row";
import { NO_PLUMBER_YET, type BookingSummary } from "~/domain/bookings/booking";
import { fullName } from "~/domain/values/user";
import { StatusBadge } from "../bookings/status-badge";
import type { Column } from "./data-table";
import { SmallPipe } from "../bookings/small-pipe";

type BookingColumn = Column<BookingSummary>;

/** The booking that a row of another list is about. */
export const BOOKING: Column<{ bookingId: string; reference: string }> = {
  id: "reference",
  label: "Booking",
  link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
  cell: ({ reference }) => reference,
};

/** The columns that every table of bookings has, to be put in its order. */
export const REFERENCE: BookingColumn = {
  id: "reference",
  label: "Reference",
  link: ({ id }) => `/admin-dashboard/bookings/${id}`,
  cell: ({ reference }) => reference,
};

export const STATUS: BookingColumn = {
  id: "status",
  label: "Status",
  cell: (booking) => (
    <>
      <StatusBadge status={booking.status} /> <SmallPipe booking={booking} />
    </>
  ),
};

export const CLIENT: BookingColumn = {
  id: "client",
  label: "Client",
  isShared: true,
  cell: ({ client }) => fullName(client),
};

export const PLUMBER: BookingColumn = {
  id: "plumber",
  label: "Plumber",
  isShared: true,
  onPhones: "labelled",
  cell: ({ plumber }) => (plumber ? fullName(plumber) : <b>{NO_PLUMBER_YET}</b>),
};

/** What is next in a few words (B30). */
export const NEXT: Column<OfficeBookingRow> = {
  id: "next",
  label: "Next step",
  cell: ({ next }) => next,
};

export const PROBLEM: BookingColumn = {
  id: "problem",
  label: "Problem",
  isShared: true,
  cell: ({ serviceType }) => serviceType,
};
