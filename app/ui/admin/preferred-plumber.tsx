import type { Booking } from "~/domain/bookings/booking-views";
import { withBack, type OfficeList } from "~/domain/values/office-addresses";
import { SubmitButton } from "../shell/elements";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";

/** The plumber a client asked for, with a button to assign them. `back`: returns to the list instead of the booking. */
export function PreferredPlumber({ booking, back = null }: { booking: Booking; back?: OfficeList | null }) {
  if (!booking.preferredPlumberId || booking.plumber) return null;
  return (
    <Form
      method="post"
      action={withBack(`/admin-dashboard/dispatch/${booking.id}`, back)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Shown name="from" value="" />
      <b className="text-ink">asked for {booking.preferredPlumberName}</b>
      <SubmitButton name="plumber" value={booking.preferredPlumberId} busy="Assigning..." className="button-quiet">
        Assign {booking.preferredPlumberName}
      </SubmitButton>
    </Form>
  );
}
