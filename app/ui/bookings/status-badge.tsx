import type { BookingStatus } from "~/domain/bookings/booking";
import { Icon } from "../shell/elements";
import type { IconName } from "../elements/icon-names";

/** A confirmed visit that was missed (B27) is not shown as confirmed. */
type Status = BookingStatus | "missed";

export const STATUS_ICONS: Record<Status, IconName> = {
  pending: "hourglass",
  confirmed: "calendar-check",
  "in-progress": "wrench",
  completed: "circle-check",
  cancelled: "circle-x",
  refused: "ban",
  missed: "circle-alert",
};

export const StatusBadge = ({ status, isSmall = false }: { status: Status; isSmall?: boolean }) => (
  <span
    className={`badge badge-${status === "missed" ? "cancelled" : status} ${isSmall ? "px-2 py-0 text-xs leading-tight" : ""}`}
  >
    <Icon name={STATUS_ICONS[status]} /> {status}
  </span>
);
