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

interface BadgeProps {
  status: Status;
  isSmall?: boolean;
}

/** A status as its icon and word, filled in its colour. */
export function StatusBadge({ status, isSmall = false }: BadgeProps) {
  const colour = `badge-${status === "missed" ? "cancelled" : status}`;
  const size = isSmall ? "px-2 py-0 text-xs leading-tight" : "";
  return (
    <span className={`badge ${colour} ${size}`}>
      <Icon name={STATUS_ICONS[status]} /> {status}
    </span>
  );
}
