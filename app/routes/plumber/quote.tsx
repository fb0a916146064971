import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { ITEM_LENGTH, MAX_DAYS_VALID, MAX_LINES, QUOTE_NOTE_LENGTH, usualLastDay } from "~/domain/money/quote";
import { selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { canQuote, latestQuote, openQuote } from "~/domain/money/booking-money";
import { findMoney } from "~/domain/money/money-lists.server";
import { quoteForm } from "~/domain/money/quote-schemas";
import { writeQuote } from "~/domain/money/quotes.server";
import { addDays, dateAt } from "~/domain/time/harare";
import { formatAmount, formatMoney, formatSum } from "~/domain/values/money";
import { parseCents } from "~/domain/values/typed-amount";
import { refuse } from "~/domain/values/refusal";
import { showAgain } from "~/http/forms";
import { plumberAction, plumberLoader } from "~/http/guards";
import { describeObstacle } from "~/http/booking-transition.server";
import { SubmitButton, useHasScript } from "~/ui/shell/elements";
import { controlProps, FieldError, SureField, TextArea, TextField } from "~/ui/forms/field";
import { type FieldMeta, useFormReply } from "~/ui/forms/form";
import { FormPage } from "~/ui/money/form-page";
import { CHANGE_QUOTE, WRITE_QUOTE } from "~/ui/money/money-labels";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage, withBooking } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Quote", "job", "jobs");

export const loader = plumberLoader(async ({ context: { db, now, paymentProvider }, viewer, param }) => {
  const id = param("id");
  const [money, latest] = await Promise.all([findMoney(db, viewer, id), selectLatest(db, id, viewer)]);
  if (!money) return null;
  const today = dateAt(now);
  return {
    client: money.client,
    fee: money.fee,
    asksDeposit: paymentProvider !== null,
    isChange: openQuote(money) !== null,
    agreed: money.agreedPrice,
    before: latestQuote(money),
    validUntil: usualLastDay(money.startsAt, now),
    earliest: today,
    last: addDays(today, MAX_DAYS_VALID),
    obstacle: canQuote(money) ? null : describeObstacle(money, latest, viewer, now),
    back: bookingPage("plumber", id),
  };
});

export const action = plumberAction(
  "Failed to send the quote",
  withBooking(async ({ context, user, booking, form, read, pressed, refused, done }) => {
    if (pressed(["addLine"]))
      return showAgain(form, { rows: String(Math.min(MAX_LINES, (Number(form.get("rows")) || 0) + 1)) });
    const quote = read(quoteForm);
    if (quote.lines.every(({ what }) => what === VISIT_FEE)) return refused(refuse("quoteOfFeeAlone"), whatOf(1));
    const result = await writeQuote(context, user, booking, quote);
    return result.ok ? done("quoteSent") : refused(result, REASON_FIELDS[result.reason]);
  }),
);

const REASON_FIELDS: Partial<Record<string, string>> = { validityNotPossible: "validUntil", quoteUnusual: "sure" };

/** The line that the form begins with. */
const VISIT_FEE = "Visit fee";

const ROW_GRID = "grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2";
const FIRST_ROWS = 4;
const ROWS = Array.from({ length: MAX_LINES }, (_, row) => row);
const whatOf = (row: number) => `lines[${row}].what`;
const amountOf = (row: number) => `lines[${row}].amount`;
const QUOTE_FIELDS = [
  ...ROWS.flatMap((row) => [whatOf(row), amountOf(row)]),
  "deposit",
  "note",
  "validUntil",
  "rows",
  "sure",
];

