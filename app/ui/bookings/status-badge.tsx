import type { BookingStatus } from "~/domain/bookings/booking";
import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";

export const STATUS_ICONS: Record<BookingStatus, IconName> = {
  pending: "hourglass",
  confirmed: "calendar-check",
  "in-progress": "wrench",
  completed: "circle-check",
  cancelled: "circle-x",
  refused: "ban",
};

/** A status by colour, icon and word (B1). */
export function StatusBadge({ status }: { status: BookingStatus }) {
  return (
    <span className={`badge badge-${status}`}>
      <Icon name={STATUS_ICONS[status]} /> {status}
    </span>
  );
}
