import type { ReactNode } from "react";
import {
  ANOTHER_AMOUNT,
  type BookingMoney,
  asksClient,
  decidesHeld,
  isVoidable,
  openPayment,
  openQuote,
  RECORDED_METHODS,
  type MoneyEvent,
} from "~/domain/money/booking-money";
import { formatReceipt, formatAmount, formatMoney } from "~/domain/values/money";
import { agreedAmount, unsettledPart } from "~/domain/bookings/final-amount";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import type { Role } from "~/domain/values/user";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { RadioField, SelectField, SureField, TextField } from "~/ui/forms/field";
import type { FieldMeta } from "~/ui/forms/form";
import type { MoneySection } from "~/ui/money/describe-money";
import { MoneyFacts, QuoteLines } from "~/ui/money/money-facts";
import type { PrivatePhoto } from "~/domain/photos/photo";
import { PhotoStrip } from "~/ui/photos/job-photos";
import { Shown } from "~/ui/forms/shown";

export const MONEY_FIELDS = [
  "fixed",
  "amount",
  "sure",
  "method",
  "reason",
  "receipt",
  "id",
  "held",
  "toPlumber",
  "outcome",
  "dispute",
  "appointmentDate",
  "appointmentTime",
  ...STEP_UP_FIELDS,
] as const;
type Fields = Record<(typeof MONEY_FIELDS)[number], FieldMeta>;

interface PartProps {
  money: BookingMoney;
  statement: Pick<MoneySection, "facts" | "due">;
  role: Role;
  fields: Fields;
  /** The dispute that the office decides, as this page shows it. */
  shown: string;
  /** The possible decisions about a missed visit, with their consequences; empty: none to make. */
  outcomes: [value: string, words: string][];
  /** The possible findings about a denied payment, and all of it in cents; null: it is about something else. */
  found: { full: number; findings: [value: string, words: string][] } | null;
  /** The day by which our office decides about an objection of today. */
  decidedBy: string;
  /** The job's photos, for the office that decides. */
  photos: PrivatePhoto[];
}
type Part = (props: PartProps) => ReactNode;

interface MoneyFormParts {
  About?: Part;
  Fields: Part;
  why?: string;
  /** The label of those words; absent: "Why?". */
  whyLabel?: string;
  isWhyOptional?: true;
  isCareful?: true;
  /** It has a way back beside its button. Absent: as far as it is careful. */
  saysNo?: true;
  /** An answer of the client, which the office may pass on (N20). */
  isOfClient?: true;
}

const Figures: Part = ({ statement }) => <MoneyFacts {...statement} />;

const TheQuote: Part = (props) => {
  const quote = openQuote(props.money);
  return quote ? <QuoteLines {...quote} /> : <Figures {...props} />;
};
const QuoteVersion: Part = ({ money }) => <Shown name="version" value={openQuote(money)?.version} />;

const ThePayment: Part = (props) => {
  const payment = openPayment(props.money);
  if (!payment) return <Figures {...props} />;
  return (
    <p>
      <b>{formatMoney(payment.amount)}</b> paid {METHOD_WORDS[payment.method]}
    </p>
  );
};
const PaymentId: Part = ({ money }) => <Shown name="payment" value={openPayment(money)?.id} />;

/** The words of each side, for the office that decides. */
const TheDisputes: Part = ({ money: { disputes = [] } }) =>
  disputes.map(({ id, said, reason, before }) => (
    <div key={id} className="grid gap-1">
      <p>
        <b>{said}.</b>
      </p>
      {reason && (
        <p dir="auto" className="whitespace-pre-line">
          “{reason}”
        </p>
      )}
      {before && (
        <p dir="auto" className="whitespace-pre-line">
          {before}
        </p>
      )}
    </div>
  ));

const FinalAmount: Part = ({ money }) => <Shown name="amount" value={money.finalAmount ?? 0} />;

const BOTH_READ = "Both sides can read it.";
const REFUSAL = { isWhyOptional: true, isCareful: true } as const;
const OFFICE_READS = "Our office will read it too.";

