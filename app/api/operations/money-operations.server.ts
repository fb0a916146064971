import * as z from "zod";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { startPaymentCall } from "~/domain/escrow/escrow-forms";
import { finalAnswerCall, paymentAnswerCall, paymentCall } from "~/domain/money/money-forms";
import { quoteAnswerCall, quoteCall } from "~/domain/money/quote-schemas";
import { findMoney } from "~/domain/money/money-lists.server";
import {
  confirmPayment,
  denyPayment,
  findPayment,
  recordPayment,
  withdrawPayment,
} from "~/domain/money/payments.server";
import { acceptQuote, declineQuote, findQuote, writeQuote } from "~/domain/money/quotes.server";
import { listReceipts } from "~/domain/money/receipts.server";
import { findPayPage, listOnlinePayments } from "~/domain/escrow/online-payment-views.server";
import { startPayment } from "~/domain/escrow/online-payments.server";
import { refuse } from "~/domain/values/refusal";
import { done, found, operation, showStored } from "../operation";
import { booking, onlinePayment, payment, paymentChoice, quote, receipt } from "../schemas/booking-objects";
import { changeBooking, actOnBooking, showChangedBooking, type BookingCall } from "./booking-operations.server";

const moneyOf = ({ context, viewer, params }: BookingCall) => findMoney(context.db, viewer, params.id);

