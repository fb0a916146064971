import type * as z from "zod";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { ANOTHER_AMOUNT, findMoneyAction, type MoneyEvent } from "~/domain/money/booking-money";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { decideDispute, whyNotDecided } from "~/domain/escrow/final-decision.server";
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

type SchemaOfForm = z.ZodType<Record<string, unknown>>;

/** A form about a booking (`id`), as it was sent. */
interface SentForm<Schema extends SchemaOfForm> extends ActionArgs {
  id: string;
  value: z.output<Schema>;
}

/** A valid form of a booking that is its sender's. */
interface Act<Schema extends SchemaOfForm> {
  context: DomainContext;
  user: AuthenticatedUser;
  booking: BookingForCommand;
  value: z.output<Schema>;
  stepUp: () => Promise<SteppedUp>;
}

type Outcome = Promise<{ ok: true; flash?: Flash } | Refused>;

/** The fields beside which a form's refusals are shown. */
interface Placement {
  /** The field of a refusal that no other field fits. */
  field?: string;
  /** The mistakes that only the booking shows, by their fields: they are shown with the form's own. */
  missing?: (booking: BookingForCommand, form: FormData) => Record<string, string>;
}

interface FormAction<Schema extends SchemaOfForm> extends Placement {
  schema: Schema;
  /** Shown after success, unless `run` gives another. */
  flash: Flash;
  run: (act: Act<Schema>) => Outcome;
}

interface SubjectAction<Schema extends SchemaOfForm, Subject> extends Omit<FormAction<Schema>, "run"> {
  /** Finds what the form is about beside the booking; null is answered with 404. */
  find: (sent: SentForm<Schema>) => Promise<Subject | null>;
  run: (act: Act<Schema>, subject: Subject) => Outcome;
}

/** Makes the action of a form about a booking and a quote, payment or receipt of it, all read side by side. */
const actOn =
  <Schema extends SchemaOfForm, Subject>(formAction: SubjectAction<Schema, Subject>) =>
  async (args: ActionArgs) => {
    const { schema, flash, find, run, field, missing = () => ({}) } = formAction;
    const { context, viewer, form, param } = args;
    const id = param("id");
    const parsed = parseForm(form, schema);
    const { value } = parsed;
    const [user, booking, subject] = await Promise.all([
      args.user,
      findBookingFor(context.db, viewer, id),
      value === null ? null : find({ ...args, id, value }),
    ]);
    if (!booking) return null;
    const proof = missingProof(form);
    const lacks = missing(booking, form);
    const invalid = () => parsed.invalid({ ...lacks, ...proof?.errors }, proof?.reason);
    if (value === null) return invalid();
    if (subject === null) return null;
    const result = await run({ context, user, booking, value, stepUp: () => stepUp(args) }, subject);
    if (result.ok)
      return redirectTo(bookingPage(viewer.role, id), {
        "Set-Cookie": bookingFlashCookie(result.flash ?? flash, viewer.role, booking),
      });
    const reasonField = REASON_FIELDS[result.reason];
    // `missing` has found the mistake too, and perhaps others.
    if (reasonField !== undefined && (reasonField in lacks || "fixed" in lacks)) return invalid();
    return parsed.refused(result, stepUpField(result) ?? reasonField ?? field);
  };

/** Makes the action of a form that is about the booking alone. */
const act = <Schema extends SchemaOfForm>({ run, ...formAction }: FormAction<Schema>) =>
  actOn({ ...formAction, find: () => Promise.resolve(true), run });

const REASON_FIELDS: Partial<Record<Reason, string>> = {
  amountRequired: "amount",
  aboveFinal: "sure",
  outcomeRequired: "outcome",
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
};

const answerQuote = (flash: Flash, verb: typeof acceptQuote) =>
  actOn({
    schema: quoteAnswerForm,
    flash,
    find: ({ context, viewer, id, value }) => findQuote(context.db, viewer, id, value.version),
    run: ({ context, user, booking, value }, quote) => verb(context, user, booking, quote, value.reason),
  });

const answerPayment = (flash: Flash, verb: typeof confirmPayment) =>
  actOn({
    schema: paymentAnswerForm,
    flash,
    find: ({ context, viewer, id, value }) => findPayment(context.db, viewer, id, value.payment),
    run: ({ context, user, booking, value }, payment) => verb(context, user, booking, payment, value.reason),
  });

const answerFinal = (flash: Flash, verb: typeof agreeFinal) =>
  act({
    schema: finalAnswerForm,
    flash,
    run: ({ context, user, booking, value }) => verb(context, user, booking, value.amount, value.reason),
  });

/** Takes the amount that one of the sides stands by as if it had been typed. */
const withFixedAmount = (decide: (args: ActionArgs) => Promise<unknown>) => (args: ActionArgs) => {
  const fixed = args.form.get("fixed");
  if (fixed && fixed !== ANOTHER_AMOUNT) args.form.set("amount", fixed);
  return decide(args);
};

/** The action of each form about a booking's money; it returns null where the booking isn't the viewer's. */
export const MONEY_FORM_ACTIONS: Record<MoneyForm, (args: ActionArgs) => Promise<unknown>> = {
  "accept-quote": answerQuote("quoteAccepted", acceptQuote),
  "decline-quote": answerQuote("quoteDeclined", declineQuote),
  "agree-final": answerFinal("finalAgreed", agreeFinal),
  "dispute-final": answerFinal("finalDisputed", disputeFinal),
  decide: withFixedAmount(
    actOn({
      schema: decisionForm,
      flash: "moneyDecided",
      find: ({ context }) => readSetting(context.db, "commission"),
      async run({ context, booking, value, stepUp }, { percent }) {
        const refused = whyNotDecided(booking, value);
        if (refused) return refused;
        const admin = await stepUp();
        return admin.ok ? decideDispute(context, admin.user, booking, value, percent) : admin;
      },
      missing(booking, form): Record<string, string> {
        if (booking.finalAmount !== null)
          return form.get("amount")
            ? {}
            : { [unsettledPart(booking) > 0 && !form.has("fixed") ? "fixed" : "amount"]: NO_AMOUNT };
        return isUndecided(booking) && !form.get("outcome") ? { outcome: messageOf(refuse("outcomeRequired")) } : {};
      },
    }),
  ),
  "resolve-dispute": act({
    schema: resolutionForm,
    flash: "disputeResolved",
    async run({ context, booking, value, stepUp }) {
      const admin = await stepUp();
      return admin.ok ? resolveDispute(context, admin.user, booking, value) : admin;
    },
    field: "amount",
  }),
  "record-payment": act({
    schema: paymentForm,
    flash: "paymentRecorded",
    async run({ context, user, booking, value }) {
      const result = await recordPayment(context, user, booking, value);
      return result.ok && result.confirmed ? { ok: true, flash: "paymentConfirmed" } : result;
    },
    field: "amount",
  }),
  "confirm-payment": answerPayment("paymentConfirmed", confirmPayment),
  "deny-payment": answerPayment("paymentDenied", denyPayment),
  "withdraw-payment": answerPayment("paymentWithdrawn", withdrawPayment),
  "void-receipt": actOn({
    schema: voidForm,
    flash: "receiptVoided",
    find: ({ context, viewer, value }) => findReceipt(context, viewer, value.receipt),
    async run({ context, booking, value, stepUp }, receipt) {
      const admin = await stepUp();
      return admin.ok ? voidReceipt(context, admin.user, booking, receipt, value.reason) : admin;
    },
  }),
};
