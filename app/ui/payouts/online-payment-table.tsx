import type { ReactNode } from "react";
import { onlineMethod } from "~/domain/online-payments/online-method";
import type { OfficePayment, OnlineStatus, PaymentReview } from "~/domain/online-payments/online-payment";
import type { Instant } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { DataTable, type Column } from "../admin/data-table";
import { PaymentAction } from "../admin/payment-action";
import { sayInstant } from "../admin/say-instant";

export const STATUS_WORDS: Record<OnlineStatus, string> = {
  starting: "Starting",
  open: "Open",
  unknown: "Unknown",
  paid: "Paid",
  cancelled: "Cancelled",
  failed: "Failed",
  refused: "Refused",
  expired: "Expired",
};

/** Why the office has to check a payment: in its row, and what it means. */
const REVIEWS: Record<PaymentReview, { name: string; meaning: string }> = {
  "amount-differs": {
    name: "Another amount arrived",
    meaning: "It goes back: see Refunds.",
  },
  "paid-twice": { name: "Paid twice", meaning: "The second payment goes back: see Refunds." },
  "paid-after-end": { name: "Paid too late", meaning: "The booking had ended. It goes back: see Refunds." },
  unanswered: {
    name: "Not decided",
    meaning: "The provider hasn't decided in 24 hours. Find the payment there by our number.",
  },
  disputed: {
    name: "Disputed",
    meaning: "The payer disputes it at the provider. What is held is frozen: give nothing back until that is settled.",
  },
  "taken-back": {
    name: "Taken back",
    meaning: "The provider gave it back to the payer. See the booking's history, and Books for what is lost.",
  },
};

const columns = (now: Instant): Column<OfficePayment>[] => [
  {
    id: "reference",
    label: "Booking",
    link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
    cell: ({ reference }) => reference,
  },
  { id: "status", label: "Status", onPhones: "end", cell: ({ status }) => <b>{STATUS_WORDS[status]}</b> },
  { id: "amount", label: "Amount", isFigure: true, cell: ({ amount }) => formatSum(amount) },
  { id: "client", label: "Client", cell: ({ client }) => client },
  {
    id: "method",
    label: "Paid with",
    cell: ({ method, phone }) => `${onlineMethod(method).name}${phone ? ` ${formatPhone(phone)}` : ""}`,
  },
  { id: "created", label: "Started", sort: "-created", cell: ({ createdAt }) => sayInstant(createdAt, now) },
  {
    id: "number",
    label: "At provider",
    onPhones: "labelled",
    cell: ({ providerReference }) => providerReference,
  },
  { id: "note", label: "Note", cell: (payment) => <Note payment={payment} /> },
];

/** What went another way than usual. */
function Note({ payment }: { payment: OfficePayment }) {
  const { id, amount, received, review, reviewedBy, failure } = payment;
  const notes = [
    received !== null && received !== amount && `${formatSum(received)} arrived`,
    review && review !== "amount-differs" && REVIEWS[review].name,
    review === "unanswered" && `our number ${id}`,
    failure && `“${failure}”`,
    reviewedBy && `checked by ${reviewedBy}`,
  ].filter(Boolean);
  if (notes.length === 0) return null;
  const text = notes.join(", ");
  return (
    <span className={`takes-rest ${review && !reviewedBy ? "wait-too-long" : ""}`} title={text}>
      {text}
    </span>
  );
}

/** Online payments that the office has to check (M11), with what their notes mean. */
export function PaymentsToCheck({ payments, now }: { payments: OfficePayment[]; now: Instant }) {
  const reviews = new Set(payments.flatMap(({ review }) => review ?? []));
  return (
    <>
      <ul className="grid gap-1 text-sm text-ink-2">
        {[...reviews].map((review) => (
          <li key={review}>
            <b>{REVIEWS[review].name}:</b> {REVIEWS[review].meaning}
          </li>
        ))}
      </ul>
      <DataTable
        caption="Online payments to check"
        columns={[
          ...columns(now),
          {
            id: "actions",
            label: "Actions",
            cell: ({ id, bookingId }) => (
              <PaymentAction bookingId={bookingId} intent={`reviewed:${id}`}>
                Checked
              </PaymentAction>
            ),
          },
        ]}
        rows={payments}
        empty={null}
      />
    </>
  );
}

/** Online payments, each with its booking; those that were searched for (`sort` undefined) come latest first. */
export const OnlinePaymentTable = ({
  payments,
  sort,
  now,
  empty,
}: {
  payments: OfficePayment[];
  sort?: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Online payments"
    columns={columns(now)}
    rows={payments}
    sort={sort}
    sorts={sort ? ["-created"] : []}
    empty={empty}
  />
);
