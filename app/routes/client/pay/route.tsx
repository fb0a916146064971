import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import {
  byMethod,
  ONLINE_METHODS,
  onlineMethod,
  standingPage,
  type PaymentChoice,
} from "~/domain/escrow/online-payment";
import { PHONE_LENGTH } from "~/domain/values/text";
import { countOf } from "~/domain/values/numbers";
import { formatMoney } from "~/domain/values/money";
import { FieldError, groupProps, TextField } from "~/ui/forms/field";
import { useFormReply, type FieldMeta } from "~/ui/forms/form";
import { ButtonLink, Notice, SubmitButton, TextLink, useHasScript } from "~/ui/shell/elements";
import { useResponseContext } from "~/ui/shell/response-context";
import { FormPage } from "~/ui/money/form-page";
import {
  type ShownPayment,
  describeHolding,
  describePaid,
  describePayment,
  describeStanding,
  nameChoice,
} from "~/ui/money/describe-payment";
import { checkPaymentFor, startPayment } from "~/domain/escrow/online-payments.server";
import { checkPaymentForm, startPaymentForm } from "~/domain/escrow/escrow-forms";
import { findPayPage } from "~/domain/escrow/online-payment-views.server";
import { isToAnswerPayment } from "~/domain/bookings/next-step/step-facts";
import { askPayment } from "~/domain/bookings/next-step/step-links";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { askToWait } from "~/domain/bookings/next-step/step-words";
import { newId } from "~/domain/values/id";
import { clientAction, clientLoader } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { clientPage } from "~/ui/shell/dashboard-page";
import { Promises } from "~/ui/site/promises";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage, withBooking } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage<typeof loader>(
  "Pay for",
  "booking",
  "bookings",
  ({ reference }) => reference,
);

export const handle: PageHandle = { leadsToProvider: true };

/** A number never breaks over two lines. */
const TEST_PHONES =
  "Demo phones: 077\u00a0111\u00a01111 pays after 5 seconds, 077\u00a0222\u00a02222 after 30, 077\u00a0333\u00a03333 cancels, 077\u00a0444\u00a04444 has no money. Any other one never answers.";

export const loader = clientLoader(async ({ context, viewer, param, url }) => {
  const { db, now, paymentProvider, localMode } = context;
  const id = param("id");
  const page = paymentProvider && (await findPayPage(db, viewer, id));
  if (!page) return null;
  const { latest, reference, plumber, phone, choices } = page;
  const standing = latest && url.searchParams.get("payment") === latest.id ? describeStanding(latest, page, now) : null;
  const isDone = standing?.kind === "paid";
  return {
    reference,
    plumber,
    // A new attempt begins with the phone of the last one.
    phone: latest?.phone ?? phone,
    method: latest?.method ?? "ecocash",
    choices: choices.map((choice) => ({ ...choice, name: nameChoice(choice, page.paidAmount) })),
    isDone,
    paid: isDone ? null : describePaid(page),
    payment: standing ?? (latest && describePayment(latest, page, now)),
    question: isToAnswerPayment(page, "client") ? askPayment(page.openPayment, "client") : null,
    nothing: page.openPayment
      ? `${formatMoney(page.openPayment.amount)} is recorded as paid ${METHOD_WORDS[page.openPayment.method]}, and is to be confirmed first.`
      : page.uncheckedPayment
        ? askToWait(page.uncheckedPayment)
        : "There is nothing to pay online right now.",
    holding: describeHolding(page, now),
    testPhones: localMode ? TEST_PHONES : null,
    formId: newId(),
    back: bookingPage("client", id),
  };
});

export const action = clientAction(
  "Failed to start the payment",
  withBooking(async ({ context, user, booking, read, pressed, refused, goTo }) => {
    if (pressed(["check"])) {
      const { payment } = read(checkPaymentForm);
      const result = await checkPaymentFor(context, user, payment);
      return result.ok ? goTo(standingPage(booking.id, payment)) : refused(result);
    }
    if (!context.paymentProvider) return null;
    const payment = read(startPaymentForm);
    const result = await startPayment(context, user, booking, payment);
    return result.ok ? goTo(result.checkoutUrl ?? standingPage(booking.id, payment.id)) : refused(result);
  }),
);

/** The value of a choice in the form: `deposit 3000`. */
const choiceValue = ({ purpose, amount }: PaymentChoice) => `${purpose} ${amount}`;

/** The words of the button: "Pay $40 by EcoCash"; no amount where nothing is chosen, no method where it is no known one. */
function describeOutcome(choice: string | undefined, method: string | undefined): string {
  const [, amount] = choice?.split(" ") ?? [];
  if (!amount) return "Pay";
  const known = ONLINE_METHODS.find((one) => one === method);
  return `Pay ${formatMoney(Number(amount))}${known ? ` ${byMethod(known)}` : ""}`;
}

const PAY_FIELDS = ["id", "choice", "method", "phone", "payment"] as const;

const METHODS = ONLINE_METHODS.map((one) => [one, onlineMethod(one).choice ?? onlineMethod(one).name] as const);