/** Says what an objection costs, and by when our office decides about the rest. */
function sayObjection(money: BookingMoney, decidedBy: string): string {
  const { due, heldAmount } = money;
  if (!asksClient(money))
    return `The ${formatMoney(heldAmount)} stays held until our office has heard both sides. It decides by ${decidedBy}.`;
  const agreed = due > 0 ? `The agreed ${formatMoney(due)} stays due.` : "Nothing else is due.";
  const more = formatMoney(unsettledPart(money));
  return `${agreed} Our office calls both sides and decides about the ${more} by ${decidedBy}.`;
}

/** Says what a denied payment leaves due, and by when our office decides. */
function sayDenial({ due }: BookingMoney, decidedBy: string): string {
  const open = due > 0 ? ` Until then ${formatMoney(due)} stays due.` : "";
  return `Our office calls both sides and decides by ${decidedBy}.${open}`;
}

/** Says what holds once the client has declined a quote. */
function sayDeclined({ agreedPrice, fee, plumber }: BookingMoney): string {
  if (agreedPrice !== null) return `The agreed ${formatMoney(agreedPrice)} stays as it is.`;
  const owed = fee === null ? "Nothing" : `Only the visit fee of ${formatMoney(fee)}`;
  return `${owed} is due then. ${plumber ?? "The plumber"} can send another quote.`;
}

export const MONEY_FORM_PARTS: Record<Exclude<MoneyEvent, "quote">, MoneyFormParts> = {
  "accept-quote": { About: TheQuote, Fields: QuoteVersion, isOfClient: true },
  "decline-quote": {
    About: TheQuote,
    Fields: (props) => (
      <>
        <p>{sayDeclined(props.money)}</p>
        <QuoteVersion {...props} />
      </>
    ),
    why: BOTH_READ,
    ...REFUSAL,
    isOfClient: true,
  },
  "agree-final": { About: Figures, Fields: FinalAmount, isOfClient: true },
  "dispute-final": {
    About: Figures,
    Fields: (props) => (
      <>
        <p>{sayObjection(props.money, props.decidedBy)}</p>
        <FinalAmount {...props} />
      </>
    ),
    why: OFFICE_READS,
    isWhyOptional: true,
    saysNo: true,
    isOfClient: true,
  },
  "resolve-dispute": {
    About: (props) => (
      <>
        <TheDisputes {...props} />
        <Figures {...props} />
      </>
    ),
    Fields: (props) => (
      <>
        <input type="hidden" name="dispute" value={props.fields.dispute.value} />
        {props.found && <Finding {...props} />}
      </>
    ),
    why: BOTH_READ,
    whyLabel: "What you found out",
  },
  decide: {
    About: (props) => (
      <>
        <TheDisputes {...props} />
        <PhotoStrip photos={props.photos} />
        <Figures {...props} />
      </>
    ),
    Fields: (props) => (
      <>
        <Shown value={props.shown} />
        <Decision {...props} />
        {props.money.finalAmount === null && <Shown name="amount" value="" />}
      </>
    ),
    why: BOTH_READ,
  },
  "record-payment": {
    About: Figures,
    Fields: ({ fields, role }) => (
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
    ),
  },
  "confirm-payment": { About: ThePayment, Fields: PaymentId },
  "deny-payment": {
    About: ThePayment,
    Fields: (props) => (
      <>
        <p>{sayDenial(props.money, props.decidedBy)}</p>
        <PaymentId {...props} />
      </>
    ),
    why: OFFICE_READS,
    ...REFUSAL,
  },
  "withdraw-payment": { About: ThePayment, Fields: PaymentId },
  "void-receipt": {
    Fields: ({ fields, money }) => (
      <SelectField meta={fields.receipt} label="Which receipt?" placeholder="Choose" choices={receiptsOf(money)} />
    ),
    why: BOTH_READ,
    isCareful: true,
  },
};

const ASKED: Record<Role, string> = {
  client: "We'll ask the plumber to confirm it. No money moves on Pombi.",
  plumber: "We'll ask the client to confirm it. No money moves on Pombi.",
  admin: "You record it for the client. We'll ask the plumber to confirm it.",
};

