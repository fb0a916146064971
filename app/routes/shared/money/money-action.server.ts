import type * as z from "zod";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import {
  ANOTHER_AMOUNT,
  decidesHeld,
  findMoneyAction,
  stateOfDispute,
  type MoneyEvent,
} from "~/domain/money/booking-money";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { decideFinal, shareOutHeld } from "~/domain/escrow/final-decision.server";
import { resolveDispute } from "~/domain/money/dispute-resolution.server";
import {
  decisionForm,
  finalAnswerForm,
  paymentAnswerForm,
  paymentForm,
  resolutionForm,
  voidForm,
} from "~/domain/money/money-forms";
import { unsettledPart } from "~/domain/bookings/final-amount";
import { isUndecided } from "~/domain/bookings/booking-machine";
import { decideMissedVisit } from "~/domain/money/missed-visits.server";
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
import { readSetting } from "~/domain/settings/settings.server";
import { NO_AMOUNT } from "~/domain/values/fields";
import { refuse } from "~/domain/values/refusal";
import type { AuthenticatedUser, Role } from "~/domain/values/user";
import { bookingFlashCookie, type Flash } from "~/http/flash";
import { parseForm } from "~/http/forms";
import type { ActionArgs } from "~/http/guards";
import { notFound, redirectTo } from "~/http/responses";
import { messageOf, type Reason, type Refused } from "~/http/refusals";
import { missingProof, stepUp, stepUpField, type SteppedUp } from "~/http/step-up.server";
import { bookingPage } from "~/http/booking-pages";

/** An action with a form of its own: the quote has a page. */
type MoneyForm = Exclude<MoneyEvent, "quote">;

/** The action that a URL names; 404 for one that the role can never take. */
export function requireMoneyForm(name: string, role: Role): MoneyForm {
  const action = findMoneyAction(name, role);
  if (!action || action === "quote") throw notFound();
  return action;
}

/** A form about a booking (`id`), as it was sent. */
interface SentForm<Schema extends z.ZodType> extends ActionArgs {
  id: string;
  value: z.output<Schema>;
}

interface Beside {
  /** Where a refusal is shown that no other field fits. */
  field?: string;
  /** The mistakes that only the booking shows, to be named with the others. */
  missing?: (booking: BookingForCommand, form: FormData) => Record<string, string>;
}

/**
 * Makes the action of a form: reads what the form is about beside the booking (`find`; null: 404), then runs the verb. Returns
 * the redirect with `flash`, unless the verb gives another, or the refusal.
 */
const act =
  <Schema extends z.ZodType<{ reason?: string | null; [field: string]: unknown }>, Found>(
    schema: Schema,
    flash: Flash,
    find: (sent: SentForm<Schema>) => Promise<Found | null> | Found,
    run: (
      context: DomainContext,
      user: AuthenticatedUser,
      booking: BookingForCommand,
      found: Found,
      reason: string | null,
      form: { value: z.output<Schema>; stepUp: () => Promise<SteppedUp> },
    ) => Promise<{ ok: true; flash?: Flash } | Refused>,
    { field, missing = () => ({}) }: Beside = {},
  ) =>
  async (args: ActionArgs) => {
    const { context, viewer, form, param } = args;
    const id = param("id");
    const parsed = parseForm(form, schema);
    const { value } = parsed;
    const [user, booking, found] = await Promise.all([
      args.user,
      findBookingFor(context.db, viewer, id),
      value === null ? undefined : find({ ...args, id, value }),
    ]);
    if (!booking || found === null) return null;
    const proof = missingProof(form);
    const lacks = missing(booking, form);
    const invalid = () => parsed.invalid({ ...lacks, ...proof?.errors }, proof?.reason);
    if (value === null || found === undefined) return invalid();
    const result = await run(context, user, booking, found, value.reason ?? null, {
      value,
      stepUp: () => stepUp(args),
    });
    if (!result.ok && LACKS.has(result.reason) && Object.keys(lacks).length > 0) return invalid();
    return result.ok
      ? redirectTo(bookingPage(viewer.role, id), {
          "Set-Cookie": bookingFlashCookie(result.flash ?? flash, viewer.role, booking),
        })
      : parsed.refused(result, stepUpField(result) ?? REASON_FIELDS[result.reason] ?? field);
  };

const LACKS = new Set<Reason>(["amountRequired", "outcomeRequired"]);

