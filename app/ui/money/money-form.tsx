import { Form } from "@remix-run/react";
import type { BookingMoney, MoneyAction } from "~/domain/money/booking-money";
import type { Role } from "~/domain/values/user";
import { StepUpFields } from "../accounts/step-up-fields";
import { Notice } from "../elements/notice";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import type { MoneySection } from "./describe-money";
import { FormPage } from "./form-page";
import { defaultAmount, MONEY_FORM_PARTS, NAMES, objects } from "./money-form-parts";
import { ON_HOLD, type MoneyLabel } from "./money-labels";

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
  /** How it was paid, where a link says so; empty: it doesn't. */
  method: string;
  /** The number of the receipt that a link names. */
  receipt: string | null;
  back: string;
}

/** The form of one action about a booking's money; also the page that says why it did not work, with how things stand. */
export function MoneyForm({
  action,
  label,
  money,
  statement,
  role,
  isPossible,
  formId,
  shown,
  method,
  receipt,
  back,
}: Props) {
  const { About, Fields, isCareful, isOfClient } = MONEY_FORM_PARTS[action];
  const { fields, all, message, reason } = useFormReply(`money-${action}`, NAMES, {
    amount: defaultAmount(action, money),
    method,
    receipt: receipt ?? "",
    id: formId,
  });
  const parts = { money, statement, role, fields, shown };
  return (
    <FormPage
      title={isPossible && objects(action, money) ? "Isn't the job done as agreed?" : label.title}
      back={back}
      backLabel={role === "plumber" ? "The job" : "The booking"}
      message={message}
      fields={all}
    >
      {isPossible && role === "admin" && isOfClient && (
        <p className="text-ink-2">
          You pass on what {money.client} said on the phone. The history says that our office did it.
        </p>
      )}
      {!isPossible && !message && (
        <Notice kind="info">{money.frozenAt === null ? "This isn't possible any more." : ON_HOLD}</Notice>
      )}
      {About && <About {...parts} />}
      {isPossible && (
        <Form method="post" replace noValidate className="grid gap-4">
          <Fields {...parts} />
          <StepUpFields fields={fields} reason={reason} />
          <SubmitButton busy={label.busy} className={`w-full ${isCareful ? "button-danger" : ""}`}>
            {label.button}
          </SubmitButton>
        </Form>
      )}
    </FormPage>
  );
}