export const moneyOperations = {
  listQuotes: operation("GET /api/bookings/{id}/quotes", ["user", "read"], {
    summary: "A booking's quotes",
    description: "For its client, its plumber, and admins; the latest first, at most 20.",
    response: z.array(quote),
    refusals: ["bookingNotFound"],
    run: async (call) => found((await moneyOf(call))?.quotes, "bookingNotFound"),
  }),

  writeQuote: operation("POST /api/bookings/{id}/quotes", ["plumber", "jobs"], {
    summary: "Write a quote",
    description: "For its plumber, while the booking is open; it replaces the open one. At most 20 for a booking.",
    body: quoteCall,
    response: quote,
    makes: "always",
    refusals: [
      "bookingNotFound",
      "validityNotPossible",
      "quotesUsed",
      "quoteUnusual",
      "transitionNotAllowed",
      "visitUndecided",
    ],
    run: (call) =>
      actOnBooking(call, async (plumber, booking) => {
        const { context, viewer, params, body } = call;
        const result = await writeQuote(context, plumber, booking, body);
        if (!result.ok) return result;
        const location = `/api/bookings/${params.id}/quotes`;
        const written = await showStored(() => findQuote(context.db, viewer, params.id, result.version));
        return found(written, "bookingNotFound", { location });
      }),
  }),

  answerQuote: operation("PATCH /api/bookings/{id}/quotes/{version}", ["client", "book"], {
    summary: "Accept or decline a quote",
    description: "For its client. An accepted quote's total is the agreed price.",
    body: quoteAnswerCall,
    response: booking,
    refusals: [
      "bookingNotFound",
      "quoteReplaced",
      "quoteExpired",
      "quoteGone",
      "transitionNotAllowed",
      "visitUndecided",
    ],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [client, booking, shown] = await Promise.all([
        user,
        findBookingFor(context.db, viewer, params.id),
        findQuote(context.db, viewer, params.id, params.version),
      ]);
      if (!booking) return refuse("bookingNotFound");
      if (!shown) return refuse("quoteGone");
      return showChangedBooking(
        call,
        body.answer === "accept"
          ? await acceptQuote(context, client, booking, shown)
          : await declineQuote(context, client, booking, shown, body.reason),
      );
    },
  }),

  answerFinalAmount: operation("PATCH /api/bookings/{id}/final-amount", ["client", "book"], {
    summary: "Agree to a final amount, or don't",
    description:
      "For its client, where it is more than was agreed, or while money is held for the job. A disagreement goes to our office, which decides.",
    body: finalAnswerCall,
    response: booking,
    refusals: ["bookingNotFound", "finalChanged"],
    run: (call) =>
      changeBooking(call, async (client, booking) => {
        const { answer, amount, reason } = call.body;
        return answer === "agree"
          ? agreeFinal(call.context, client, booking, amount)
          : disputeFinal(call.context, client, booking, amount, reason);
      }),
  }),

  listPayments: operation("GET /api/bookings/{id}/payments", ["user", "read"], {
    summary: "A booking's payments",
    description: "For its client, its plumber, and admins; the latest first, at most 50.",
    response: z.array(payment),
    refusals: ["bookingNotFound"],
    run: async (call) => found((await moneyOf(call))?.payments, "bookingNotFound"),
  }),

  recordPayment: operation("POST /api/bookings/{id}/payments", ["participant", "book or jobs"], {
    summary: "Record a payment",
    description:
      "For its client or plumber: Pombi moves no money, it records what you paid. The other side confirms it. Where they have recorded the same amount, paid the same way, this confirms theirs, and returns it.",
    body: paymentCall,
    response: payment,
    makes: "always",
    limits: ["togglePerUserAndBooking"],
    refusals: ["bookingNotFound", "paymentOpen", "formUsed", "moneyFrozen", "aboveDue", "transitionNotAllowed"],
    run: (call) =>
      actOnBooking(call, async (actor, booking) => {
        const { context, params, body, onceId } = call;
        const result = await recordPayment(context, actor, booking, { id: onceId, ...body });
        if (!result.ok) return result;
        const after = (await showStored(() => moneyOf(call)))?.payments ?? [];
        const recorded =
          after.find(({ id }) => id === onceId) ??
          after.find(({ amount }) => result.confirmed && amount === body.amount);
        return found(recorded, "bookingNotFound", { location: `/api/bookings/${params.id}/payments` });
      }),
  }),

  answerPayment: operation("PATCH /api/bookings/{id}/payments/{payment}", ["user", "book or jobs"], {
    summary: "Confirm, deny or withdraw a payment",
    description:
      "Confirm or deny what the other side has recorded: a confirmed payment counts, and gets a receipt; a denial goes to our office. Admins answer for clients who cannot sign in. Withdraw what you have recorded by mistake, while nobody has answered it.",
    body: paymentAnswerCall,
    response: payment,
    refusals: ["bookingNotFound", "paymentAnswered", "moneyFrozen", "recordAboveDue"],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [actor, booking, recorded] = await Promise.all([
        user,
        findBookingFor(context.db, viewer, params.id),
        findPayment(context.db, viewer, params.id, params.payment),
      ]);
      if (!booking || !recorded) return refuse("bookingNotFound");
      const result = await {
        confirm: confirmPayment,
        deny: denyPayment,
        withdraw: withdrawPayment,
      }[body.answer](context, actor, booking, recorded, body.reason);
      if (!result.ok) return result;
      const after = await showStored(() => moneyOf(call));
      return found(
        after?.payments.find(({ id }) => id === recorded.id),
        "bookingNotFound",
      );
    },
  }),

  listReceipts: operation("GET /api/bookings/{id}/receipts", ["user", "read"], {
    summary: "A booking's receipts",
    description: "For its client, its plumber, and admins; by number, counter-entries included.",
    response: z.array(receipt),
    refusals: ["bookingNotFound"],
    async run(call) {
      const { context, viewer, params } = call;
      const [money, issued] = await Promise.all([moneyOf(call), listReceipts(context.db, viewer, params.id)]);
      return found(money && issued, "bookingNotFound");
    },
  }),

  listOnlinePayments: operation("GET /api/bookings/{id}/online-payments", ["client", "read"], {
    summary: "What can be paid online, and what was",
    description: "For its client; the latest payment first, at most 20. A payment that counts is in `payments` too.",
    response: z.object({ choices: z.array(paymentChoice), payments: z.array(onlinePayment) }),
    refusals: ["bookingNotFound", "onlinePaymentsOff"],
    async run({ context, viewer, params }) {
      const [page, payments] = await Promise.all([
        findPayPage(context.db, viewer, params.id),
        listOnlinePayments(context.db, viewer, params.id),
      ]);
      if (!page) return refuse("bookingNotFound");
      if (!context.paymentProvider) return refuse("onlinePaymentsOff");
      return done({ choices: page.choices, payments });
    },
  }),

  startOnlinePayment: operation("POST /api/bookings/{id}/online-payments", ["client", "book"], {
    summary: "Pay online",
    description:
      "For its client: starts one of the choices. The payer goes on as `instructions`, `code` or `checkoutUrl` say. Then read the payments until it is decided.",
    body: startPaymentCall,
    response: onlinePayment,
    makes: "always",
    limits: ["onlinePaymentPerClient"],
    refusals: ["bookingNotFound", "onlinePaymentsOff", "onlinePaymentOpen", "amountChanged", "formUsed"],
    run: (call) =>
      actOnBooking(call, async (client, booking) => {
        const { context, viewer, params, body, onceId } = call;
        const result = await startPayment(context, client, booking, { id: onceId, ...body });
        if (!result.ok) return result;
        const payments = await showStored(() => listOnlinePayments(context.db, viewer, params.id));
        const started = payments.find(({ id }) => id === onceId);
        return found(started, "bookingNotFound", { location: `/api/bookings/${params.id}/online-payments` });
      }),
  }),
};
