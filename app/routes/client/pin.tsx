import { useLoaderData } from "@remix-run/react";
import { isOpen } from "~/domain/bookings/booking";
import { pinForm } from "~/domain/bookings/request-schemas";
import { setPin } from "~/domain/bookings/commands/client-corrections.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { bookingPage } from "~/http/booking-page";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { PinDialog } from "~/ui/bookings/pin-dialog";

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** The mark of a booking's place on the map, which its client removes or sets anew while it is open (B4). */
export const loader = roleLoader("client", async ({ context, viewer, params }) => {
  const id = param(params, "id");
  const booking = await findBookingView(context.db, viewer, id, context.now);
  if (!booking) throw notFound();
  return { hasPin: booking.pin !== null, isOpen: isOpen(booking.status), back: bookingPage("client", id) };
});

export const action = roleAction(
  "client",
  async ({ context, viewer, user, form, params }) => {
    const id = param(params, "id");
    const removes = pressedButton(form, ["remove"]) !== null;
    const [client, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking) throw notFound();
    if (removes) form.delete("pin");
    const parsed = parseForm(form, removes ? pinForm.partial() : pinForm);
    if (!parsed.value) return parsed.invalid();
    const result = await setPin(context, client, booking, parsed.value.pin ?? null);
    if (!result.ok) return parsed.refused(result);
    return redirectTo(bookingPage("client", id), flashed(removes ? "pinRemoved" : "pinSet"));
  },
  "Failed to change booking",
);

export default function PinPage() {
  return <PinDialog {...useLoaderData<typeof loader>()} />;
}
