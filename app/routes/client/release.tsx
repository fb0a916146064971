import { Form, useLoaderData } from "@remix-run/react";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findHeldMoney } from "~/domain/online-payments/held-money.server";
import { canRelease } from "~/domain/online-payments/settlement";
import { releaseMoney } from "~/domain/online-payments/settlements.server";
import { readSetting } from "~/domain/settings/settings.server";
import { formatMoney } from "~/domain/values/money";
import { bookingPage } from "~/http/booking-page";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { Notice } from "~/ui/elements/notice";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { SubmitButton } from "~/ui/forms/submit-button";
import { FormPage } from "~/ui/money/form-page";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Release the money",
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/client-dashboard/bookings",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("client", async ({ context: { db }, viewer, params }) => {
  const id = param(params, "id");
  const held = await findHeldMoney(db, viewer, id);
  if (!held) throw notFound();
  return {
    isPossible: canRelease(held),
    amount: formatMoney(held.heldAmount),
    plumber: held.plumber,
    back: bookingPage("client", id),
  };
});

/** Gives the held money to the plumber at once (M12). */
export const action = roleAction(
  "client",
  async ({ context, viewer, user, params }) => {
    const id = param(params, "id");
    const [client, booking, { percent }] = await Promise.all([
      user,
      findBookingFor(context.db, viewer, id),
      readSetting(context.db, "commission"),
    ]);
    if (!booking) throw notFound();
    const result = await releaseMoney(context, client, booking, percent);
    return result.ok ? redirectTo(bookingPage("client", id), flashed("moneyReleased")) : refusal(result);
  },
  "Failed to release the money",
);

export default function Release() {
  const { isPossible, amount, plumber, back } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return (
    <FormPage title="Release the money now?" back={back} backLabel="The booking" message={message} fields={[]}>
      {isPossible ? (
        <Form method="post" replace className="grid gap-4">
          <p>
            {plumber} gets the {amount} that we hold, without waiting for 24 hours to pass. Do this only if the work is
            done as agreed: afterwards we can't pay it back to you.
          </p>
          <SubmitButton busy="Releasing..." className="w-full">
            Release {amount}
          </SubmitButton>
        </Form>
      ) : (
        !message && <Notice kind="info">This isn't possible any more.</Notice>
      )}
    </FormPage>
  );
}
