import { byMethod, ONLINE_METHODS } from "~/domain/online-payments/online-method";
import { PAYOUT_METHODS, TRANSFER_REFERENCE_LENGTH, type OwedRow } from "~/domain/payouts/payout";
import { ID_LENGTH } from "~/domain/values/id";
import { PHONE_LENGTH, REFERENCE_LENGTH } from "~/domain/values/lengths";
import { formatMoney } from "~/domain/values/money";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { TextField } from "../forms/field";
import { RadioField } from "../forms/radio-field";
import { useFormReply } from "../forms/use-form-reply";
import { METHOD_NAMES } from "./payout-words";

// What has moved since the moment to which D1 was rewound (M16), as the provider's and the bank's own lists have it.

/** A payment that the provider has and we have lost. */
export function LostPayment() {
  const reply = useFormReply("payment", ["payment", "booking", "amount", "method", "phone", ...STEP_UP_FIELDS]);
  const { payment, booking, amount, method, phone } = reply.fields;
  return (
    <SteppedUpForm
      form="payment"
      title="A payment that isn't here any more"
      lead="As the provider's list has it. We ask the provider, and only its answer books the payment. If the booking is gone too, pay it back at the provider."
      reply={reply}
      button="Ask the provider"
    >
      <TextField meta={payment} label="Merchant's reference" maxLength={ID_LENGTH} autoComplete="off" />
      <TextField meta={booking} label="Job reference" maxLength={REFERENCE_LENGTH} autoComplete="off" />
      <TextField meta={amount} label="Amount in dollars" inputMode="decimal" autoComplete="off" />
      <RadioField
        meta={method}
        label="How was it paid?"
        choices={ONLINE_METHODS.map((method) => [method, `Paid ${byMethod(method)}`])}
      />
      <TextField meta={phone} label="Mobile number that paid" maxLength={PHONE_LENGTH} autoComplete="off" optional />
    </SteppedUpForm>
  );
}

/** A payout that was sent and whose batch is gone. */
export function PastPayout({ owed }: { owed: OwedRow[] }) {
  const reply = useFormReply("payout", ["plumber", "amount", "method", "reference", ...STEP_UP_FIELDS]);
  const { plumber, amount, method, reference } = reply.fields;
  const title = "A payout that isn't here any more";
  if (owed.length === 0)
    return (
      <section className="card grid max-w-xl gap-5 p-5">
        <h2>{title}</h2>
        <p>Nothing is owed to anyone.</p>
      </section>
    );
  return (
    <SteppedUpForm
      form="payout"
      title={title}
      lead="As the bank's or EcoCash's list has it, each plumber by themselves. It is booked as sent, and they are told again. What a plumber isn't owed by the books can't be noted: complete or release the job again first."
      reply={reply}
      button="It was sent"
    >
      <RadioField
        meta={plumber}
        label="To whom?"
        choices={owed.map(({ id, plumber, amount }) => [id, `${plumber}, owed ${formatMoney(amount)}`])}
      />
      <TextField meta={amount} label="Amount in dollars" inputMode="decimal" autoComplete="off" />
      <RadioField
        meta={method}
        label="How was it sent?"
        choices={PAYOUT_METHODS.map((method) => [method, METHOD_NAMES[method]])}
      />
      <TextField
        meta={reference}
        label="Reference of the bank or EcoCash"
        maxLength={TRANSFER_REFERENCE_LENGTH}
        autoComplete="off"
      />
    </SteppedUpForm>
  );
}
