import type { Instant } from "~/domain/time/harare";
import type { OfficeBookingRow } from "~/domain/admin/bookings/office-rows.server";
import { nameCity } from "~/domain/values/cities";
import { formatSum } from "~/domain/values/money";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { sayInstant, type Column } from "./data-table";

/** Columns that there is no room for beside the others on a screen of 1280 pixels. */
export const HIDDEN_AT_FIRST = ["created", "city"];

export const bookingColumns = <Row extends OfficeBookingRow>(now: Instant): Column<Row>[] => [
  REFERENCE,
  { ...STATUS, onPhones: "end" },
  CLIENT,
  PLUMBER,
  { id: "start", label: "When", sort: "-start", cell: ({ startsAt }) => sayInstant(startsAt, now) },
  {
    id: "created",
    label: "Created",
    sort: "-created",
    onPhones: "hidden",
    cell: ({ createdAt }) => sayInstant(createdAt, now),
  },
  { id: "city", label: "City", cell: ({ cityKey }) => cityKey && nameCity(cityKey) },
  PROBLEM,
  { id: "price", label: "Price", isFigure: true, cell: ({ price }) => price !== null && formatSum(price) },
  { ...NEXT, id: "waiting", sort: "-waiting", sortLabel: "Waiting" },
];
