import * as z from "zod";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { finalAnswerCall } from "~/domain/money/final-amount-schemas";
import { paymentAnswerCall, paymentCall } from "~/domain/money/payment-schemas";
import { quoteAnswerCall, quoteCall } from "~/domain/money/quote-schemas";
import { findMoney } from "~/domain/money/money-view.server";
import {
  confirmPayment,
  denyPayment,
  findPayment,
  recordPayment,
  withdrawPayment,
} from "~/domain/money/payments.server";
import { acceptQuote, declineQuote, findQuote, writeQuote } from "~/domain/money/quotes.server";
import { listReceipts } from "~/domain/money/receipts.server";
import { refuse } from "~/domain/values/refusal";
import { booking } from "../schemas/booking-schemas";
import { payment, quote, receipt, toPayment, toQuote, toReceipt } from "../schemas/money-schemas";
import { byId, done, made, NO_ID, operation, showStored, type Call, type SignedIn } from "../operation";
import { showChangedBooking } from "./booking-response.server";

const byVersion = byId.extend({
  version: z
    .string()
    .regex(/^\d{1,3}$/, NO_ID)
    .transform(Number)
    .meta({ description: "The quote's version.", override: { type: "integer", minimum: 1, pattern: undefined } }),
});
const byPayment = byId.extend({ payment: byId.shape.id.meta({ description: "The payment's id." }) });

type BookingCall = Call<{ id: string }, unknown, unknown> & SignedIn;

/** The money of the path's booking, as its viewer may see it; for others the booking does not exist. */
const moneyOf = ({ context, viewer, params }: BookingCall) => findMoney(context.db, viewer, params.id);

/** The payment of a booking with this id, as it is now. */
async function showPayment(call: BookingCall, id: string, show: typeof done | typeof made = done) {
  const money = await moneyOf(call);
  const found = money?.payments.find((one) => one.id === id);
  return found ? show(toPayment(found)) : refuse("bookingNotFound");
}

