import { useLoaderData } from "@remix-run/react";
import { isOpen } from "~/domain/bookings/booking";
import { pinForm } from "~/domain/bookings/request-schemas";
import { setPin } from "~/domain/bookings/commands/client-corrections.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { bookingPage } from "~/http/booking-page";
import { clientAction, clientLoader } from "~/http/guards";
import { PinDialog } from "~/ui/bookings/pin-dialog";

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** The mark of a booking's place on the map, which its client removes or sets anew while it is open (B4). */
export const loader = clientLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const booking = await findBookingView(context.db, viewer, id, context.now);
  if (!booking) return null;
  return { hasPin: booking.pin !== null, isOpen: isOpen(booking.status), back: bookingPage("client", id) };
});

export const action = clientAction(
  "Failed to change booking",
  async ({ context, viewer, user, form, param, read, pressed, refused, goTo }) => {
    const id = param("id");
    const removes = pressed(["remove"]) !== null;
    const [client, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking) return null;
    if (removes) form.delete("pin");
    const value = read(removes ? pinForm.partial() : pinForm);
    const result = await setPin(context, client, booking, value.pin ?? null);
    if (!result.ok) return refused(result);
    return goTo(bookingPage("client", id), removes ? "pinRemoved" : "pinSet");
  },
);

export default function PinPage() {
  return <PinDialog {...useLoaderData<typeof loader>()} />;
}