const receiptsOf = ({ payments }: BookingMoney) =>
  payments
    .filter(isVoidable)
    .flatMap(({ receipt, amount }): [string, string][] =>
      receipt === null ? [] : [[String(receipt), `${formatReceipt(receipt)}, ${formatMoney(amount)}`]],
    );

/** The office's decision: a final amount, a missed visit, money on hold, or only that payments go on. */
const Decision: Part = (props) => {
  if (props.money.finalAmount !== null) return <FinalAmountDecision {...props} />;
  if (props.outcomes.length > 0) return <VisitDecision {...props} />;
  return decidesHeld(props.money) ? <HeldDecision {...props} /> : <p>Payments can go on as before.</p>;
};

/** The amounts that the two sides stand by, while they disagree. */
function amountsInDispute(money: BookingMoney): [value: string, words: string][] {
  const { finalAmount, plumber } = money;
  const agreed = agreedAmount(money);
  if (finalAmount === null || agreed === null || unsettledPart(money) === 0) return [];
  return [
    [formatAmount(agreed), `${formatMoney(agreed)}, as agreed`],
    [formatAmount(finalAmount), `${formatMoney(finalAmount)}, as ${plumber} asks`],
    [ANOTHER_AMOUNT, "Another amount"],
  ];
}

const FinalAmountField: Part = ({ money, fields }) => {
  const choices = amountsInDispute(money);
  const field = <TextField meta={fields.amount} label="Final amount (US$)" inputMode="decimal" autoComplete="off" />;
  if (choices.length === 0) return field;
  return (
    <div className="denied grid gap-4">
      <RadioField meta={fields.fixed} label="Final amount" choices={choices} />
      <div className="paid-part">{field}</div>
    </div>
  );
};

const FinalAmountDecision: Part = (props) => {
  const { money, fields } = props;
  return (
    <>
      <FinalAmountField {...props} />
      {(fields.sure.error ?? fields.sure.value) !== undefined && (
        <SureField meta={fields.sure}>The amount is right.</SureField>
      )}
      {money.heldAmount > 0 && (
        <p className="text-sm text-ink-3">
          Of the {formatMoney(money.heldAmount)} that we hold, the plumber gets this amount, less the commission. What
          is above it goes back to the client. Both happen within a minute.
        </p>
      )}
      {money.passedOn > 0 && (
        <p className="text-sm text-ink-3">
          The plumber got {formatMoney(money.passedOn)} from us. What of it is above this amount goes back to the client
          as our loss.
        </p>
      )}
    </>
  );
};

const VisitDecision: Part = ({ outcomes, fields }) => (
  <div className="missed-visit grid gap-4">
    <RadioField meta={fields.outcome} label="What happened?" choices={outcomes} />
    {outcomes.some(([outcome]) => outcome === "another-time") && (
      <div className="another-time grid items-start gap-3 sm:grid-cols-2">
        <TextField meta={fields.appointmentDate} label="New date" type="date" />
        <TextField meta={fields.appointmentTime} label="New time" type="time" step={900} />
      </div>
    )}
  </div>
);

const Finding: Part = ({ money, fields, found }) => (
  <div className="denied grid gap-4">
    <Shown value={found?.full} />
    <RadioField meta={fields.outcome} label="Was it paid?" choices={found?.findings ?? []} />
    {found && found.full > 0 && (
      <div className="paid-part">
        <TextField meta={fields.amount} label="Amount paid (US$)" inputMode="decimal" autoComplete="off" />
      </div>
    )}
    <p className="text-sm text-ink-3">
      What was paid counts at once, with a receipt. We tell {money.client} and {money.plumber}.
    </p>
  </div>
);

const HeldDecision: Part = ({ money, fields }) => (
  <>
    <SelectField
      meta={fields.held}
      label={`What happens with the ${formatMoney(money.heldAmount)} that we hold?`}
      placeholder="Choose"
      choices={[
        ["keep", "It stays held, and payments go on"],
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

export const defaultAmount = (action: MoneyEvent, { due }: BookingMoney): string =>
  action === "record-payment" && due > 0 ? formatAmount(due) : "";
