import { useLoaderData } from "@remix-run/react";
import {
  type DayTotals,
  type Standing,
  findStanding,
  listDayTotals,
  listArrivals,
  noteArrival,
  voidArrival,
} from "~/domain/escrow/books.server";
import { arrivalForm, voidArrivalForm } from "~/domain/escrow/escrow-forms";
import { readLedgerSpan } from "~/domain/escrow/ledger-span";
import { addDays, dateAt, formatDate, formatInstant } from "~/domain/time/harare";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage, PageWithBar } from "~/ui/admin/office-page";
import { MoneyTabs } from "~/ui/admin/money-tabs";
import { type TransferKind, TRANSFER_REFERENCE_LENGTH } from "~/domain/escrow/payout";
import { formatSum } from "~/domain/values/money";
import { FigureTable } from "~/ui/charts/charts";
import { Icon } from "~/ui/shell/elements";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { SteppedUpForm } from "~/ui/accounts/stepped-up-form";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { TRANSFER_WORDS } from "~/ui/payouts/payout-words";
import { VerbForm } from "~/ui/payouts/payout-forms";
import { Form } from "~/ui/forms/owned-form";
import { readSteppedUp } from "~/http/step-up.server";

const STANDING: [name: keyof Standing, label: string][] = [
  ["atProvider", "At the provider"],
  ["atBank", "At the bank"],
  ["held", "Held for bookings"],
  ["plumbers", "Owed to plumbers"],
  ["refunds", "Going back to clients"],
  ["commission", "Commission so far"],
  ["fees", "Provider's fees so far"],
  ["losses", "Lost so far"],
];

const KINDS = Object.keys(TRANSFER_WORDS) as TransferKind[];

const kindsIn = (days: DayTotals[]) => KINDS.filter((kind) => days.some((totals) => totals[kind]));

function ArrivalForm() {
  const reply = useFormReply("arrival", ["arrived", "fee", "reference", ...STEP_UP_FIELDS]);
  const { arrived, fee, reference } = reply.fields;
  return (
    <SteppedUpForm form="arrival" title="Note what has arrived" reply={reply} button="Note it">
      <TextField meta={arrived} label="Arrived at the bank, in dollars" inputMode="decimal" autoComplete="off" />
      <TextField meta={fee} label="Kept by the provider, in dollars" inputMode="decimal" autoComplete="off" optional />
      <TextField
        meta={reference}
        label="Reference on the bank's statement"
        maxLength={TRANSFER_REFERENCE_LENGTH}
        autoComplete="off"
      />
    </SteppedUpForm>
  );
}

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Books", "the books");

/** The balances, the movements day by day, and the provider's transfers to the bank (M13, M14). */
export const loader = adminLoader(async ({ context: { db, now, paymentProvider }, url }) => {
  const [standing, days, arrivals] = await Promise.all([findStanding(db), listDayTotals(db, now), listArrivals(db)]);
  const today = dateAt(now);
  // As asked for before a step-up; else the day that the office looks at in the morning.
  const yesterday = addDays(today, -1);
  const span = { from: url.searchParams.get("from") ?? yesterday, to: url.searchParams.get("to") ?? yesterday };
  const read = readLedgerSpan(new URLSearchParams(span), today);
  const problem = typeof read === "string" ? read : null;
  return { standing, days, arrivals, today, span, problem, isOnline: paymentProvider !== null };
});

export const action = adminAction("Failed to save", async (args) => {
  const { context, pressed, refused, goTo } = args;
  const saved = () => goTo("/admin-dashboard/books", "savedAndLogged");
  const button = pressed(["void"]);
  if (button) {
    const { user, value } = await readSteppedUp(args, voidArrivalForm);
    const result = await voidArrival(context, user, { reference: button.of, ...value });
    return result.ok ? saved() : refused(result);
  }
  const { user, value } = await readSteppedUp(args, arrivalForm);
  const result = await noteArrival(context, user, value);
  return result.ok ? saved() : refused(result, result.reason === "referenceUsed" ? "reference" : "arrived");
});

export default function BooksPage() {
  const { standing, days, arrivals, today, span, problem, isOnline } = useLoaderData<typeof loader>();
  return (
    <PageWithBar title="Books" tools={<MoneyTabs isOnline={isOnline} />} className="gap-6">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FigureTable
          label="What is where"
          heads={["Now", "Dollars"]}
          rows={STANDING.map(([name, label]) => [label, formatSum(standing[name])])}
        />
        <section className="card grid gap-3 p-5">
          <h2 className="text-base">Statement</h2>
          <p className="text-ink-2">Every transfer of a span of days, as CSV.</p>
          <ProblemSummary fields={[{ id: "ledger-from", error: problem ?? undefined }]} />
          <Form method="get" action="/ledger.csv" reloadDocument data-file className="flex flex-wrap items-end gap-3">
            {(["from", "to"] as const).map((name) => (
              <label key={name} className="grid gap-1 font-semibold">
                {name === "from" ? "From" : "To"}
                <input
                  type="date"
                  id={`ledger-${name}`}
                  name={name}
                  className="input"
                  max={today}
                  defaultValue={span[name]}
                  aria-invalid={problem ? true : undefined}
                />
              </label>
            ))}
            <button className="button button-quiet">
              <Icon name="file-text" /> Download
            </button>
          </Form>
        </section>
      </div>
      <section className="grid gap-3">
        <h2>Day by day</h2>
        {days.length === 0 ? (
          <p className="text-ink-2">Nothing has moved in the last 14 days.</p>
        ) : (
          <>
            <p className="text-ink-2">
              “All payments” is everything that clients paid online that day, also what is to be paid back: it equals
              the day's total in the provider's list.
            </p>
            <FigureTable
              label="What moved, day by day"
              heads={["Day", "All payments", ...kindsIn(days).map((kind) => TRANSFER_WORDS[kind] ?? kind)]}
              rows={days.map((totals) => [
                formatDate(totals.day, "short"),
                formatSum((totals.paid ?? 0) + (totals["paid-not-counted"] ?? 0)),
                ...kindsIn(days).map((kind) => (totals[kind] ? formatSum(totals[kind]) : "–")),
              ])}
            />
          </>
        )}
      </section>
      <section className="grid gap-3">
        <h2>From the provider to the bank</h2>
        {arrivals.length === 0 ? (
          <p className="text-ink-2">Nothing yet.</p>
        ) : (
          <ul className="card divide-y divide-line">
            {arrivals.map(({ reference, at, arrived, fee, voidedAt, reason }) => (
              <li key={reference} className="grid gap-2 p-4">
                <span
                  className={`flex flex-wrap justify-between gap-x-4 ${voidedAt === null ? "" : "text-ink-3 line-through"}`}
                >
                  <span className="wrap-anywhere">
                    {reference}, {formatInstant(at)}
                  </span>
                  <span className="tabular-nums">
                    <b>{formatSum(arrived)}</b>
                    {fee > 0 && `, ${formatSum(fee)} kept by the provider`}
                  </span>
                </span>
                {voidedAt !== null ? (
                  <span className="text-sm wrap-anywhere">
                    Voided {formatInstant(voidedAt)}: <bdi>“{reason}”</bdi>
                  </span>
                ) : (
                  <VerbForm
                    title="Noted wrongly?"
                    lead="It stays in the books, and a counter-entry takes it back. Then note it again."
                    verb={`void:${reference}`}
                    button="Void it"
                    field={{ name: "reason", label: "What was wrong?" }}
                    isCareful
                    isFolded
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      <ArrivalForm />
    </PageWithBar>
  );
}