export default function QuotePage() {
  const { client, fee, asksDeposit, isChange, agreed, before, validUntil, earliest, last, obstacle, back } =
    useLoaderData<typeof loader>();
  const hasScript = useHasScript();
  const written = before?.lines ?? (fee ? [{ what: VISIT_FEE, amount: fee }] : []);
  const reply = useFormReply("quote", QUOTE_FIELDS, {
    ...Object.fromEntries(written.map(({ what }, row) => [whatOf(row), what])),
    ...Object.fromEntries(written.map(({ amount }, row) => [amountOf(row), formatAmount(amount)])),
    deposit: before?.deposit ? formatAmount(before.deposit) : "",
    note: before?.note ?? "",
    validUntil: before && dateAt(before.validUntil) >= earliest ? dateAt(before.validUntil) : validUntil,
  });
  const { fields, reason } = reply;
  const rows = Math.min(MAX_LINES, Math.max(FIRST_ROWS, written.length, Number(fields["rows"]?.value) || 0));
  const [total, setTotal] = useState(() => totalOf((row) => fields[amountOf(row)]?.value));
  return (
    <FormPage
      title={isChange ? CHANGE_QUOTE : WRITE_QUOTE}
      back={back}
      backLabel="The job"
      reply={reply}
      obstacle={obstacle}
      words={["note"]}
    >
      <Form
        method="post"
        replace
        noValidate
        className="grid gap-4"
        onInput={({ currentTarget }) => {
          const entered = new FormData(currentTarget);
          setTotal(totalOf((row) => entered.get(amountOf(row))));
        }}
      >
        <p className="text-ink-2">
          The total is what {client} pays for the whole job{fee ? ", your visit fee included" : ""}.
          {isChange && " It replaces the quote that is open now."}
          {agreed !== null &&
            ` ${formatMoney(agreed)} is agreed already, and holds until ${client} accepts another quote.`}
        </p>
        <input type="hidden" name="rows" value={rows} />
        <fieldset className="grid gap-2">
          <legend className="sr-only">What the job costs</legend>
          <div className={`${ROW_GRID} font-semibold`} aria-hidden="true">
            <span>Item</span>
            <span>US$</span>
          </div>
          {ROWS.slice(0, rows).map((row) => (
            <Row key={row} row={row} what={fields[whatOf(row)]!} amount={fields[amountOf(row)]!} />
          ))}
        </fieldset>
        {hasScript && (
          <p className="flex justify-between border-t border-line pt-2 font-bold" aria-live="polite">
            Total <span className="tabular-nums">{formatSum(total)}</span>
          </p>
        )}
        {rows < MAX_LINES && (
          <button name="intent" value="addLine" className="button button-quiet justify-self-start">
            Add a line
          </button>
        )}
        {asksDeposit && (
          <TextField
            meta={fields["deposit"]!}
            label="Ask for a deposit (US$)"
            hint={`Up to the total. ${client} pays it online, and Pombi holds it until a day after the work is done.`}
            optional
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <TextArea meta={fields["note"]!} label="Note" optional rows={2} maxLength={QUOTE_NOTE_LENGTH} />
        <TextField meta={fields["validUntil"]!} label="Valid until" type="date" min={earliest} max={last} />
        {(reason === "quoteUnusual" || fields["sure"]!.value !== undefined) && (
          <SureField meta={fields["sure"]!}>The total is right.</SureField>
        )}
        <SubmitButton
          busy="Sending..."
          className="w-full"
          label={hasScript && total > (fee ?? 0) ? `Send the quote, ${formatMoney(total)}` : "Send the quote"}
        />
      </Form>
    </FormPage>
  );
}

const totalOf = (amount: (row: number) => FormDataEntryValue | null | undefined): number =>
  ROWS.reduce((sum, row) => sum + (parseCents(String(amount(row) ?? "")) ?? 0), 0);

const Row = ({ row, what, amount }: { row: number; what: FieldMeta; amount: FieldMeta }) => (
  <div className="field">
    <div className={ROW_GRID}>
      <input
        {...controlProps({ meta: what })}
        defaultValue={what.value}
        className="input"
        aria-label={`Line ${row + 1}: item`}
        maxLength={ITEM_LENGTH}
        placeholder={PLACEHOLDERS[row]}
      />
      <input
        {...controlProps({ meta: amount })}
        defaultValue={amount.value}
        className="input"
        aria-label={`Line ${row + 1}: price in US dollars`}
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
    <FieldError meta={what} />
    <FieldError meta={amount} />
  </div>
);

const PLACEHOLDERS: Partial<Record<number, string>> = { 1: "Work", 2: "Material" };