export const moneyOperations = [
  operation({
    id: "listQuotes",
    topic: "Money",
    method: "GET",
    path: "/api/bookings/{id}/quotes",
    summary: "A booking's quotes",
    description: "For its client, its plumber, and admins; the latest first, at most 20.",
    caller: "user",
    scope: "read",
    params: byId,
    response: z.array(quote),
    refusals: ["bookingNotFound"],
    async run(call) {
      const money = await moneyOf(call);
      return money ? done(money.quotes.map(toQuote)) : refuse("bookingNotFound");
    },
  }),

  operation({
    id: "writeQuote",
    topic: "Money",
    method: "POST",
    path: "/api/bookings/{id}/quotes",
    summary: "Write a quote",
    description: "For its plumber, while the booking is open; it replaces the open one. At most 20 for a booking.",
    caller: "plumber",
    scope: "jobs",
    params: byId,
    body: { as: "json", schema: quoteCall },
    response: quote,
    makes: "always",
    refusals: ["bookingNotFound", "validityNotPossible", "quotesUsed", "quoteUnusual", "transitionNotAllowed"],
    async run({ context, viewer, user, params, body }) {
      const [plumber, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      const result = await writeQuote(context, plumber, found, body);
      if (!result.ok) return result;
      const written = await showStored(() => findQuote(context.db, viewer, params.id, result.version));
      return written ? made(toQuote(written), `/api/bookings/${params.id}/quotes`) : refuse("bookingNotFound");
    },
  }),

  operation({
    id: "answerQuote",
    topic: "Money",
    method: "PATCH",
    path: "/api/bookings/{id}/quotes/{version}",
    summary: "Accept or decline a quote",
    description: "For its client. An accepted quote's total is the agreed price.",
    caller: "client",
    scope: "book",
    params: byVersion,
    body: { as: "json", schema: quoteAnswerCall },
    response: booking,
    refusals: ["bookingNotFound", "quoteReplaced", "quoteExpired", "quoteGone", "transitionNotAllowed"],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [client, found, shown] = await Promise.all([
        user,
        findBookingFor(context.db, viewer, params.id),
        findQuote(context.db, viewer, params.id, params.version),
      ]);
      if (!found) return refuse("bookingNotFound");
      if (!shown) return refuse("quoteGone");
      return showChangedBooking(
        call,
        body.answer === "accept"
          ? await acceptQuote(context, client, found, shown)
          : await declineQuote(context, client, found, shown, body.reason),
      );
    },
  }),

  operation({
    id: "answerFinalAmount",
    topic: "Money",
    method: "PATCH",
    path: "/api/bookings/{id}/final-amount",
    summary: "Agree to a final amount, or don't",
    description:
      "For its client, where it is more than was agreed, or while money is held for the job. A disagreement goes to our office, which decides.",
    caller: "client",
    scope: "book",
    params: byId,
    body: { as: "json", schema: finalAnswerCall },
    response: booking,
    refusals: ["bookingNotFound", "finalChanged"],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [client, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      return showChangedBooking(
        call,
        body.answer === "agree"
          ? await agreeFinal(context, client, found, body.amount)
          : await disputeFinal(context, client, found, body.amount, body.reason),
      );
    },
  }),

  operation({
    id: "listPayments",
    topic: "Money",
    method: "GET",
    path: "/api/bookings/{id}/payments",
    summary: "A booking's payments",
    description: "For its client, its plumber, and admins; the latest first, at most 50.",
    caller: "user",
    scope: "read",
    params: byId,
    response: z.array(payment),
    refusals: ["bookingNotFound"],
    async run(call) {
      const money = await moneyOf(call);
      return money ? done(money.payments.map(toPayment)) : refuse("bookingNotFound");
    },
  }),

  operation({
    id: "recordPayment",
    topic: "Money",
    method: "POST",
    path: "/api/bookings/{id}/payments",
    summary: "Record a payment",
    description:
      "For its client or plumber: Pombi moves no money, it records what you paid. The other side confirms it. Where they have recorded the same amount, paid the same way, this confirms theirs, and returns it.",
    caller: "participant",
    scope: "book or jobs",
    params: byId,
    body: { as: "json", schema: paymentCall },
    response: payment,
    makes: "always",
    limits: ["togglePerUserAndBooking"],
    refusals: [
      "bookingNotFound",
      "paymentOpen",
      "formUsed",
      "moneyFrozen",
      "aboveDue",
      "transitionNotAllowed",
      "tooMany",
    ],
    async run(call) {
      const { context, viewer, user, params, body, onceId } = call;
      const [actor, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      const result = await recordPayment(context, actor, found, { id: onceId, ...body });
      if (!result.ok) return result;
      const after = (await showStored(() => moneyOf(call)))?.payments ?? [];
      const recorded =
        after.find(({ id }) => id === onceId) ?? after.find(({ amount }) => result.confirmed && amount === body.amount);
      return recorded ? made(toPayment(recorded), `/api/bookings/${params.id}/payments`) : refuse("bookingNotFound");
    },
  }),

  operation({
    id: "answerPayment",
    topic: "Money",
    method: "PATCH",
    path: "/api/bookings/{id}/payments/{payment}",
    summary: "Confirm, deny or withdraw a payment",
    description:
      "Confirm or deny what the other side has recorded: a confirmed payment counts, and gets a receipt; a denial goes to our office. Admins answer for clients who cannot sign in. Withdraw what you have recorded by mistake, while nobody has answered it.",
    caller: "user",
    scope: "book or jobs",
    params: byPayment,
    body: { as: "json", schema: paymentAnswerCall },
    response: payment,
    refusals: ["bookingNotFound", "paymentAnswered", "moneyFrozen", "recordAboveDue"],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [actor, found, recorded] = await Promise.all([
        user,
        findBookingFor(context.db, viewer, params.id),
        findPayment(context.db, viewer, params.id, params.payment),
      ]);
      if (!found || !recorded) return refuse("bookingNotFound");
      const result = await {
        confirm: confirmPayment,
        deny: denyPayment,
        withdraw: withdrawPayment,
      }[body.answer](context, actor, found, recorded, body.reason);
      return result.ok ? showPayment(call, recorded.id) : result;
    },
  }),

  operation({
    id: "listReceipts",
    topic: "Money",
    method: "GET",
    path: "/api/bookings/{id}/receipts",
    summary: "A booking's receipts",
    description: "For its client, its plumber, and admins; by number, counter-entries included.",
    caller: "user",
    scope: "read",
    params: byId,
    response: z.array(receipt),
    refusals: ["bookingNotFound"],
    async run(call) {
      const { context, viewer, params } = call;
      const [found, issued] = await Promise.all([moneyOf(call), listReceipts(context.db, viewer, params.id)]);
      return found ? done(issued.map(toReceipt)) : refuse("bookingNotFound");
    },
  }),
];