const REASON_FIELDS: Partial<Record<Reason, string>> = {
  amountRequired: "amount",
  outcomeRequired: "outcome",
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
};

const quoteShown = ({ context, viewer, id, value }: SentForm<typeof quoteAnswerForm>) =>
  findQuote(context.db, viewer, id, value.version);
const paymentShown = ({ context, viewer, id, value }: SentForm<typeof paymentAnswerForm>) =>
  findPayment(context.db, viewer, id, value.payment);
const amountShown = ({ value }: SentForm<typeof finalAnswerForm>) => value.amount;

/** Takes the amount that one of the sides stands by as if it had been typed. */
const withFixedAmount = (decide: (args: ActionArgs) => Promise<unknown>) => (args: ActionArgs) => {
  const fixed = args.form.get("fixed");
  if (fixed && fixed !== ANOTHER_AMOUNT) args.form.set("amount", fixed);
  return decide(args);
};

/** The action of each form about a booking's money; it returns null where the booking isn't the viewer's. */
export const MONEY_FORM_ACTIONS: Record<MoneyForm, (args: ActionArgs) => Promise<unknown>> = {
  "accept-quote": act(quoteAnswerForm, "quoteAccepted", quoteShown, acceptQuote),
  "decline-quote": act(quoteAnswerForm, "quoteDeclined", quoteShown, declineQuote),
  "agree-final": act(finalAnswerForm, "finalAgreed", amountShown, agreeFinal),
  "dispute-final": act(finalAnswerForm, "finalDisputed", amountShown, disputeFinal),
  decide: withFixedAmount(
    act(
      decisionForm,
      "moneyDecided",
      ({ context }) => readSetting(context.db, "commission"),
      async (context, _, booking, { percent }, __, { value, stepUp }) => {
        const { amount, held, reason, shown, outcome, start } = value;
        if (shown !== stateOfDispute(booking)) return refuse("finalChanged");
        if (booking.finalAmount !== null && amount === null) return refuse("amountRequired");
        if (isUndecided(booking) && !outcome) return refuse("outcomeRequired");
        const admin = await stepUp();
        if (!admin.ok) return admin;
        if (outcome) return decideMissedVisit(context, admin.user, booking, { outcome, start, reason });
        if (!decidesHeld(booking) || held === "keep") return decideFinal(context, admin.user, booking, amount, reason);
        const { heldAmount } = booking;
        const toPlumber = { release: heldAmount, refund: 0, split: value.toPlumber ?? 0 }[held];
        if (toPlumber > heldAmount) return refuse("aboveHeld");
        return shareOutHeld(context, admin.user, booking, { toPlumber, reason }, percent);
      },
      {
        missing: (booking, form): Record<string, string> => {
          if (booking.finalAmount !== null)
            return form.get("amount")
              ? {}
              : { [unsettledPart(booking) > 0 && !form.has("fixed") ? "fixed" : "amount"]: NO_AMOUNT };
          return isUndecided(booking) && !form.get("outcome") ? { outcome: messageOf(refuse("outcomeRequired")) } : {};
        },
      },
    ),
  ),
  "resolve-dispute": act(
    resolutionForm,
    "disputeResolved",
    ({ value }) => value,
    async (context, _, booking, found, __, { stepUp }) => {
      const admin = await stepUp();
      return admin.ok ? resolveDispute(context, admin.user, booking, found) : admin;
    },
    { field: "amount" },
  ),
  "record-payment": act(
    paymentForm,
    "paymentRecorded",
    ({ value }) => value,
    async (context, user, booking, record) => {
      const result = await recordPayment(context, user, booking, record);
      return result.ok && result.confirmed ? { ok: true, flash: "paymentConfirmed" } : result;
    },
    { field: "amount" },
  ),
  "confirm-payment": act(paymentAnswerForm, "paymentConfirmed", paymentShown, confirmPayment),
  "deny-payment": act(paymentAnswerForm, "paymentDenied", paymentShown, denyPayment),
  "withdraw-payment": act(paymentAnswerForm, "paymentWithdrawn", paymentShown, withdrawPayment),
  "void-receipt": act(
    voidForm,
    "receiptVoided",
    ({ context, viewer, value }) => findReceipt(context, viewer, value.receipt),
    async (context, _, booking, receipt, __, { value, stepUp }) => {
      const admin = await stepUp();
      return admin.ok ? voidReceipt(context, admin.user, booking, receipt, value.reason) : admin;
    },
  ),
};
