import { useLoaderData } from "@remix-run/react";
import { checkPaymentFor } from "~/domain/escrow/check-payment.server";
import { checkPaymentForm, startPaymentForm } from "~/domain/escrow/escrow-forms";
import { findPayPage } from "~/domain/escrow/online-payment-views.server";
import { startPayment } from "~/domain/escrow/start-payment.server";
import { newId } from "~/domain/values/id";
import { bookingPage, withBooking } from "~/http/booking-page";
import { clientAction, clientLoader } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { describeHolding, describePayment } from "~/ui/online-payments/describe-payment";
import { PayPage } from "~/ui/online-payments/pay-page";
import { clientPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage<typeof loader>(
  "Pay for",
  "booking",
  "bookings",
  ({ reference }) => reference,
);

export const handle: PageHandle = { leadsToProvider: true };

/** A number never breaks over two lines. */
const TEST_PHONES =
  "Demo phones: 077\u00a0111\u00a01111 pays after 5 seconds, 077\u00a0222\u00a02222 after 30, 077\u00a0333\u00a03333 cancels, 077\u00a0444\u00a04444 has no money. Any other one never answers.";

/** What can be paid online of a booking, and how the latest payment stands (M10). */
export const loader = clientLoader(async ({ context, viewer, param }) => {
  const { db, now, paymentProvider, localMode } = context;
  const id = param("id");
  const page = paymentProvider && (await findPayPage(db, viewer, id));
  if (!page) return null;
  const { latest, reference, plumber, phone, choices } = page;
  return {
    reference,
    plumber,
    // Whoever tries again pays with the same phone, unless they say otherwise.
    phone: latest?.phone ?? phone,
    method: latest?.method ?? "ecocash",
    choices,
    payment: latest && describePayment(latest, page, now),
    holding: describeHolding(page, now),
    testPhones: localMode ? TEST_PHONES : null,
    formId: newId(),
    back: bookingPage("client", id),
  };
});

export const action = clientAction(
  "Failed to start the payment",
  withBooking(async ({ context, user, booking, read, pressed, refused, goTo }) => {
    const here = `${bookingPage("client", booking.id)}/pay`;
    if (pressed(["check"])) {
      const result = await checkPaymentFor(context, user, read(checkPaymentForm).payment);
      return result.ok ? goTo(here) : refused(result);
    }
    if (!context.paymentProvider) return null;
    const result = await startPayment(context, user, booking, read(startPaymentForm));
    return result.ok ? goTo(result.checkoutUrl ?? here) : refused(result);
  }),
);

export default function Pay() {
  return <PayPage {...useLoaderData<typeof loader>()} />;
}
