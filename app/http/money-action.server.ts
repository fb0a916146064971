import type * as z from "zod";
import type { BookingForCommand } from "~/domain/bookings/booking";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import {
  decidesHeld,
  isMoneyActionOf,
  MONEY_ACTIONS,
  stateOfDispute,
  type MoneyAction,
} from "~/domain/money/booking-money";
import { agreeFinal, decideFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { decisionForm, finalAnswerForm } from "~/domain/money/final-amount-schemas";
import { paymentAnswerForm, paymentForm, voidForm } from "~/domain/money/payment-schemas";
import { quoteAnswerForm } from "~/domain/money/quote-schemas";
import {
  confirmPayment,
  denyPayment,
  findPayment,
  recordPayment,
  withdrawPayment,
} from "~/domain/money/payments.server";
import { acceptQuote, declineQuote, findQuote } from "~/domain/money/quotes.server";
import { findReceipt, voidReceipt } from "~/domain/money/receipts.server";
import { shareOutMissedVisit } from "~/domain/online-payments/missed-visits.server";
import { readSetting } from "~/domain/settings/settings.server";
import { refuse } from "~/domain/values/refusal";
import type { AuthenticatedUser, Role } from "~/domain/values/user";
import { bookingPage } from "./booking-page";
import { bookingFlashCookie, type Flash } from "./flash";
import { parseForm } from "./forms";
import type { ActionArgs } from "./guards";
import { notFound } from "./not-found";
import { redirectTo } from "./redirects";
import type { Refused } from "./refusals";
import { stepUp, stepUpField, type SteppedUp } from "./step-up.server";

/** An action with a form of its own in the booking's money section: the quote has a page. */
type MoneyForm = Exclude<MoneyAction, "quote">;

/** The action that a URL names. Throws 404 for one that the role can never take. */
export function requireMoneyForm(name: string, role: Role): MoneyForm {
  const action = MONEY_ACTIONS.find((known) => known === name);
  if (!action || action === "quote" || !isMoneyActionOf(action, role)) throw notFound();
  return action;
}

/**
 * How a form acts: reads what it names beside the booking (`find`; null: 404), then runs the verb, and gives the flash of
 * its success, or the refusal, which is shown at `field` if given.
 */
const act =
  <Schema extends z.ZodType, Found>(
    schema: Schema,
    find: (args: ActionArgs, bookingId: string, value: z.output<Schema>) => Promise<Found | null> | Found,
    run: (
      act: {
        context: DomainContext;
        user: AuthenticatedUser;
        booking: BookingForCommand;
        value: z.output<Schema>;
        stepUp: () => Promise<SteppedUp>;
      },
      found: Found,
    ) => Promise<Flash | Refused>,
    field?: string,
  ) =>
  async (args: ActionArgs) => {
    const { context, viewer, form, param } = args;
    const id = param("id");
    const parsed = parseForm(form, schema);
    const { value } = parsed;
    const [user, booking, found] = await Promise.all([
      args.user,
      findBookingFor(context.db, viewer, id),
      value === null ? undefined : find(args, id, value),
    ]);
    if (!booking || found === null) return null;
    if (value === null || found === undefined) return parsed.invalid();
    const result = await run({ context, user, booking, value, stepUp: () => stepUp(args) }, found);
    return typeof result === "string"
      ? redirectTo(bookingPage(viewer.role, id), { "Set-Cookie": bookingFlashCookie(result, viewer.role, booking) })
      : parsed.refused(result, stepUpField(result) ?? field);
  };

const orRefused = <Result extends { ok: true } | Refused>(result: Result, flash: Flash): Flash | Refused =>
  result.ok ? flash : (result as Refused);

const nothing = () => true as const;
const quoteShown = ({ context, viewer }: ActionArgs, id: string, { version }: z.output<typeof quoteAnswerForm>) =>
  findQuote(context.db, viewer, id, version);
const paymentShown = ({ context, viewer }: ActionArgs, id: string, { payment }: z.output<typeof paymentAnswerForm>) =>
  findPayment(context.db, viewer, id, payment);

const FORMS: Record<MoneyForm, (args: ActionArgs) => Promise<unknown>> = {
  "accept-quote": act(quoteAnswerForm, quoteShown, async ({ context, user, booking }, quote) =>
    orRefused(await acceptQuote(context, user, booking, quote), "quoteAccepted"),
  ),
  "decline-quote": act(quoteAnswerForm, quoteShown, async ({ context, user, booking, value }, quote) =>
    orRefused(await declineQuote(context, user, booking, quote, value.reason), "quoteDeclined"),
  ),
  "agree-final": act(finalAnswerForm, nothing, async ({ context, user, booking, value }) =>
    orRefused(await agreeFinal(context, user, booking, value.amount), "finalAgreed"),
  ),
  "dispute-final": act(finalAnswerForm, nothing, async ({ context, user, booking, value }) =>
    orRefused(await disputeFinal(context, user, booking, value.amount, value.reason), "finalDisputed"),
  ),
  decide: act(
    decisionForm,
    ({ context }) => readSetting(context.db, "commission"),
    async ({ context, stepUp, booking, value }, { percent }) => {
      const { amount, held, reason, shown } = value;
      if (shown !== stateOfDispute(booking)) return refuse("finalChanged");
      const admin = await stepUp();
      if (!admin.ok) return admin;
      if (!decidesHeld(booking) || held === "keep")
        return orRefused(await decideFinal(context, admin.user, booking, amount, reason), "moneyDecided");
      const { heldAmount } = booking;
      const toPlumber = { release: heldAmount, refund: 0, split: value.toPlumber ?? 0 }[held];
      if (toPlumber > heldAmount) return refuse("aboveHeld");
      const decision = { toPlumber, reason };
      return orRefused(await shareOutMissedVisit(context, admin.user, booking, decision, percent), "moneyDecided");
    },
  ),
  "record-payment": act(
    paymentForm,
    nothing,
    async ({ context, user, booking, value }) => {
      const result = await recordPayment(context, user, booking, value);
      return orRefused(result, result.ok && result.confirmed ? "paymentConfirmed" : "paymentRecorded");
    },
    "amount",
  ),
  "confirm-payment": act(paymentAnswerForm, paymentShown, async ({ context, user, booking }, payment) =>
    orRefused(await confirmPayment(context, user, booking, payment), "paymentConfirmed"),
  ),
  "deny-payment": act(paymentAnswerForm, paymentShown, async ({ context, user, booking, value }, payment) =>
    orRefused(await denyPayment(context, user, booking, payment, value.reason), "paymentDenied"),
  ),
  "withdraw-payment": act(paymentAnswerForm, paymentShown, async ({ context, user, booking }, payment) =>
    orRefused(await withdrawPayment(context, user, booking, payment), "paymentWithdrawn"),
  ),
  "void-receipt": act(
    voidForm,
    ({ context, viewer }, _, { receipt }) => findReceipt(context, viewer, receipt),
    async ({ context, stepUp, booking, value }, receipt) => {
      const admin = await stepUp();
      return admin.ok
        ? orRefused(await voidReceipt(context, admin.user, booking, receipt, value.reason), "receiptVoided")
        : admin;
    },
  ),
};

/**
 * Takes a form of the money section of the URL's booking and redirects to the booking's page; responds with the form where
 * it is wrong or the domain refuses. Throws 404 for a booking that is not the viewer's.
 */
export const takeMoneyForm = (args: ActionArgs, action: MoneyForm) => FORMS[action](args);
