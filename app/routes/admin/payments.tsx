import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { PAYMENT_STATUSES, parsePaymentStatus, type PaymentStatus } from "~/domain/money/booking-money";
import { listDenials, listPaymentsOfStatus } from "~/domain/money/money-lists.server";
import { closeDenial } from "~/domain/money/payments.server";
import { flashCookie } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { FilterLinks } from "~/ui/admin/filter-links";
import { PaymentRows } from "~/ui/admin/payment-rows";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { SubmitButton } from "~/ui/forms/submit-button";
import { DashboardError } from "~/ui/shell/dashboard-error";

export const meta: MetaFunction = () => [{ title: `Payments – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** Recorded payments, those that were denied first (M8). */
export const loader = roleLoader("admin", async ({ context: { db }, url }) => {
  const status = parsePaymentStatus(url.searchParams.get("show"));
  const [denials, page] = await Promise.all([
    listDenials(db),
    listPaymentsOfStatus(db, status, url.searchParams.get("cursor")),
  ]);
  return { status, denials, ...page };
});

/** Notes that a denial is taken care of. It takes nothing away, so it doesn't ask first. */
export const action = roleAction("admin", async ({ context, user, form }) => {
  const { of: id } = requireButton(form, ["takenCareOf"]);
  await closeDenial(context, await user, String(form.get("booking") ?? ""), id);
  return redirectTo("/admin-dashboard/payments", { "Set-Cookie": flashCookie("savedAndLogged") });
});

const LABELS: Record<PaymentStatus, string> = {
  open: "Waiting",
  confirmed: "Confirmed",
  denied: "Denied",
  voided: "Void",
};

export default function AdminPayments() {
  const { status, denials, payments, next } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <h1>Payments</h1>
      {denials.length > 0 && (
        <section className="grid gap-4">
          <h2>Denied</h2>
          <p className="text-ink-2">
            Talk to both sides. Record what was paid, or decide on an amount, on the booking.
          </p>
          <PaymentRows
            payments={denials}
            action={({ id, bookingId }) => (
              <Form method="post">
                <input type="hidden" name="booking" value={bookingId} />
                <SubmitButton name="intent" value={`takenCareOf:${id}`} busy="Saving..." className="button-quiet">
                  Taken care of
                </SubmitButton>
              </Form>
            )}
          />
        </section>
      )}
      <section className="grid gap-4">
        <h2>All payments</h2>
        <FilterLinks
          name="show"
          label="Show"
          chosen={status === "open" ? null : status}
          choices={PAYMENT_STATUSES.map((name) => ({ value: name === "open" ? null : name, label: LABELS[name] }))}
        />
        {payments.length === 0 ? (
          <EmptyState illustration={noBookings} text="No payments found." />
        ) : (
          <PaymentRows payments={payments} />
        )}
        <MoreLink next={next} label="Earlier payments" />
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch payments" home="/admin-dashboard" />;
}
