import { Form } from "@remix-run/react";
import { useState } from "react";
import { ITEM_LENGTH, MAX_LINES, QUOTE_NOTE_LENGTH, type Quote } from "~/domain/money/booking-money";
import { dateAt, type LocalDate } from "~/domain/time/harare";
import { formatAmount, formatSum } from "~/domain/values/money";
import { parseCents } from "~/domain/values/typed-amount";
import { useHasScript } from "../elements/use-has-script";
import { FieldError, TextArea, TextField } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { FormPage } from "./form-page";
import { CHANGE_QUOTE, WRITE_QUOTE } from "./money-labels";
import { useFormReply, type FieldMeta } from "../forms/use-form-reply";

interface Props {
  client: string;
  fee: number | null;
  /** Whether clients can pay online, so that a deposit can be asked for. */
  asksDeposit: boolean;
  /** The quote that a new one replaces, which the form is filled in with; null: there is none. */
  open: Quote | null;
  /** Else the one that was agreed on: its lines are where a new one begins. */
  agreed: Quote | null;
  /** The usual day, and the earliest and latest one. */
  validUntil: LocalDate;
  earliest: LocalDate;
  latest: LocalDate;
  obstacle: string | null;
  back: string;
}

const COLUMNS = "grid grid-cols-[minmax(0,1fr)_7rem] gap-2";
const FIRST_ROWS = 4;
const ROWS = Array.from({ length: MAX_LINES }, (_, row) => row);
const whatOf = (row: number) => `lines[${row}].what`;
const amountOf = (row: number) => `lines[${row}].amount`;
const NAMES = [...ROWS.flatMap((row) => [whatOf(row), amountOf(row)]), "deposit", "note", "validUntil", "rows", "sure"];

/** A quote's form: lines, a deposit, a note, and until when it is valid. Without script, a button asks for one more line. */
export function QuoteForm(props: Props) {
  const { client, fee, asksDeposit, open, agreed, validUntil, earliest, latest, obstacle, back } = props;
  const hasScript = useHasScript();
  const written = open?.lines ?? agreed?.lines ?? (fee ? [{ what: "Visit fee", amount: fee }] : []);
  const { fields, all, message, reason } = useFormReply("quote", NAMES, {
    ...Object.fromEntries(
      written.flatMap(({ what, amount }, row) => [
        [whatOf(row), what],
        [amountOf(row), formatAmount(amount)],
      ]),
    ),
    deposit: open?.deposit ? formatAmount(open.deposit) : "",
    note: open?.note ?? "",
    validUntil: open && open.validUntil >= Date.parse(earliest) ? dateAt(open.validUntil) : validUntil,
  });
  const rows = Math.min(MAX_LINES, Math.max(FIRST_ROWS, written.length, Number(fields["rows"]?.value) || 0));
  const [total, setTotal] = useState(() => totalOf((row) => fields[amountOf(row)]?.value));
  return (
    <FormPage
      title={open ? CHANGE_QUOTE : WRITE_QUOTE}
      back={back}
      backLabel="The job"
      message={message ?? obstacle}
      fields={all.flatMap((field) => field ?? [])}
    >
      {!obstacle && (
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
            {open && " It replaces the quote that is open now."}
          </p>
          <input type="hidden" name="rows" value={rows} />
          <fieldset className="grid gap-2">
            <legend className="sr-only">What the job costs</legend>
            <div className={`${COLUMNS} font-semibold`} aria-hidden="true">
              <span>Item</span>
              <span>Price (US$)</span>
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
              hint={`At most the total. ${client} pays it online, and Pombi holds it until the work is done.`}
              optional
              inputMode="decimal"
              autoComplete="off"
            />
          )}
          <TextArea meta={fields["note"]!} label="Note" optional rows={2} maxLength={QUOTE_NOTE_LENGTH} />
          <TextField meta={fields["validUntil"]!} label="Valid until" type="date" min={earliest} max={latest} />
          {(reason === "quoteUnusual" || fields["sure"]!.value !== undefined) && (
            <div className="field">
              <label className="check">
                <input type="checkbox" name="sure" id={fields["sure"]!.id} />
                <span className="font-normal">The total is right.</span>
              </label>
              <FieldError meta={fields["sure"]!} />
            </div>
          )}
          <SubmitButton busy="Sending..." className="w-full">
            Send the quote
          </SubmitButton>
        </Form>
      )}
    </FormPage>
  );
}

/** The sum of the prices entered so far, in cents; what is no amount counts as nothing. */
const totalOf = (amount: (row: number) => FormDataEntryValue | null | undefined): number =>
  ROWS.reduce((sum, row) => sum + (parseCents(String(amount(row) ?? "")) ?? 0), 0);

function Row({ row, what, amount }: { row: number; what: FieldMeta; amount: FieldMeta }) {
  const control = (meta: FieldMeta) => ({
    id: meta.id,
    name: meta.name,
    defaultValue: meta.value,
    className: "input",
    "aria-invalid": meta.error ? (true as const) : undefined,
    "aria-describedby": meta.error ? `${meta.id}-error` : undefined,
  });
  return (
    <div className="field">
      <div className={COLUMNS}>
        <input
          {...control(what)}
          aria-label={`Line ${row + 1}: item`}
          maxLength={ITEM_LENGTH}
          placeholder={PLACEHOLDERS[row]}
        />
        <input
          {...control(amount)}
          aria-label={`Line ${row + 1}: price in US dollars`}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <FieldError meta={what} />
      <FieldError meta={amount} />
    </div>
  );
}

const PLACEHOLDERS: Partial<Record<number, string>> = { 1: "Work", 2: "Material" };
