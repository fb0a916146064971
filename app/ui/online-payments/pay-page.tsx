import { Form } from "@remix-run/react";
import { ONLINE_METHODS, onlineMethod, type OnlineMethod, type PaymentChoice } from "~/domain/escrow/online-payment";
import { PHONE_LENGTH } from "~/domain/values/text";
import { formatMoney } from "~/domain/values/money";
import { TextField } from "../forms/field";
import { RadioField } from "../forms/radio-field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply, type FieldMeta } from "../forms/use-form-reply";
import { Notice } from "../elements/notice";
import { Link } from "../shell/link";
import { FormPage } from "../money/form-page";
import type { ShownPayment } from "./describe-payment";

/** What can be paid as its form field has it: `deposit 3000`. */
const choiceValue = ({ purpose, amount }: PaymentChoice) => `${purpose} ${amount}`;

interface Props {
  reference: string;
  plumber: string | null;
  /** What was tried last, else the client's own phone, in E.164. */
  phone: string | null;
  method: OnlineMethod;
  choices: PaymentChoice[];
  payment: ShownPayment | null;
  /** What becomes of the money. */
  holding: string;
  /** What the phones of the provider's stand-in do; null: the provider is real. */
  testPhones: string | null;
  /** An id for what the form starts: sent twice, it is started once. */
  formId: string;
  back: string;
}

const NAMES = ["id", "choice", "method", "phone", "payment"] as const;
const METHODS = ONLINE_METHODS.map((method) => {
  const { name, choice = name } = onlineMethod(method);
  return [method, choice] as const;
});

/** A booking's pay page (M10): how the latest payment stands, and a form to start one while none is under way. */
export function PayPage(props: Props) {
  const { reference, plumber, phone, method, choices, payment, holding, testPhones, formId, back } = props;
  const { fields, all, message } = useFormReply("pay", NAMES, {
    id: formId,
    choice: choices[0] && choiceValue(choices[0]),
    method,
    phone: phone?.startsWith("+2637") ? phone.replace("+263", "0") : "",
  });
  const canStart = choices.length > 0 && payment?.kind !== "waiting";
  return (
    <FormPage
      title={canStart ? titleOf(payment) : "Payment"}
      back={back}
      backLabel="The booking"
      message={message}
      fields={all}
    >
      <p className="text-ink-2">
        {reference}
        {plumber && `, ${plumber}`}
      </p>
      {payment && <Standing payment={payment} back={back} isLast={!canStart} />}
      {canStart && payment?.kind === "paid" ? (
        <details>
          <summary className="min-h-11 py-2 font-semibold">Pay the rest now</summary>
          <StartForm {...{ choices, fields, holding, testPhones }} />
        </details>
      ) : (
        canStart && <StartForm {...{ choices, fields, holding, testPhones }} />
      )}
      {!canStart && !payment && <Notice kind="info">There is nothing to pay online right now.</Notice>}
    </FormPage>
  );
}

const titleOf = (payment: ShownPayment | null) =>
  payment === null ? "Pay online" : payment.kind === "over" ? "Pay another way" : "Payment";

function Standing({ payment, back, isLast }: { payment: ShownPayment; back: string; isLast: boolean }) {
  const { id, kind, tone, title, text, otherwise, code, link, canRefresh } = payment;
  return (
    <section className="grid gap-3" aria-live="polite">
      <Notice kind={tone} alert={false}>
        <b>{title}</b>
        <br />
        {text}
      </Notice>
      {code && (
        <p>
          Your InnBucks code: <b className="text-2xl tabular-nums">{code}</b>
        </p>
      )}
      {link && (
        <a href={link} className="button">
          Go on to Paynow
        </a>
      )}
      {canRefresh && (
        <Form method="post" replace>
          <input type="hidden" name="payment" value={id} />
          <SubmitButton name="intent" value="check" busy="Looking..." className="button-quiet w-full">
            Refresh
          </SubmitButton>
        </Form>
      )}
      {otherwise && <p className="text-sm text-ink-2">{otherwise}</p>}
      {kind === "paid" && (
        <Link to={back} className={`button ${isLast ? "" : "button-quiet"}`}>
          See the booking
        </Link>
      )}
    </section>
  );
}

const PURPOSES: Record<PaymentChoice["purpose"], string> = {
  deposit: "The deposit",
  price: "The whole price",
  rest: "What is left",
  fee: "The visit fee",
};

function StartForm({
  choices,
  fields,
  holding,
  testPhones,
}: {
  choices: PaymentChoice[];
  fields: Record<(typeof NAMES)[number], FieldMeta>;
  holding: string;
  testPhones: string | null;
}) {
  const [only] = choices;
  return (
    <Form method="post" replace noValidate className="paying grid gap-5">
      <input type="hidden" name="id" value={fields.id.value} />
      {choices.length === 1 && only ? (
        <p className="flex items-baseline justify-between gap-4">
          {PURPOSES[only.purpose]}
          <b className="text-2xl tabular-nums">{formatMoney(only.amount)}</b>
          <input type="hidden" name="choice" value={choiceValue(only)} />
        </p>
      ) : (
        <RadioField
          label="Amount"
          meta={fields.choice}
          choices={choices.map((choice) => [
            choiceValue(choice),
            `${PURPOSES[choice.purpose]}: ${formatMoney(choice.amount)}`,
          ])}
        />
      )}
      <RadioField label="How do you pay?" meta={fields.method} choices={METHODS} />
      <div className="payer-phone">
        <TextField
          meta={fields.phone}
          label="Mobile number that pays"
          hint="Not needed for a card."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={PHONE_LENGTH}
        />
        {testPhones && <p className="mt-2 text-sm text-ink-2">{testPhones}</p>}
      </div>
      <SubmitButton busy="Starting..." className="w-full">
        Pay
      </SubmitButton>
      <p className="text-sm text-ink-3">You pay through Paynow. {holding}</p>
    </Form>
  );
}
