import { timeAt, type Instant } from "~/domain/time/harare";
import { type OfficeBookingRow, shouldHaveBegun } from "~/domain/admin/bookings/office-row";
import { nameCity } from "~/domain/values/cities";
import { formatSum } from "~/domain/values/money";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { sayInstant, type Column } from "./data-table";

/** Columns that there is no room for beside the others on a screen of 1280 pixels. */
export const HIDDEN_AT_FIRST = ["created", "city"];

/** `byDay`: the day of each row stands above it. */
export const bookingColumns = <Row extends OfficeBookingRow>(now: Instant, byDay = false): Column<Row>[] => [
  REFERENCE,
  { ...STATUS, onPhones: "end" },
  { ...CLIENT, isShared: false },
  { ...PLUMBER, isShared: false, onPhones: undefined },
  {
    id: "start",
    label: "When",
    sort: "-start",
    cell: (row) => (
      <span className={shouldHaveBegun(row, now) ? "font-semibold text-copper-700" : undefined}>
        {byDay ? timeAt(row.startsAt) : sayInstant(row.startsAt, now)}
      </span>
    ),
  },
  {
    id: "created",
    label: "Created",
    sort: "-created",
    onPhones: "hidden",
    cell: ({ createdAt }) => sayInstant(createdAt, now),
  },
  { id: "city", label: "City", cell: ({ cityKey }) => cityKey && nameCity(cityKey) },
  { ...PROBLEM, isShared: false },
  { ...NEXT, id: "waiting", isShared: true, sort: "-waiting", sortLabel: "Waiting", onPhones: "line" },
  {
    id: "price",
    label: "Price",
    isFigure: true,
    onPhones: "hidden",
    cell: ({ price, fee }) =>
      price === null ? fee !== null && <span className="text-ink-3">{formatSum(fee)} fee</span> : formatSum(price),
  },
];
