import { promiseOf } from "~/domain/admin/desk/dispatch";
import { DECIDED_WITHIN, overdueBefore } from "~/domain/bookings/dispute";
import type { Instant } from "~/domain/time/harare";

/** The promise to both sides of an open dispute (B30): `by today`, or `by Fri 27 Nov, overdue`. */
export function DisputePromise({ openedAt, now }: { openedAt: Instant; now: Instant }) {
  const isOver = openedAt < overdueBefore(now);
  return (
    <b className={isOver ? "text-danger" : undefined} title={`We promise to decide within ${DECIDED_WITHIN}.`}>
      {promiseOf(openedAt, now)}
      {isOver && ", overdue"}
    </b>
  );
}
