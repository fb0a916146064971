import { Form } from "@remix-run/react";
import { REASON_LENGTH } from "~/domain/bookings/booking";
import {
  asksClient,
  decidesHeld,
  formatReceipt,
  isVoidable,
  openPayment,
  openQuote,
  RECORDED_METHODS,
  type BookingMoney,
  type MoneyAction,
} from "~/domain/money/booking-money";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { formatAmount, formatMoney } from "~/domain/values/money";
import type { Role } from "~/domain/values/user";
import { STEP_UP_FIELDS, StepUpFields } from "../accounts/step-up-fields";
import { Notice } from "../elements/notice";
import { SelectField, TextField } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { FormPage } from "./form-page";
import { ON_HOLD, type MoneyLabel } from "./money-labels";
import type { MoneySection } from "./describe-money";
import { MoneyFacts } from "./money-facts";
import { QuoteLines } from "./quote-lines";

interface Props {
  action: Exclude<MoneyAction, "quote">;
  label: MoneyLabel;
  money: BookingMoney;
  statement: Pick<MoneySection, "facts" | "due">;
  role: Role;
  isPossible: boolean;
  /** An id for what the form records: sent twice, it is recorded once. */
  formId: string;
  /** What the office decides about, as this page shows it. */
  shown: string;
  /** The number of the receipt that a link names. */
  receipt: string | null;
  back: string;
}

const NAMES = ["amount", "method", "reason", "receipt", "id", "held", "toPlumber", ...STEP_UP_FIELDS] as const;
/** Actions for which one says why, and whether one has to. */
const ASKS_WHY: Partial<Record<MoneyAction, "may" | "must">> = {
  "decline-quote": "may",
  "dispute-final": "may",
  "deny-payment": "may",
  decide: "must",
  "void-receipt": "must",
};
/** Actions about the record that waits for its answer. */
const ABOUT_OPEN_PAYMENT: readonly MoneyAction[] = ["confirm-payment", "deny-payment", "withdraw-payment"];
/** What is the client's to say, also where the office says it for them (N20). */
const OF_CLIENT: readonly MoneyAction[] = ["accept-quote", "decline-quote", "agree-final", "dispute-final"];
const CAREFUL: readonly MoneyAction[] = ["decline-quote", "dispute-final", "deny-payment", "void-receipt"];

/** The form of one action about a booking's money; also the page that says why it did not work, with how things stand. */
export function MoneyForm({ action, label, money, statement, role, isPossible, formId, shown, receipt, back }: Props) {
  const quote = action.endsWith("-quote") ? openQuote(money) : null;
  const payment = ABOUT_OPEN_PAYMENT.includes(action) ? openPayment(money) : null;
  const { fields, all, message, reason } = useFormReply(`money-${action}`, NAMES, {
    amount: defaultAmount(action, money),
    receipt: receipt ?? "",
    id: formId,
  });
  const why = ASKS_WHY[action];
  const objects = isPossible && action === "dispute-final" && !asksClient(money);
  return (
    <FormPage
      title={objects ? "Isn't the job done as agreed?" : label.title}
      back={back}
      backLabel={role === "plumber" ? "The job" : "The booking"}
      message={message}
      fields={all}
    >
      {isPossible && role === "admin" && OF_CLIENT.includes(action) && (
        <p className="text-ink-2">
          You pass on what {money.client} said on the phone. The history says that our office did it.
        </p>
      )}
      {!isPossible && !message && (
        <Notice kind="info">{money.frozenAt === null ? "This isn't possible any more." : ON_HOLD}</Notice>
      )}
      {quote && <QuoteLines {...quote} />}
      {payment && (
        <p>
          <b>{formatMoney(payment.amount)}</b> paid {METHOD_WORDS[payment.method]}
        </p>
      )}
      {!quote && !payment && action !== "void-receipt" && <MoneyFacts {...statement} />}
      {objects && <p>The {formatMoney(money.heldAmount)} stay held until our office has heard both of you.</p>}
      {isPossible && (
        <Form method="post" replace noValidate className="grid gap-4">
          {quote && <input type="hidden" name="version" value={quote.version} />}
          {payment && <input type="hidden" name="payment" value={payment.id} />}
          {action.endsWith("-final") && <input type="hidden" name="amount" value={money.finalAmount ?? 0} />}
          {action === "decide" && <Decision money={money} shown={shown} fields={fields} />}
          {action === "record-payment" && (
            <>
              <input type="hidden" name="id" value={fields.id.value} />
              <TextField meta={fields.amount} label="Amount (US$)" inputMode="decimal" autoComplete="off" />
              <SelectField
                meta={fields.method}
                label="How was it paid?"
                placeholder="Choose"
                choices={RECORDED_METHODS.map((method) => [method, `Paid ${METHOD_WORDS[method]}`])}
              />
              <p className="text-sm text-ink-3">{ASKED[role]}</p>
            </>
          )}
          {action === "void-receipt" && (
            <SelectField
              meta={fields.receipt}
              label="Which receipt?"
              placeholder="Choose"
              choices={confirmedReceipts(money)}
            />
          )}
          {why && (
            <TextField
              meta={fields.reason}
              label="Why?"
              optional={why === "may"}
              hint={
                why === "must" || action === "decline-quote"
                  ? "Both sides can read it."
                  : "Our office will read it too."
              }
              maxLength={REASON_LENGTH}
            />
          )}
          <StepUpFields fields={fields} reason={reason} />
          <SubmitButton busy={label.busy} className={`w-full ${CAREFUL.includes(action) ? "button-danger" : ""}`}>
            {label.button}
          </SubmitButton>
        </Form>
      )}
    </FormPage>
  );
}

