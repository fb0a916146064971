import { useLoaderData } from "@remix-run/react";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { canRelease } from "~/domain/escrow/settlement";
import { releaseMoney } from "~/domain/escrow/settlements.server";
import { readSetting } from "~/domain/settings/settings.server";
import { formatMoney } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { clientAction, clientLoader } from "~/http/guards";
import { useFormReply } from "~/ui/forms/form";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { FormPage } from "~/ui/money/form-page";
import { clientPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Release the money", "booking", "bookings");

export const loader = clientLoader(async ({ context: { db }, viewer, param }) => {
  const id = param("id");
  const booking = await findBookingFor(db, viewer, id);
  if (!booking) return null;
  return {
    isPossible: canRelease(booking),
    amount: formatMoney(booking.heldAmount),
    plumber: booking.plumber && fullName(booking.plumber),
    back: bookingPage("client", id),
  };
});

export const action = clientAction("Failed to release the money", async (args) => {
  const { context, viewer, user, param, refused, goTo } = args;
  const id = param("id");
  const [client, booking, { percent }] = await Promise.all([
    user,
    findBookingFor(context.db, viewer, id),
    readSetting(context.db, "commission"),
  ]);
  if (!booking) return null;
  const result = await releaseMoney(context, client, booking, percent);
  return result.ok ? goTo(bookingPage("client", id), "moneyReleased") : refused(result);
});

export default function Release() {
  const { isPossible, amount, plumber, back } = useLoaderData<typeof loader>();
  const reply = useFormReply("release", []);
  return (
    <FormPage title="Release the money now?" back={back} backLabel="The booking" reply={reply}>
      {isPossible ? (
        <Form method="post" replace className="grid gap-4">
          <p>
            {plumber} gets the {amount} that we hold, without waiting for 24 hours to pass. Do this only if the work is
            done as agreed: afterwards we can't pay it back to you.
          </p>
          <SubmitButton busy="Releasing..." className="w-full" label={`Release ${amount}`} />
        </Form>
      ) : (
        !reply.message && <Notice kind="info">This isn't possible any more.</Notice>
      )}
    </FormPage>
  );
}