export default function Pay() {
  const {
    reference,
    plumber,
    phone,
    method,
    choices,
    isDone,
    paid,
    payment,
    question,
    nothing,
    holding,
    testPhones,
    formId,
    back,
  } = useLoaderData<typeof loader>();
  const reply = useFormReply("pay", PAY_FIELDS, {
    id: formId,
    choice: choices[0] && choiceValue(choices[0]),
    method,
    phone: phone?.startsWith("+2637") ? phone.replace("+263", "0") : "",
  });
  const canStart = choices.length > 0 && payment?.kind !== "waiting" && !isDone;
  return (
    <FormPage title={titleOf(payment?.kind ?? null, canStart)} back={back} backLabel="The booking" reply={reply}>
      <p className="text-ink-2">
        {reference}
        {plumber && `, ${plumber}`}
      </p>
      {paid && (
        <p className="text-success" aria-live="polite">
          <b>{paid}</b>, thank you. <TextLink to={back}>See the booking</TextLink>
        </p>
      )}
      {payment && <Standing payment={payment} back={back} />}
      {isDone && choices.length > 0 && <TextLink to={`${back}/pay`}>Pay the rest now</TextLink>}
      {canStart && <StartForm choices={choices} holding={holding} testPhones={testPhones} fields={reply.fields} />}
      {!canStart && !payment && <Notice kind="info">{nothing}</Notice>}
      {question && <ButtonLink to={back} label={question} />}
    </FormPage>
  );
}

function titleOf(kind: ShownPayment["kind"] | null, canStart: boolean): string {
  if (!canStart) return "Payment";
  return kind === "over" ? "Pay another way" : "Pay online";
}

function Standing({ payment, back }: { payment: ShownPayment; back: string }) {
  const { id, kind, tone, title, text, otherwise, code, link, canRefresh, reload } = payment;
  return (
    <section className="grid gap-3" aria-live="polite">
      <Notice kind={tone} alert={false}>
        <b>{title}</b>
        <br />
        {text}
      </Notice>
      {code && (
        <p>
          Your InnBucks code: <b className="text-h1 tabular-nums">{code}</b>
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
          <SubmitButton value="check" busy="Looking..." className="button-quiet w-full" label="Refresh" />
        </Form>
      )}
      {otherwise && <p className="text-sm text-ink-2">{otherwise}</p>}
      {reload && <Reload {...reload} />}
      {kind === "paid" && <ButtonLink to={back} label="See the booking" />}
    </section>
  );
}

/** Loads the page again where no push reaches it. */
function Reload({ seconds, times }: NonNullable<ShownPayment["reload"]>) {
  const { isLight } = useResponseContext();
  const reload = (
    <>
      <meta httpEquiv="refresh" content={String(seconds)} />
      <p className="text-sm text-ink-2">
        This page loads again by itself in {countOf(seconds, "second")}, at most {countOf(times, "time")} in all.
      </p>
    </>
  );
  return isLight ? reload : <noscript>{reload}</noscript>;
}

interface StartProps {
  choices: (PaymentChoice & { name: string })[];
  holding: string;
  testPhones: string | null;
  fields: Record<(typeof PAY_FIELDS)[number], FieldMeta>;
}

function StartForm({ choices, fields, holding, testPhones }: StartProps) {
  const [only] = choices;
  const hasScript = useHasScript();
  const offered = choices.map(choiceValue);
  const first = offered.find((value) => value === fields.choice.value) ?? offered[0];
  const [outcome, setOutcome] = useState(describeOutcome(first, fields.method.value));
  const form = useRef<HTMLFormElement>(null);
  const show = () => {
    const chosen = Object.fromEntries(new FormData(form.current!)) as Record<string, string | undefined>;
    setOutcome(describeOutcome(chosen.choice, chosen.method));
  };
  // The browser restores its own choices on Back, and what is due may change under an open page.
  const allOffered = offered.join();
  useEffect(show, [allOffered]);
  return (
    <Form ref={form} method="post" replace noValidate onChange={show} className="paying grid gap-5">
      <input type="hidden" name="id" value={fields.id.value} />
      {choices.length === 1 && only ? (
        <p className="flex items-baseline justify-between gap-4">
          {only.name}
          <b className="text-h1 tabular-nums">{formatMoney(only.amount)}</b>
          <input type="hidden" name="choice" value={choiceValue(only)} />
        </p>
      ) : (
        <CardField
          label="Amount"
          meta={{ ...fields.choice, value: first }}
          choices={choices.map((one) => [choiceValue(one), `${one.name}: ${formatMoney(one.amount)}`])}
        />
      )}
      <CardField label="How do you pay?" meta={fields.method} choices={METHODS} />
      <div className="payer-phone">
        <TextField
          meta={fields.phone}
          label="Mobile number that pays"
          hint={<span className="says-whose">Not needed for a card.</span>}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={PHONE_LENGTH}
        />
        {testPhones && <p className="mt-2 text-sm text-ink-2">{testPhones}</p>}
      </div>
      <div className="ticket-actions">
        <SubmitButton
          busy="Starting..."
          className="w-full"
          label={hasScript ? outcome : describeOutcome(choices.length === 1 ? first : undefined, undefined)}
        />
      </div>
      <Promises canPayOnline />
      <p className="text-sm text-ink-3">You pay through Paynow. {holding}</p>
    </Form>
  );
}

interface CardProps {
  meta: FieldMeta;
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
}

/** Radio buttons as cards, two beside each other. */
const CardField = ({ meta, label, choices }: CardProps) => (
  <fieldset {...groupProps(meta)}>
    <legend className="legend mb-2">{label}</legend>
    <div className="flex flex-wrap gap-2">
      {choices.map(([value, words]) => (
        <label key={value} className="slot flex-[1_1_8rem]">
          <input type="radio" name={meta.name} value={value} defaultChecked={value === meta.value} />
          <span>{words}</span>
        </label>
      ))}
    </div>
    <FieldError meta={meta} />
  </fieldset>
);
