import type { OfficeBookingRow } from "~/domain/admin/bookings/office-row";
import { DEFAULT_SERVICE, NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { StatusBadge } from "../bookings/status-badge";
import type { Column } from "./data-table";

type BookingColumn = Column<OfficeBookingRow>;

export const BOOKING: Column<{ bookingId: string; reference: string }> = {
  id: "reference",
  label: "Booking",
  link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
  cell: ({ reference }) => reference,
};

export const REFERENCE: BookingColumn = {
  id: "reference",
  label: "Reference",
  link: ({ id }) => `/admin-dashboard/bookings/${id}`,
  cell: ({ reference }) => reference,
};

export const STATUS: BookingColumn = {
  id: "status",
  label: "Status",
  cell: ({ status }) => <StatusBadge status={status} />,
};

export const CLIENT: BookingColumn = { id: "client", label: "Client", isShared: true, cell: ({ client }) => client };

export const PLUMBER: BookingColumn = {
  id: "plumber",
  label: "Plumber",
  isShared: true,
  onPhones: "labelled",
  cell: ({ plumber }) => plumber ?? <b>{NO_PLUMBER_YET}</b>,
};

export const NEXT: BookingColumn = { id: "next", label: "Next step", cell: ({ next }) => next };

export const PROBLEM: BookingColumn = {
  id: "problem",
  label: "Problem",
  isShared: true,
  cell: ({ serviceType }) => serviceType ?? DEFAULT_SERVICE,
};
