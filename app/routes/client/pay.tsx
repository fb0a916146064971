import { useLoaderData } from "@remix-run/react";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { checkPaymentFor } from "~/domain/online-payments/check-payment.server";
import { checkPaymentForm, startPaymentForm } from "~/domain/online-payments/online-payment-schemas";
import { findPayPage } from "~/domain/online-payments/online-payment-views.server";
import { startPayment } from "~/domain/online-payments/start-payment.server";
import { newId } from "~/domain/values/id";
import { bookingPage } from "~/http/booking-page";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import type { PageHandle } from "~/http/page-handle";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { describeHolding, describePayment } from "~/ui/online-payments/describe-payment";
import { PayPage } from "~/ui/online-payments/pay-page";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Pay",
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/client-dashboard/bookings",
});

export const handle: PageHandle = { leadsToProvider: true };

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** A number never breaks over two lines. */
const TEST_PHONES =
  "Demo phones: 077\u00a0111\u00a01111 pays after 5 seconds, 077\u00a0222\u00a02222 after 30, 077\u00a0333\u00a03333 cancels, 077\u00a0444\u00a04444 has no money. Any other one never answers.";

/** What can be paid online of a booking, and how the latest payment stands (M10). */
export const loader = roleLoader("client", async ({ context, viewer, params }) => {
  const { db, now, paymentProvider, localMode } = context;
  const id = param(params, "id");
  const page = paymentProvider && (await findPayPage(db, viewer, id));
  if (!page) throw notFound();
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

export const action = roleAction(
  "client",
  async ({ context, viewer, params, form, user }) => {
    const id = param(params, "id");
    const here = `${bookingPage("client", id)}/pay`;
    if (pressedButton(form, ["check"])) {
      const client = await user;
      const parsed = parseForm(form, checkPaymentForm);
      if (!parsed.value) return parsed.invalid();
      const result = await checkPaymentFor(context, client, parsed.value.payment);
      return result.ok ? redirectTo(here) : parsed.refused(result);
    }
    const [client, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking || !context.paymentProvider) throw notFound();
    const parsed = parseForm(form, startPaymentForm);
    if (!parsed.value) return parsed.invalid();
    const result = await startPayment(context, client, booking, parsed.value);
    return result.ok ? redirectTo(result.checkoutUrl ?? here) : parsed.refused(result);
  },
  "Failed to start the payment",
);

export default function Pay() {
  return <PayPage {...useLoaderData<typeof loader>()} />;
}