const ASKED: Record<Role, string> = {
  client: "We'll ask the plumber to confirm it. No money moves on Pombi.",
  plumber: "We'll ask the client to confirm it. No money moves on Pombi.",
  admin: "You record it for the client. We'll ask the plumber to confirm it.",
};

function defaultAmount(action: MoneyAction, { due, finalAmount }: BookingMoney): string {
  if (action === "record-payment") return due > 0 ? formatAmount(due) : "";
  return finalAmount === null ? "" : formatAmount(finalAmount);
}

const confirmedReceipts = ({ payments }: BookingMoney): [string, string][] =>
  payments.flatMap(({ status, method, receipt, amount }) =>
    isVoidable({ status, method }) && receipt !== null
      ? [[String(receipt), `${formatReceipt(receipt)}, ${formatMoney(amount)}`] as [string, string]]
      : [],
  );

type Fields = ReturnType<typeof useFormReply<(typeof NAMES)[number]>>["fields"];

function Decision({ money, shown, fields }: { money: BookingMoney; shown: string; fields: Fields }) {
  return (
    <>
      <input type="hidden" name="shown" value={shown} />
      {money.finalAmount === null ? (
        <>
          <input type="hidden" name="amount" value="" />
          {decidesHeld(money) ? (
            <HeldDecision held={formatMoney(money.heldAmount)} fields={fields} />
          ) : (
            <p>Payments can go on as before. To settle an amount, complete or cancel the booking.</p>
          )}
        </>
      ) : (
        <>
          <TextField meta={fields.amount} label="Final amount (US$)" inputMode="decimal" autoComplete="off" />
          {money.heldAmount > 0 && (
            <p className="text-sm text-ink-3">
              Of the {formatMoney(money.heldAmount)} that we hold, the plumber gets this amount, less the commission.
              What is above it goes back to the client. Both happen within a minute.
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Who gets the money that is held for a missed visit. */
const HeldDecision = ({ held, fields }: { held: string; fields: Fields }) => (
  <>
    <SelectField
      meta={fields.held}
      label={`What happens with the ${held} that we hold?`}
      placeholder="Choose"
      choices={[
        ["keep", "Stays held: the visit takes place later"],
        ["release", "All of it to the plumber"],
        ["refund", "All of it back to the client"],
        ["split", "Part of it to the plumber, the rest back"],
      ]}
    />
    <TextField
      meta={fields.toPlumber}
      label="To the plumber (US$)"
      hint="Needed if you split it. The commission is taken from it."
      inputMode="decimal"
      autoComplete="off"
      optional
    />
  </>
);
