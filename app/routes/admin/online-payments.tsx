import { useLoaderData } from "@remix-run/react";
import { ONLINE_STATUS_WORDS, onlineMethod, type PaymentReview } from "~/domain/escrow/online-payment";
import {
  type OfficePayment,
  listToReview,
  onlinePaymentList,
  reviewPayment,
  searchOnlinePayments,
} from "~/domain/escrow/online-payment-views.server";
import type { Instant } from "~/domain/time/harare";
import { SEARCH_LENGTH, cutText } from "~/domain/values/text";
import { formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { adminAction, listLoader } from "~/http/guards";
import { officePage, PaymentAction } from "~/ui/admin/office-page";
import { actionsColumn, ListPage, sayInstant, type Column } from "~/ui/admin/data-table";
import { BOOKING } from "~/ui/admin/booking-columns";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { MoneyTabs } from "~/ui/admin/money-tabs";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Online payments", "payments");

const TO_CHECK = "To check";
const LIST = { views: { all: "All", ...ONLINE_STATUS_WORDS }, sort: "-created" } as const;

/** Online payments: what was searched for, those to check while there are any (M11), or all. */
export const loader = listLoader(
  LIST,
  ({ context: { db, paymentProvider }, url: { searchParams }, view, pageRequest }) => {
    const search = cutText(searchParams.get("q")?.trim() ?? "", SEARCH_LENGTH);
    const isPlain = search === "" && !searchParams.has("show") && pageRequest.cursor === null;
    const toReview = listToReview(db);
    const found = search
      ? searchOnlinePayments(db, search).then((rows) => ({ rows, next: null }))
      : onlinePaymentList.page(db, view, pageRequest);
    return {
      search,
      toCheck: toReview.then(({ length }) => length),
      isToCheck: toReview.then(({ length }) => isPlain && length > 0),
      page: Promise.all([toReview, found]).then(([rows, page]) =>
        isPlain && rows.length > 0 ? { rows, next: null } : page,
      ),
      counts: onlinePaymentList.count(db),
      isOnline: paymentProvider !== null,
    };
  },
);

/** Notes that someone has checked a payment. */
export const action = adminAction("That didn't work", async ({ context, user, form, button, goTo }) => {
  const { of: id } = button(["reviewed"]);
  await reviewPayment(context, await user, { id, bookingId: String(form.get("booking") ?? "") });
  return goTo("/admin-dashboard/payments/online", "savedAndLogged");
});

const REVIEWS: Record<PaymentReview, { name: string; meaning: string }> = {
  "amount-differs": { name: "Another amount arrived", meaning: "It goes back: see Refunds." },
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
  BOOKING,
  {
    id: "status",
    label: "Status",
    onPhones: "end",
    cell: (payment) => <b>{isToReview(payment) ? TO_CHECK : ONLINE_STATUS_WORDS[payment.status]}</b>,
  },
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
    label: "Provider's number",
    onPhones: "labelled",
    cell: ({ providerReference }) => providerReference,
  },
  { id: "note", label: "Note", cell: (payment) => <Note {...payment} /> },
];

function Note(payment: OfficePayment) {
  const { amount, received, review, reviewedBy, failure } = payment;
  const isSaid = review === "amount-differs" && received !== null;
  const notes = [
    received !== null && received !== amount && `${formatSum(received)} arrived`,
    review && !isSaid && REVIEWS[review].name,
    failure && `“${failure}”`,
    reviewedBy && `checked by ${reviewedBy}`,
  ].filter(Boolean);
  const text = notes.join(", ");
  return text && <span className={`takes-rest ${review && !reviewedBy ? "font-semibold" : ""}`}>{text}</span>;
}

const isToReview = ({ review, reviewedBy }: OfficePayment) => review !== null && !reviewedBy;
const isUnanswered = ({ review, reviewedBy }: OfficePayment) => review === "unanswered" && !reviewedBy;

const CHECKED = actionsColumn<OfficePayment>(
  (payment) =>
    isToReview(payment) &&
    !isUnanswered(payment) && (
      <PaymentAction bookingId={payment.bookingId} value={`reviewed:${payment.id}`} label="Mark as checked" />
    ),
);

/** From then on both sides read that it isn't paid, so it asks first. */
const NotArrived = ({ id, bookingId, client, amount }: OfficePayment) => (
  <details name="give">
    <summary className="button office-action button-quiet list-none">It didn't arrive</summary>
    <div className="grid gap-2 py-2">
      <p className="max-w-2xl">
        Look for it at the provider first. {client} reads then that {formatSum(amount)} isn't paid, and can pay again.
        Did it arrive? Then ask the provider to post it to us again, and leave this.
      </p>
      <PaymentAction bookingId={bookingId} value={`reviewed:${id}`} label="Yes, it didn't arrive" />
    </div>
  </details>
);

export default function OnlinePayments() {
  const { view, sort, search, toCheck, isToCheck, page, counts, now, isOnline } = useLoaderData<typeof loader>();
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isChecking = isToCheck || (search !== "" && page.rows.some(isToReview));
  const shown: Record<string, number> = { all: 1, ...counts };
  const views = Object.fromEntries(Object.entries(LIST.views).filter(([name]) => name === view || shown[name]));
  const reviews = new Set(isChecking ? page.rows.filter(isToReview).flatMap(({ review }) => review ?? []) : []);
  return (
    <ListPage
      {...(!search && { views: toCheck > 0 ? { check: TO_CHECK, ...views } : views })}
      view={isToCheck ? "check" : view}
      counts={{ check: toCheck, all, ...counts }}
      title="Online payments"
      tools={
        <>
          <Form method="get" className="flex gap-2">
            <input
              type="search"
              name="q"
              defaultValue={search}
              maxLength={SEARCH_LENGTH}
              className="input"
              aria-label="Search by reference, phone or the provider's number"
              placeholder="Reference, phone..."
            />
            <button className="button button-quiet">
              Search<span className="sr-only"> payments</span>
            </button>
          </Form>
          <MoneyTabs isOnline={isOnline} />
        </>
      }
      caption={isToCheck ? "Online payments to check" : "Online payments"}
      columns={isChecking && !page.rows.every(isUnanswered) ? [...columns(now), CHECKED] : columns(now)}
      page={page}
      sort={search || isToCheck ? undefined : sort}
      illustration={noBookings}
      empty="No payments found."
    >
      {search && (
        <div className="office-bar">
          <h2>
            Found for <bdi>“{search}”</bdi>
          </h2>
        </div>
      )}
      {isChecking && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {[...reviews].map((review) => (
            <li key={review}>
              <b>{REVIEWS[review].name}:</b> {REVIEWS[review].meaning}
            </li>
          ))}
        </ul>
      )}
      {page.rows.filter(isUnanswered).map((payment) => (
        <section key={payment.id} className="card flex flex-wrap items-center justify-between gap-x-4 p-3">
          <p className="wrap-anywhere">
            Our number for {payment.reference}: <b>{payment.id}</b>
          </p>
          <NotArrived {...payment} />
        </section>
      ))}
    </ListPage>
  );
}
