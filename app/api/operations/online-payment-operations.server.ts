import * as z from "zod";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { startPaymentCall } from "~/domain/online-payments/online-payment-schemas";
import { findPayPage, listOnlinePayments } from "~/domain/online-payments/online-payment-views.server";
import { startPayment } from "~/domain/online-payments/start-payment.server";
import { refuse } from "~/domain/values/refusal";
import { byId, done, made, operation, showStored } from "../operation";
import { onlinePayment, paymentChoice, toOnlinePayment, toPaymentChoice } from "../schemas/online-payment-schemas";

export const onlinePaymentOperations = [
  operation({
    id: "listOnlinePayments",
    topic: "Money",
    method: "GET",
    path: "/api/bookings/{id}/online-payments",
    summary: "What can be paid online, and what was",
    description: "For its client; the latest payment first, at most 20. A payment that counts is in `payments` too.",
    caller: "client",
    scope: "read",
    params: byId,
    response: z.object({ choices: z.array(paymentChoice), payments: z.array(onlinePayment) }),
    refusals: ["bookingNotFound", "onlinePaymentsOff"],
    async run({ context, viewer, params }) {
      const [page, payments] = await Promise.all([
        findPayPage(context.db, viewer, params.id),
        listOnlinePayments(context.db, viewer, params.id),
      ]);
      if (!page) return refuse("bookingNotFound");
      if (!context.paymentProvider) return refuse("onlinePaymentsOff");
      return done({ choices: page.choices.map(toPaymentChoice), payments: payments.map(toOnlinePayment) });
    },
  }),

  operation({
    id: "startOnlinePayment",
    topic: "Money",
    method: "POST",
    path: "/api/bookings/{id}/online-payments",
    summary: "Pay online",
    description:
      "For its client: starts one of the choices. The payer goes on as `instructions`, `code` or `checkoutUrl` say. Then read the payments until it is decided.",
    caller: "client",
    scope: "book",
    params: byId,
    body: { as: "json", schema: startPaymentCall },
    response: onlinePayment,
    makes: "always",
    limits: ["onlinePaymentPerClient"],
    refusals: ["bookingNotFound", "onlinePaymentsOff", "onlinePaymentOpen", "amountChanged", "formUsed", "tooMany"],
    async run({ context, viewer, user, params, body, onceId }) {
      const [client, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      const result = await startPayment(context, client, found, { id: onceId, ...body });
      if (!result.ok) return result;
      const payments = await showStored(() => listOnlinePayments(context.db, viewer, params.id));
      const started = payments.find(({ id }) => id === onceId);
      return started
        ? made(toOnlinePayment(started), `/api/bookings/${params.id}/online-payments`)
        : refuse("bookingNotFound");
    },
  }),
];
