import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { isOpen } from "~/domain/bookings/booking";
import { setPin } from "~/domain/bookings/commands/job-updates.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { pinForm } from "~/domain/bookings/request-schemas";
import { clientAction, clientLoader } from "~/http/guards";
import { Dialog } from "~/ui/elements/dialog";
import { Icon, SubmitButton, useHasScript } from "~/ui/shell/elements";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage, withBooking } from "~/http/booking-pages";

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/dashboard-page";

export const loader = clientLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const booking = await findBookingView(context.db, viewer, id, context.now);
  if (!booking) return null;
  return { hasPin: booking.pin !== null, isOpen: isOpen(booking.status), back: bookingPage("client", id) };
});

export const action = clientAction(
  "Failed to change booking",
  withBooking(async ({ context, user, booking, form, read, pressed, refused, done }) => {
    const removes = pressed(["remove"]) !== null;
    if (removes) form.delete("pin");
    const { pin } = read(removes ? pinForm.partial() : pinForm);
    const result = await setPin(context, user, booking, pin ?? null);
    return result.ok ? done(removes ? "pinRemoved" : "pinSet") : refused(result);
  }),
);

export default function PinPage() {
  const { hasPin, isOpen, back } = useLoaderData<typeof loader>();
  const { all, message } = useFormReply("pin", ["pin"]);
  const hasScript = useHasScript();
  const [found, setFound] = useState<{ pin: string | null; words: string }>({ pin: null, words: "Use my location" });
  const locate = () => {
    setFound({ pin: null, words: "Looking..." });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        setFound({
          pin: `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`,
          words: "Your place is marked",
        }),
      () => setFound({ pin: null, words: "We can't tell where you are" }),
    );
  };
  return (
    <Dialog title="Place on the map" back={back} backLabel="Back">
      <ProblemSummary message={message} fields={all} />
      <p className="text-ink-2">
        {hasPin
          ? "Your place is marked. Your plumber sees it after confirming."
          : "Your place isn't marked. Your plumber goes by the address."}
      </p>
      {isOpen && (
        <Form method="post" replace className="grid gap-3">
          {hasScript && (
            <>
              <button type="button" className="button button-quiet" onClick={locate}>
                <Icon name="map-pin" /> {found.words}
              </button>
              {found.pin && (
                <>
                  <input type="hidden" name="pin" value={found.pin} />
                  <SubmitButton busy="Saving...">Save this place</SubmitButton>
                </>
              )}
            </>
          )}
          <noscript>Marking it needs JavaScript, which is off in this browser.</noscript>
          {hasPin && (
            <SubmitButton value="remove" busy="Removing..." className="button-quiet" label="Remove the mark" />
          )}
        </Form>
      )}
    </Dialog>
  );
}
